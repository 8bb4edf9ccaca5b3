//! Verbs before a plural subject, and verbs of compound subjects with names.

use super::clause_subject::{complement, extend, head, listed, verb_of};
use super::noun_phrase::{agreeing, is_contraction, opens_clause};
use super::verb_person::{in_person, reading};
use super::{Check, Rule};
use crate::finding::Kind::Grammar;
use crate::lexicon::Person::{P1, P3, S3};
use crate::lexicon::bits::{self, NOMINAL, PLURAL};
use crate::pattern::class;
use crate::sentence::{Hit, Sentence};

pub(super) const RULES: &[Rule] = &[
    Rule {
        id: "concordancia-sujeito-invertido",
        kind: Grammar,
        message: "O verbo concorda com o sujeito no plural que vem depois dele.",
        right: &[
            "Na lista aparecem três jogadores.",
            "Faltam apenas dois capítulos.",
            "Na operação, foi preso um homem.",
            "O lutador foi derrotado duas vezes.",
        ],
        wrong: &[
            "Na lista {aparece|aparecem} três jogadores.",
            "{Falta|Faltam} apenas dois capítulos.",
            "Na vistoria {foi encontrado|foram encontrados} ao menos 18 cães.",
        ],
        check: Check::Sentence(inverted),
    },
    Rule {
        id: "concordancia-nomes-compostos",
        kind: Grammar,
        message: "Com dois nomes ligados por “e” como sujeito, o verbo vai para o plural.",
        right: &[
            "Ana e Pedro viajaram ontem.",
            "O governador e a vice participam do evento.",
            "O ator e diretor João Silva estreou a peça.",
        ],
        wrong: &[
            "Ana e Pedro {viajou|viajaram} ontem.",
            "João Silva e Maria Souza {venceu|venceram} a prova.",
            "O presidente Lula e a ministra Marina Silva {assinou|assinaram} o acordo.",
        ],
        check: Check::Sentence(compound),
    },
];

/// Verbs whose subject commonly follows them.
const LATE: &str = "aparecer constar existir faltar restar sobrar surgir ocorrer acontecer bastar estar chegar figurar caber nascer morrer";

/// Words between a verb and its late subject.
const BETWEEN: &str =
    "apenas só ainda também somente hoje ontem já até mais quase aproximadamente agora atualmente";

/// Pairs of such words.
const PAIRS: [(&str, &str); 5] = [
    ("ao", "menos"),
    ("pelo", "menos"),
    ("mais", "de"),
    ("cerca", "de"),
    ("menos", "de"),
];

/// Nouns of measure and time, which follow a verb without being its subject.
const MEASURES: &str = "vezes pontos posições metros quilômetros km quilos reais graus degraus dólares euros casas lugares pessoas% segundos milhões bilhões décimos gols";

/// Whether the clause has no subject before the verb at `at`.
fn lacks_subject(sentence: &Sentence<'_>, at: usize) -> bool {
    let Some(before) = sentence.before(at) else {
        return true;
    };
    if before.is_any(&["não", "ainda", "já", "também", "só"]) && at > 0 {
        return lacks_subject(sentence, at - 1);
    }
    if before.is_any(&["onde", "quando", "se", "porque"]) {
        return true;
    }
    // `disse que existe`: the conjunction, not the relative.
    if before.is("que") {
        return sentence
            .get(at.wrapping_sub(2))
            .is_some_and(|verb| verb.morphology.only_finite());
    }
    // Complements and a comma from the start of the sentence on.
    let mut place = 0;
    while let Some(end) = complement(sentence, place) {
        place = end;
        if sentence.is_any(place, &[","]) {
            place += 1;
        }
        if place == at {
            return true;
        }
    }
    sentence.is_any(at - 1, &[","]) && opens_clause(sentence, at)
}

/// Gender bits of a plural noun phrase at `at`, which may not be one of measure.
fn plural_phrase(sentence: &Sentence<'_>, at: usize) -> Option<u32> {
    let first = sentence.get(at)?;
    let determined = first.morphology.determiner;
    let number = class(first, "num")
        && !first.is_any(&["um", "uma", "1", "0", "zero"])
        && (first.is_word()
            || first
                .lower
                .bytes()
                .all(|byte| byte.is_ascii_digit() || byte == b'.'));
    let bare = class(first, "pluralnoun");
    let place = if number || determined & PLURAL != 0 && !is_contraction(&first.lower) {
        at + 1
    } else if bare {
        at
    } else {
        return None;
    };
    let place = place
        + usize::from(sentence.get(place).is_some_and(|token| {
            token.is_any(&[
                "mil",
                "novos",
                "novas",
                "dois",
                "duas",
                "três",
                "quatro",
                "cinco",
                "outros",
                "outras",
                "primeiros",
                "primeiras",
                "principais",
                "últimos",
                "últimas",
                "seus",
                "suas",
            ])
        }));
    let noun = sentence.get(place)?;
    let form = &noun.morphology;
    let measured = class(noun, "time") || listed(MEASURES, noun);
    if measured
        || noun.is_capitalised()
        || form.has(bits::CLOSED)
        || !form.has(NOMINAL)
        || !form.nominal_within(PLURAL)
    {
        return None;
    }
    let features = if determined & PLURAL != 0 {
        determined
    } else {
        PLURAL
    } & form.bits
        & NOMINAL;
    (features != 0).then_some(features)
}

