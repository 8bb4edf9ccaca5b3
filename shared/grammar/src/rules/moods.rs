//! Checks of mood and of the place of pronouns.

use crate::lexicon::{Person, Tense, bits};
use crate::sentence::{Hit, Sentence};

/// Irregular verbs whose infinitive and future subjunctive differ.
const IRREGULAR: [&str; 48] = [
    "ver",
    "fazer",
    "dizer",
    "trazer",
    "pôr",
    "por",
    "ter",
    "ser",
    "estar",
    "ir",
    "vir",
    "poder",
    "querer",
    "saber",
    "caber",
    "haver",
    "dar",
    "manter",
    "obter",
    "conter",
    "deter",
    "reter",
    "propor",
    "compor",
    "expor",
    "dispor",
    "impor",
    "supor",
    "repor",
    "opor",
    "intervir",
    "convir",
    "rever",
    "prever",
    "refazer",
    "desfazer",
    "satisfazer",
    "contradizer",
    "sustar",
    "suster",
    "abster",
    "antever",
    "entreter",
    "provir",
    "depor",
    "transpor",
    "contrapor",
    "sobrepor",
];

/// The person of a simple subject at `at` and the index behind it.
fn subject(sentence: &Sentence<'_>, at: usize) -> Option<(Person, usize)> {
    let token = sentence.get(at)?;
    let person = match token.lower.as_str() {
        "eu" => Some(Person::S1),
        "você" | "ele" | "ela" | "alguém" | "ninguém" | "isso" | "tudo" => Some(Person::S3),
        "nós" => Some(Person::P1),
        "vocês" | "eles" | "elas" => Some(Person::P3),
        _ => None,
    };
    if let Some(person) = person {
        return Some((person, at + 1));
    }
    if token.is("a") && sentence.is_any(at + 1, &["gente"]) {
        return Some((Person::S3, at + 2));
    }
    let determined = token.morphology.determiner;
    let noun = sentence.get(at + 1)?;
    if determined != 0
        && !super::noun_phrase::is_contraction(&token.lower)
        && noun.morphology.has(bits::NOMINAL)
        && !noun.morphology.has(bits::INFINITIVE | bits::CLOSED)
    {
        let person = if determined & bits::PLURAL != 0 {
            Person::P3
        } else {
            Person::S3
        };
        let end = super::clause_subject::head(sentence, at).map_or(at + 2, |mut group| {
            super::clause_subject::extend(sentence, &mut group);
            group.end
        });
        return Some((person, end));
    }
    None
}

fn skip_adverb(sentence: &Sentence<'_>, at: usize) -> usize {
    if sentence.is_any(
        at,
        &["não", "já", "também", "ainda", "se", "me", "só", "sempre"],
    ) {
        at + 1
    } else {
        at
    }
}

/// `quando eu ver`.
pub(super) fn future_subjunctive(sentence: &Sentence<'_>) -> Vec<Hit> {
    let mut hits = Vec::new();
    for at in 0..sentence.tokens.len() {
        if !sentence.is_any(at, &["quando", "se", "enquanto", "quem", "conforme"])
            && (!sentence.is_any(at, &["que"])
                || !sentence.is_any(at.wrapping_sub(1), &["assim", "logo", "sempre"]))
        {
            continue;
        }
        let Some((person, behind)) = subject(sentence, at + 1) else {
            continue;
        };
        let verb = skip_adverb(sentence, behind);
        let Some(token) = sentence.get(verb) else {
            continue;
        };
        let base = if token.lower.ends_with("em") && person == Person::P3 {
            token.lower.strip_suffix("em").unwrap_or_default()
        } else if person == Person::P1 {
            token.lower.strip_suffix("mos").unwrap_or(&token.lower)
        } else {
            token.lower.as_str()
        };
        if base == "vim" && person == Person::S3 {
            hits.extend(sentence.hit(verb, verb, ["vier".to_owned()]));
        }
        if !IRREGULAR.contains(&base) {
            continue;
        }
        let lemma = if base == "por" { "pôr" } else { base };
        // `vir` is also the future subjunctive of `ver`: only its complement tells.
        if lemma == "vir"
            && !sentence.is_any(
                verb + 1,
                &[
                    "ao", "à", "aos", "aqui", "para", "até", "cá", "de", "do", "da", "me",
                ],
            )
        {
            continue;
        }
        if let Some(form) = sentence
            .lexicon
            .conjugate(lemma, Tense::FutureSubjunctive, person)
            && form != token.lower
        {
            hits.extend(sentence.hit(verb, verb, [form]));
        }
    }
    hits
}

