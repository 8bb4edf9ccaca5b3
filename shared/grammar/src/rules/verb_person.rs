//! Reads verbs by person, and puts them into another person.

use crate::lexicon::{Person, Tense, VerbReading};
use crate::sentence::{Hit, Sentence};
use crate::tokens::Token;

/// Finite forms that are also nouns or function words, but whose reading as verb is certain behind a subject.
const SURE_VERBS: [&str; 51] = [
    "fomos", "somos", "vamos", "temos", "estamos", "foi", "é", "vai", "tem", "está", "era", "fez",
    "faz", "quer", "pode", "deve", "disse", "ficou", "estava", "sabe", "gosta", "vem", "vê", "dá",
    "chega", "começa", "fala", "precisa", "entra", "custa", "vale", "conta", "trabalha", "usa",
    "mora", "joga", "compra", "venda", "gostam", "são", "vão", "têm", "estão", "foram", "eram",
    "saem", "sai", "cai", "entram", "passa", "prefere",
];

pub(super) fn is_verb(token: &Token<'_>) -> bool {
    token.is_word()
        && !token.marked
        && !token.is_capitalised()
        && (token.morphology.only_finite() || SURE_VERBS.contains(&token.lower.as_str()))
}

/// The reading of `token` that every tense of `person` gives, when no reading has one of `excluded`.
pub(super) fn reading<'t>(
    token: &'t Token<'_>,
    person: Person,
    excluded: &[Person],
) -> Option<&'t VerbReading> {
    let verbs = &token.morphology.verbs;
    let conflict = verbs
        .iter()
        .any(|reading| reading.person.is_some_and(|own| excluded.contains(&own)));
    (!conflict)
        .then(|| {
            verbs.iter().find(|reading| {
                reading.person == Some(person) && reading.tense != Tense::Infinitive
            })
        })
        .flatten()
}

/// A hit on the verb at `at` with its form in another person. Tenses that only look alike are tried in the order of the readings.
pub(super) fn in_person(
    sentence: &Sentence<'_>,
    at: usize,
    own: Person,
    wanted: Person,
) -> Option<Hit> {
    let token = sentence.get(at)?;
    // `gostamos` is present and past; in the third person the past comes first, because `vieram` is also pluperfect.
    let (first, second) = if own == Person::P1 {
        (Tense::Present, Tense::Past)
    } else {
        (Tense::Past, Tense::Present)
    };
    let order = [
        first,
        second,
        Tense::Imperfect,
        Tense::Future,
        Tense::Conditional,
        Tense::Subjunctive,
        Tense::PastSubjunctive,
    ];
    let reading = order.iter().find_map(|tense| {
        token
            .morphology
            .verbs
            .iter()
            .find(|reading| reading.tense == *tense && reading.person == Some(own))
    })?;
    let form = sentence
        .lexicon
        .conjugate(&reading.lemma, reading.tense, wanted)?;
    (form != token.lower)
        .then(|| sentence.hit(at, at, [form]))
        .flatten()
}

/// The index of the verb at or behind `at`, past adverbs and unstressed pronouns.
pub(super) fn verb_after(sentence: &Sentence<'_>, at: usize) -> Option<usize> {
    let mut place = at;
    while sentence.is_any(
        place,
        &[
            "não", "já", "também", "ainda", "sempre", "nunca", "se", "me", "nos", "lhe", "só",
            "quase", "hoje", "agora", "mesmo", "mesmos", "mesmas",
        ],
    ) && place < at + 3
    {
        place += 1;
    }
    sentence
        .get(place)
        .filter(|token| is_verb(token))
        .map(|_| place)
}