/// Skips words between a verb and its subject.
fn past_between(sentence: &Sentence<'_>, at: usize) -> usize {
    let mut place = at;
    while place < at + 4 {
        if PAIRS.iter().any(|(one, other)| {
            sentence.is_any(place, &[one]) && sentence.is_any(place + 1, &[other])
        }) {
            place += 2;
        } else if sentence
            .get(place)
            .is_some_and(|token| listed(BETWEEN, token))
        {
            place += 1;
        } else {
            break;
        }
    }
    place
}

/// `na lista aparece três jogadores`, `foi encontrado 18 cães`.
fn inverted(sentence: &Sentence<'_>) -> Vec<Hit> {
    let mut hits = Vec::new();
    for at in 0..sentence.tokens.len() {
        let Some(token) = sentence.get(at) else {
            continue;
        };
        if token.marked
            || !token.morphology.has(bits::FINITE)
            || reading(token, S3, &[P3, P1]).is_none()
            || token.morphology.has(bits::CLOSED) && !token.is("era")
        {
            continue;
        }
        let participle = sentence.get(at + 1).filter(|next| {
            (token.morphology.is_form_of("ser") || token.morphology.is_form_of("estar"))
                && (next.morphology.has(bits::PARTICIPLE)
                    || next.is_any(&[
                        "aberto", "aberta", "suspenso", "suspensa", "preso", "presa", "morto",
                        "morta",
                    ]))
                && next.morphology.nominal_within(bits::SINGULAR)
        });
        let late = LATE
            .split_ascii_whitespace()
            .any(|lemma| token.morphology.is_form_of(lemma));
        if participle.is_none() && !late || !lacks_subject(sentence, at) {
            continue;
        }
        let behind = past_between(sentence, at + 1 + usize::from(participle.is_some()));
        let Some(features) = plural_phrase(sentence, behind) else {
            continue;
        };
        match participle {
            Some(participle) => {
                let wanted = if features == PLURAL {
                    bits::MP
                } else {
                    features
                };
                let verb = in_person(sentence, at, S3, P3)
                    .and_then(|hit| hit.suggestions.into_iter().next());
                if let (Some(verb), Some(form)) =
                    (verb, agreeing(sentence, &participle.lower, wanted))
                {
                    hits.extend(sentence.hit(
                        at,
                        at + 1,
                        [format!("{} {form}", verb.to_lowercase())],
                    ));
                }
            }
            None => hits.extend(in_person(sentence, at, S3, P3)),
        }
    }
    hits
}

/// `Ana e Pedro viajou`.
fn compound(sentence: &Sentence<'_>) -> Vec<Hit> {
    let mut hits = Vec::new();
    for at in 0..sentence.tokens.len() {
        if !opens_clause(sentence, at) || at > 1 && sentence.is_any(at - 1, &["como"]) {
            continue;
        }
        let Some(link) = first_half(sentence, at) else {
            continue;
        };
        let Some(mut second) =
            head(sentence, link + 1).filter(|group| !group.is_plural() || !group.bare)
        else {
            continue;
        };
        extend(sentence, &mut second);
        let Some((verb, false)) = verb_of(sentence, &second) else {
            continue;
        };
        let emphatic = sentence.is_any(verb + 1, &["que", "quem"])
            && sentence.is_any(verb, &["é", "foi", "era"]);
        let exists = sentence.get(verb).is_some_and(|token| {
            ["haver", "existir", "ser"]
                .iter()
                .any(|lemma| token.morphology.is_form_of(lemma))
                && !sentence
                    .get(verb + 1)
                    .is_some_and(|next| next.morphology.has(bits::PARTICIPLE))
        });
        if !emphatic
            && !exists
            && sentence
                .get(verb)
                .is_some_and(|token| reading(token, S3, &[P3, P1]).is_some())
        {
            hits.extend(in_person(sentence, verb, S3, P3));
        }
    }
    hits
}

/// The index of the `e` behind the first half of a compound subject.
fn first_half(sentence: &Sentence<'_>, at: usize) -> Option<usize> {
    let is_name = |place: usize| {
        sentence.get(place).is_some_and(|token| {
            token.is_word() && token.is_capitalised() && token.morphology.determiner == 0
        })
    };
    // A name at the start of the sentence cannot be told from a noun by its capital.
    if at == 0 && is_name(0) {
        let end = (1..5).find(|place| !is_name(*place))?;
        return (sentence.is_any(end, &["e"])
            && (is_name(end + 1) || sentence.is_any(end + 1, &["a", "o"]))
            && (end > 1
                || sentence.get(0).is_some_and(|token| {
                    !token
                        .morphology
                        .has(bits::FINITE | bits::CLOSED | bits::GERUND | bits::INFINITIVE)
                }) && is_name(end + 1)))
        .then_some(end);
    }
    let group = head(sentence, at)
        .filter(|group| !(group.is_plural() || group.named && group.complemented))?;
    let mut end = group.end;
    while !group.named && is_name(end) {
        end += 1;
    }
    let pair = sentence.get(at + 1).is_some_and(|noun| {
        listed(
            "casal dupla par parceria relação encontro conflito acordo duelo jogo clássico",
            noun,
        )
    });
    let second = sentence.get(end + 1)?;
    let determined = second.morphology.determiner != 0
        && !is_contraction(&second.lower)
        && !second.is_capitalised();
    (sentence.is_any(end, &["e"]) && !pair && (determined || group.bare && is_name(end + 1)))
        .then_some(end)
}
