//! Checks of verbs against subjects that follow them or that are fixed expressions.

use super::noun_phrase::{is_contraction, opens_clause};
use super::subject_phrase::past_adjectives;
use super::verb_person::{in_person, reading, verb_after};
use crate::lexicon::Person;
use crate::lexicon::bits::{self, PLURAL};
use crate::pattern::class;
use crate::sentence::{Hit, Sentence};

/// Verbs whose subject usually follows.
const BEHIND: [&str; 9] = [
    "existir",
    "faltar",
    "ocorrer",
    "acontecer",
    "sobrar",
    "restar",
    "surgir",
    "bastar",
    "caber",
];

/// The plural of an auxiliary before `existir`.
fn modal(word: &str) -> Option<&'static str> {
    Some(match word {
        "deve" => "devem",
        "pode" => "podem",
        "vai" => "vão",
        "devia" => "deviam",
        "podia" => "podiam",
        "poderia" => "poderiam",
        "deveria" => "deveriam",
        "poderá" => "poderão",
        "deverá" => "deverão",
        "costuma" => "costumam",
        _ => return None,
    })
}

/// `existe muitos`, `falta dois`.
pub(super) fn behind(sentence: &Sentence<'_>) -> Vec<Hit> {
    let mut hits = Vec::new();
    for at in 0..sentence.tokens.len() {
        let Some(token) = sentence.get(at) else {
            continue;
        };
        if let Some(plural) = modal(&token.lower)
            && sentence.get(at + 1).is_some_and(|verb| {
                verb.morphology.has(bits::INFINITIVE)
                    && [
                        "existir",
                        "ocorrer",
                        "acontecer",
                        "surgir",
                        "faltar",
                        "sobrar",
                    ]
                    .contains(&verb.lower.as_str())
            })
            && sentence.get(at + 2).is_some_and(|next| {
                next.morphology.determiner & PLURAL != 0 && !is_contraction(&next.lower)
                    || class(next, "pluralnoun")
            })
        {
            hits.extend(sentence.hit(at, at, [plural.to_owned()]));
            continue;
        }
        if token.morphology.has(bits::CLOSED)
            || !BEHIND
                .iter()
                .any(|lemma| token.morphology.is_form_of(lemma))
            || !token.morphology.has_person(Person::S3)
            || token.morphology.has_person(Person::P3)
        {
            continue;
        }
        let opens = sentence.before(at).is_none_or(|before| {
            before.is_any(&[
                ",", "não", "ainda", "já", "também", "que", "onde", "e", "mas", "só", "se",
                "quando", "aqui", "lá", "ontem", "hoje", "sempre",
            ]) || (!before.is_word())
        });
        // `que` after a singular noun is the subject itself: `o que falta`.
        let relative = sentence
            .before(at)
            .is_some_and(|before| before.is_any(&["que", "e"]))
            && at > 1;
        let plural = |index: usize| {
            sentence.get(index).is_some_and(|next| {
                (next.morphology.determiner & PLURAL != 0
                    && !is_contraction(&next.lower)
                    && !next.is_any(&["as", "os"]))
                    || next.is_any(&[
                        "três", "quatro", "cinco", "seis", "sete", "oito", "nove", "dez", "muitas",
                        "muitos",
                    ])
                    || next.lower.parse::<u32>().is_ok_and(|number| number > 1)
                    || (class(next, "plur") && next.morphology.has(bits::NOUN))
            })
        };
        let measure = sentence.is_any(at + 2, &["minutos", "horas"])
            && token.morphology.is_form_of("faltar")
            && sentence.is_any(at + 1, &["pouco"]);
        if opens && !relative && plural(at + 1) && !measure {
            hits.extend(in_person(sentence, at, Person::S3, Person::P3));
        }
    }
    hits
}

/// Transitive verbs in advertisements and instructions.
const TRANSITIVE: &str = "vender alugar comprar consertar fazer procurar aceitar contratar oferecer dar reformar lavar cortar trocar perder encontrar plastificar fabricar ministrar ensinar doar \
entregar servir produzir exigir realizar observar notar ouvir ver construir plantar criar abrir fechar registrar verificar adotar evitar esperar divulgar apresentar usar utilizar discutir";

