//! Verbs before their subject: chegou as encomendas, foi divulgado os nomes.

use super::noun_phrase::agreeing;
use super::{Check, Rule};
use crate::finding::Kind::Grammar;
use crate::lexicon::bits::{self, PLURAL};
use crate::lexicon::{Person, Tense};
use crate::sentence::{Hit, Sentence};

pub(super) const RULES: &[Rule] = &[Rule {
    id: "concordancia-verbo-inicial",
    kind: Grammar,
    message: "O verbo que vem antes do sujeito no plural vai para o plural.",
    right: &[
        "Chegaram as encomendas.",
        "Foram divulgados os nomes.",
        "Chegou a encomenda.",
    ],
    wrong: &[
        "{Chegou|Chegaram} as encomendas.",
        "{Foi divulgado|Foram divulgados} os nomes.",
        "Ontem {sumiu|sumiram} os documentos.",
    ],
    check: Check::Sentence(check),
}];

/// Verbs without an object, whose noun behind them is the subject.
const INTRANSITIVE: [&str; 10] = [
    "chegar",
    "sumir",
    "aparecer",
    "nascer",
    "morrer",
    "cair",
    "surgir",
    "desaparecer",
    "ocorrer",
    "brotar",
];

/// Whether `os` or `as` with a plural noun stands at `at`.
fn plural_subject(sentence: &Sentence<'_>, at: usize) -> Option<u32> {
    let article = sentence.get(at)?;
    if crate::pattern::class(article, "num")
        && !article.is_any(&["um", "uma", "1", "zero", "0"])
        && sentence.get(at + 1).is_some_and(|noun| {
            // `foi testada onze vezes` counts occasions.
            noun.morphology.only_nominal()
                && noun.morphology.nominal_within(PLURAL)
                && !noun.is("vezes")
        })
    {
        return sentence
            .get(at + 1)
            .map(|noun| noun.morphology.bits & PLURAL);
    }
    if !article.is_any(&["os", "as", "muitos", "muitas", "vários", "várias"]) {
        return None;
    }
    let mut place = at + 1;
    while sentence.is_any(
        place,
        &[
            "primeiros",
            "primeiras",
            "últimos",
            "últimas",
            "novos",
            "novas",
            "dois",
            "duas",
            "três",
            "seus",
            "suas",
        ],
    ) {
        place += 1;
    }
    let noun = sentence.get(place)?;
    let features = noun.morphology.bits & article.morphology.determiner & PLURAL;
    (features != 0
        && (noun.morphology.has(bits::NOUN | bits::FLEX) || noun.morphology.only_nominal()))
    .then_some(features)
}

/// Skips `ontem`, `à noite`, `nesta segunda-feira`.
fn past_time(sentence: &Sentence<'_>, at: usize) -> usize {
    let mut place = at;
    while place < at + 5 {
        if sentence.is_any(
            place,
            &["ontem", "hoje", "já", "também", "cedo", "finalmente"],
        ) {
            place += 1;
        } else if sentence.is_any(
            place,
            &["à", "de", "pela", "nesta", "na", "neste", "no", "em"],
        ) && sentence.is_any(
            place + 1,
            &[
                "noite",
                "tarde",
                "manhã",
                "madrugada",
                "segunda-feira",
                "terça-feira",
                "quarta-feira",
                "quinta-feira",
                "sexta-feira",
                "sábado",
                "domingo",
                "semana",
                "janeiro",
                "maio",
                "mês",
                "fim",
            ],
        ) {
            place += 2;
        } else {
            break;
        }
    }
    place
}

/// `Foi apreendido uma tonelada`.
fn passive_feminine(sentence: &Sentence<'_>, at: usize, word: &str) -> Option<Hit> {
    let article = sentence.get(at + 1)?;
    let noun = sentence.get(at + 2)?;
    let feminine = article.is_any(&["uma", "essa", "esta", "sua", "toda", "nova"])
        && noun.morphology.has(bits::NOUN)
        && noun.morphology.nominal_within(bits::FS);
    let masculine = word.strip_suffix('o')?;
    let predicate = [
        "considerad",
        "eleit",
        "nomead",
        "chamad",
        "julgad",
        "tid",
        "vist",
        "escolhid",
        "dit",
        "feit",
    ];
    (feminine && !predicate.contains(&masculine))
        .then(|| sentence.hit(at, at, [format!("{masculine}a")]))
        .flatten()
}

fn check(sentence: &Sentence<'_>) -> Vec<Hit> {
    let opening = usize::from(sentence.is_any(0, &["ontem", "hoje", "já", "assim", "finalmente"]));
    let mut hits = check_at(sentence, opening);
    // `No acidente, morreu os dois`: behind an adverbial that opens the sentence.
    if let Some(comma) = (1..8).find(|at| sentence.is_any(*at, &[","]))
        && super::noun_phrase::opens_clause(sentence, comma + 1)
    {
        hits.extend(check_at(sentence, comma + 1));
    }
    hits
}

/// A verb at `first` with its subject behind it.
fn check_at(sentence: &Sentence<'_>, first: usize) -> Vec<Hit> {
    let Some(verb) = sentence.get(first) else {
        return Vec::new();
    };
    // `some as despesas`: the imperative of somar.
    if verb.is("some") {
        return Vec::new();
    }
    let lexicon = sentence.lexicon;
    let plural = |lemma: &str, tense: Tense| lexicon.conjugate(lemma, tense, Person::P3);
    let reading = verb.morphology.verbs.iter().find(|reading| {
        reading.person == Some(Person::S3) && matches!(reading.tense, Tense::Past | Tense::Present)
    });
    let Some(reading) = reading.filter(|_| !verb.morphology.has_person(Person::P3)) else {
        return Vec::new();
    };
    let behind = past_time(sentence, first + 1);
    if INTRANSITIVE.contains(&reading.lemma.as_str()) && plural_subject(sentence, behind).is_some()
    {
        let form = plural(&reading.lemma, reading.tense);
        return form
            .and_then(|form| sentence.hit(first, first, [form]))
            .into_iter()
            .collect();
    }
    let be = verb.is_any(&["foi", "está", "é"]);
    let Some(participle) = sentence.get(first + 1).filter(|token| {
        be && (token.morphology.has(bits::PARTICIPLE) || token.is("entregue"))
            && token.morphology.nominal_within(bits::SINGULAR)
    }) else {
        return Vec::new();
    };
    if let Some(hit) = passive_feminine(sentence, first + 1, &participle.lower) {
        return vec![hit];
    }
    let hit = plural_subject(sentence, first + 2).and_then(|features| {
        let form = agreeing(sentence, &participle.lower, features)?;
        let auxiliary = match verb.lower.as_str() {
            "foi" => "foram",
            "é" => "são",
            _ => "estão",
        };
        sentence.hit(first, first + 1, [format!("{auxiliary} {form}")])
    });
    hit.into_iter().collect()
}