/// `caso ele vier`.
pub(super) fn after_caso(sentence: &Sentence<'_>) -> Vec<Hit> {
    let mut hits = Vec::new();
    for at in 0..sentence.tokens.len() {
        if !sentence.is_any(at, &["caso"])
            || sentence.before(at).is_some_and(|before| {
                before.is_word() && !before.is_any(&["e", "mas", "que", "ou"])
            })
        {
            continue;
        }
        let behind = subject(sentence, at + 1).map_or(at + 1, |(_, behind)| behind);
        let verb = skip_adverb(sentence, behind);
        let Some(token) = sentence.get(verb) else {
            continue;
        };
        let reading = token.morphology.verbs.iter().find(|reading| {
            // `Caso chover, …`: without a subject between them `caso` is certainly the conjunction before a comma.
            let bare = behind == at + 1
                && sentence.is_any(verb + 1, &[","])
                && reading.person == Some(Person::S3)
                && token.lower != "por";
            reading.tense == Tense::FutureSubjunctive
                && !token.morphology.has(bits::NOMINAL)
                && (bare || !token.morphology.has(bits::INFINITIVE))
        });
        if let Some(reading) = reading
            && let Some(person) = reading.person
            && let Some(form) = sentence.lexicon.conjugate(
                &reading.lemma,
                Tense::Subjunctive,
                if person == Person::S1 {
                    Person::S3
                } else {
                    person
                },
            )
        {
            hits.extend(sentence.hit(verb, verb, [form]));
        } else if behind > at + 1 {
            hits.extend(to_subjunctive(sentence, verb));
        }
    }
    hits
}

/// The present indicative at `verb` as a present subjunctive.
fn to_subjunctive(sentence: &Sentence<'_>, verb: usize) -> Option<Hit> {
    let token = sentence.get(verb)?;
    // `talvez a mudança é que …`
    if token.is("é") && sentence.is_any(verb + 1, &["que"]) {
        return None;
    }
    let known = token.morphology.only_finite()
        || token.is_any(&[
            "é", "está", "tem", "vai", "são", "têm", "vêm", "vem", "dá", "pode", "vão", "quer",
            "sabe", "faz", "estão", "precisa", "fica", "gosta", "usa", "passa", "volta",
        ]);
    let ambiguous = token.morphology.verbs.iter().any(|reading| {
        matches!(
            reading.tense,
            Tense::Subjunctive
                | Tense::PastSubjunctive
                | Tense::FutureSubjunctive
                | Tense::Imperfect
                | Tense::Past
                | Tense::Future
                | Tense::Conditional
                | Tense::Pluperfect
        )
    });
    let reading = token.morphology.verbs.iter().find(|reading| {
        reading.tense == Tense::Present && matches!(reading.person, Some(Person::S3 | Person::P3))
    })?;
    if !known || ambiguous {
        return None;
    }
    let form = sentence
        .lexicon
        .conjugate(&reading.lemma, Tense::Subjunctive, reading.person?)?;
    sentence.hit(verb, verb, [form])
}

/// `talvez ele é`, `embora está`.
pub(super) fn after_talvez(sentence: &Sentence<'_>) -> Vec<Hit> {
    (0..sentence.tokens.len())
        .filter(|at| sentence.is_any(*at, &["talvez", "embora"]))
        .filter(|at| {
            !(sentence.is_any(*at, &["embora"])
                && sentence.before(*at).is_some_and(|before| before.is_word()))
        })
        .filter_map(|at| {
            let behind = subject(sentence, at + 1).map_or(at + 1, |(_, behind)| behind);
            to_subjunctive(sentence, skip_adverb(sentence, behind))
        })
        .collect()
}