/// `vende-se casas`.
pub(super) fn passive(sentence: &Sentence<'_>) -> Vec<Hit> {
    let mut hits = Vec::new();
    for at in 0..sentence.tokens.len() {
        let Some(token) = sentence.get(at) else {
            continue;
        };
        let Some(verb) = token.lower.strip_suffix("-se") else {
            continue;
        };
        let form = sentence.lexicon.analyse(verb);
        let Some(reading) = form.verbs.iter().find(|reading| {
            reading.person == Some(Person::S3)
                && TRANSITIVE
                    .split_ascii_whitespace()
                    .any(|own| own == reading.lemma)
        }) else {
            continue;
        };
        let next = |index: usize| {
            sentence.get(index).is_some_and(|next| {
                (class(next, "plur") && !next.is_capitalised())
                    || next.morphology.determiner & PLURAL != 0
                        && !is_contraction(&next.lower)
                        && !next.is_any(&["os", "as", "nos"])
            })
        };
        let behind_plural = next(at + 1)
            || (sentence.is_any(at + 1, &["muitos", "muitas", "novos", "novas"]) && next(at + 2));
        let names_subject = sentence.before(at).is_some_and(|before| {
            before.morphology.has(bits::SINGULAR) && !before.is_any(&["não"])
                || before.is_capitalised()
        });
        if behind_plural
            && !names_subject
            && let Some(form) =
                sentence
                    .lexicon
                    .conjugate(&reading.lemma, reading.tense, Person::P3)
        {
            hits.extend(sentence.hit(at, at, [format!("{form}-se")]));
        }
    }
    hits
}

/// `fui eu que fez`.
pub(super) fn relative(sentence: &Sentence<'_>) -> Vec<Hit> {
    let mut hits = Vec::new();
    for at in 1..sentence.tokens.len() {
        let person = match sentence.get(at).map(|token| token.lower.as_str()) {
            Some("eu") => Person::S1,
            Some("nós") => Person::P1,
            Some("eles" | "elas" | "vocês") => Person::P3,
            _ => continue,
        };
        let emphatic = sentence.before(at).is_some_and(|before| {
            before.is_any(&[
                "fui", "sou", "fomos", "somos", "era", "foi", "é", "serei", "são", "foram", "eram",
            ])
        });
        if !emphatic || !sentence.is_any(at + 1, &["que"]) {
            continue;
        }
        if let Some(verb) = verb_after(sentence, at + 2)
            && sentence
                .get(verb)
                .is_some_and(|token| !token.morphology.has_person(person))
        {
            hits.extend(in_person(sentence, verb, Person::S3, person));
        }
    }
    hits
}

/// `Os Estados Unidos anunciou`.
pub(super) fn united_states(sentence: &Sentence<'_>) -> Vec<Hit> {
    let mut hits = Vec::new();
    for at in 0..sentence.tokens.len() {
        if !sentence.is_any(at, &["os"]) || !opens_clause(sentence, at) {
            continue;
        }
        let name = if sentence.is_any(at + 1, &["estados"]) && sentence.is_any(at + 2, &["unidos"])
        {
            at + 3
        } else if sentence.is_any(at + 1, &["eua"]) {
            at + 2
        } else {
            continue;
        };
        if let Some(verb) = verb_after(sentence, name)
            && sentence
                .get(verb)
                .is_some_and(|token| reading(token, Person::S3, &[Person::P3]).is_some())
        {
            hits.extend(in_person(sentence, verb, Person::S3, Person::P3));
        }
    }
    hits
}

/// `mais de um … faltaram`, `cada um sabem`, `nenhum deles vieram`.
pub(super) fn singular_expression(sentence: &Sentence<'_>) -> Vec<Hit> {
    let mut hits = Vec::new();
    for at in 0..sentence.tokens.len() {
        let end = if sentence.is_any(at, &["mais"])
            && sentence.is_any(at + 1, &["de"])
            && sentence.is_any(at + 2, &["um", "uma"])
        {
            at + 4
        } else if sentence.is_any(at, &["cada", "nenhum", "nenhuma"]) {
            let mut end = if sentence.is_any(at + 1, &["um", "uma"]) {
                at + 2
            } else {
                at + 1
            };
            if sentence.is_any(end, &["deles", "delas"]) {
                end += 1;
            } else if sentence.is_any(end, &["dos", "das"]) {
                end = past_adjectives(sentence, end + 2, PLURAL);
            } else if end == at + 1
                && sentence.is_any(at, &["cada"])
                && sentence.get(end).is_some_and(|noun| {
                    noun.morphology.only_nominal() && noun.morphology.nominal_within(bits::SINGULAR)
                })
            {
                end = past_adjectives(sentence, end + 1, bits::SINGULAR);
            }
            // `os primeiros de cada um avançam`: governed by a preposition.
            if sentence.before(at).is_some_and(|before| {
                before.is_any(&[
                    "de", "em", "a", "por", "para", "com", "sobre", "entre", "e", "sem", "ou",
                ])
            }) {
                continue;
            }
            end
        } else {
            continue;
        };
        if end == at + 1 {
            continue;
        }
        if let Some(verb) = verb_after(sentence, end)
            && sentence
                .get(verb)
                .is_some_and(|token| reading(token, Person::P3, &[Person::S3]).is_some())
        {
            hits.extend(in_person(sentence, verb, Person::P3, Person::S3));
        }
    }
    hits
}