/// `pediu que todos vêm`, `quero que ele está`.
pub(super) fn after_wish(sentence: &Sentence<'_>) -> Vec<Hit> {
    const WISHES: [&str; 8] = [
        "pedir",
        "querer",
        "exigir",
        "desejar",
        "esperar",
        "solicitar",
        "recomendar",
        "torcer",
    ];
    let mut hits = Vec::new();
    for at in 1..sentence.tokens.len() {
        if !sentence.is_any(at, &["que"])
            || !sentence.before(at).is_some_and(|before| {
                WISHES
                    .iter()
                    .any(|lemma| before.morphology.is_form_of(lemma))
                    && !before.morphology.has(bits::NOMINAL)
                    || is_evaluation(sentence, at)
            })
        {
            continue;
        }
        let behind = if sentence.is_any(at + 1, &["todos", "todas"]) {
            at + 2
        } else {
            subject(sentence, at + 1).map_or(at + 1, |(_, behind)| behind)
        };
        let verb = skip_adverb(sentence, behind);
        // `espera que é` after a question or with `o que` is another construction.
        if sentence.is_question()
            || sentence
                .before(at - 1)
                .is_some_and(|before| before.is_any(&["o", "se"]))
        {
            continue;
        }
        hits.extend(to_subjunctive(sentence, verb));
    }
    hits
}

/// Evaluations behind which `que` asks for the subjunctive.
const EVALUATIONS: &str = "importante necessário preciso possível fundamental essencial provável melhor justo natural imprescindível \
indispensável conveniente";

/// `é importante que`, with `que` at `at`.
fn is_evaluation(sentence: &Sentence<'_>, at: usize) -> bool {
    at > 1
        && sentence.is_any(at - 2, &["é", "será", "seria"])
        && sentence
            .before(at)
            .is_some_and(|word| EVALUATIONS.split_ascii_whitespace().any(|own| word.is(own)))
}

/// `ele estar com fome`, `recomenda fala com`.
pub(super) fn infinitive_or_finite(sentence: &Sentence<'_>) -> Vec<Hit> {
    let mut hits = Vec::new();
    for at in 0..sentence.tokens.len() {
        if sentence.is_any(at, &["estar", "dar", "ser", "ter"])
            && at > 0
            && super::noun_phrase::opens_clause(sentence, 0)
        {
            let opening = super::predicate::simple_subject(sentence, 0)
                .filter(|(features, end)| *end == at && features & bits::SINGULAR != 0);
            let pair = [
                ("estar", "está"),
                ("dar", "dá"),
                ("ser", "é"),
                ("ter", "tem"),
            ]
            .iter()
            .find(|(from, _)| sentence.is_any(at, &[from]));
            if opening.is_some() && !sentence.is_any(0, &["o", "a"])
                || opening.is_some() && sentence.is_any(at, &["estar"])
            {
                hits.extend(pair.and_then(|(_, to)| sentence.hit(at, at, [(*to).to_owned()])));
            }
        }
        let modal = sentence.is_any(
            at,
            &[
                "recomenda",
                "recomendam",
                "recomendou",
                "vai",
                "vão",
                "vou",
                "pode",
                "podem",
                "deve",
                "devem",
                "quer",
                "querem",
                "precisa",
                "precisam",
                "pretende",
                "consegue",
                "decidiu",
                "para",
            ],
        );
        if let Some(token) = sentence.get(at + 1)
            && modal
            && token.is_any(&[
                "fala", "está", "faze", "compra", "paga", "usa", "dá", "muda", "evita", "começa",
                "espera", "procura", "chega", "volta", "entra", "cuida",
            ])
            && sentence.is_any(
                at + 2,
                &[
                    "com", "o", "a", "os", "as", "um", "uma", "em", "no", "na", "mais", "bem", "de",
                ],
            )
            && !(sentence.is_any(at, &["para", "precisa", "quer"])
                || token.morphology.has(bits::NOUN)
                    && sentence.is_any(at, &["deve", "recomenda", "pode"])
                    && sentence.is_any(at + 2, &["de"]))
            && let Some(reading) = token
                .morphology
                .verbs
                .iter()
                .find(|reading| reading.tense == Tense::Present)
        {
            hits.extend(sentence.hit(at + 1, at + 1, [reading.lemma.clone()]));
        }
    }
    hits
}

/// Words that may stand before the sentence proper.
fn is_opening(sentence: &Sentence<'_>, at: usize) -> bool {
    at == 0
        || (at == 1
            && sentence
                .get(0)
                .is_some_and(|token| !token.is_word() && token.text != "("))
}

/// `Me disseram`.
pub(super) fn opening_pronoun(sentence: &Sentence<'_>) -> Vec<Hit> {
    let mut hits = Vec::new();
    for at in 0..sentence.tokens.len().min(2) {
        let pronoun = sentence.is_any(at, &["me", "te", "lhe", "lhes"]);
        if !pronoun || !is_opening(sentence, at) {
            continue;
        }
        let (Some(own), Some(verb)) = (sentence.get(at), sentence.get(at + 1)) else {
            continue;
        };
        let future = verb
            .morphology
            .verbs
            .iter()
            .any(|reading| matches!(reading.tense, Tense::Future | Tense::Conditional));
        if verb.morphology.has(bits::FINITE) && !verb.morphology.has(bits::CLOSED) && !future {
            hits.extend(sentence.hit(at, at + 1, [format!("{}-{}", verb.lower, own.lower)]));
        }
    }
    hits
}

/// Splits `encontrou-se` into verb and pronoun.
fn enclitic(word: &str) -> Option<(&str, &str)> {
    word.split_once('-').filter(|(_, pronoun)| {
        matches!(
            *pronoun,
            "se" | "me" | "te" | "lhe" | "lhes" | "nos" | "o" | "a" | "os" | "as"
        )
    })
}

/// `não encontrou-se`.
pub(super) fn attracted_pronoun(sentence: &Sentence<'_>) -> Vec<Hit> {
    let mut hits = Vec::new();
    for at in 1..sentence.tokens.len() {
        let Some(token) = sentence.get(at) else {
            continue;
        };
        let Some((verb, pronoun)) = enclitic(&token.lower) else {
            continue;
        };
        let negative = sentence.before(at).is_some_and(|before| {
            before.is_any(&[
                "não", "nunca", "jamais", "ninguém", "nada", "nem", "tampouco",
            ])
        });
        let subordinate = sentence.before(at).is_some_and(|before| {
            before.is_any(&[
                "que", "quando", "se", "porque", "embora", "conforme", "quem", "onde", "enquanto",
                "talvez",
            ])
        });
        let form = sentence.lexicon.analyse(verb);
        if (negative || subordinate)
            && form.has(bits::FINITE)
            && !(subordinate && form.has(bits::INFINITIVE))
        {
            hits.extend(sentence.hit(at, at, [format!("{pronoun} {verb}")]));
        }
    }
    hits
}

/// `encontrará-se`.
pub(super) fn future_pronoun(sentence: &Sentence<'_>) -> Vec<Hit> {
    let mut hits = Vec::new();
    for at in 0..sentence.tokens.len() {
        let Some(token) = sentence.get(at) else {
            continue;
        };
        let Some((verb, pronoun)) = enclitic(&token.lower) else {
            continue;
        };
        let form = sentence.lexicon.analyse(verb);
        let future = !form.verbs.is_empty()
            && form.verbs.iter().all(|reading| {
                matches!(
                    reading.tense,
                    Tense::Future | Tense::Conditional | Tense::Participle
                )
            });
        let participle = form.has(bits::PARTICIPLE)
            && !form.has(bits::FINITE)
            && sentence.before(at).is_some_and(|before| {
                before.morphology.is_form_of("ter") || before.morphology.is_form_of("haver")
            });
        if future || participle {
            hits.extend(sentence.hit(at, at, [format!("{pronoun} {verb}")]));
        }
    }
    hits
}
