//! Checks of verbs against simple subjects.

use super::subject_phrase::{is_inverted, skip_adverbs, subject};
use super::verb_person::{in_person, is_verb, reading, verb_after};
use crate::lexicon::bits::{self, NOMINAL, PLURAL};
use crate::lexicon::{Person, Tense};
use crate::sentence::{Hit, Sentence};
use crate::tokens::Token;

/// `a gente vamos`.
pub(super) fn a_gente(sentence: &Sentence<'_>) -> Vec<Hit> {
    (0..sentence.tokens.len())
        .filter(|at| sentence.is_any(*at, &["a"]) && sentence.is_any(at + 1, &["gente"]))
        .filter_map(|at| {
            let verb = verb_after(sentence, at + 2)?;
            reading(sentence.get(verb)?, Person::P1, &[Person::S3])?;
            in_person(sentence, verb, Person::P1, Person::S3)
        })
        .collect()
}

/// Whether the pronoun at `at` is a subject: nothing before it governs it.
fn is_subject_pronoun(sentence: &Sentence<'_>, at: usize) -> bool {
    sentence.before(at).is_none_or(|before| {
        before.is_any(&[
            ",", "que", "e", "quando", "se", "mas", "porque", "como", "onde", "enquanto", "“",
            "\"", ";", ":", "hoje", "ontem", "então", "agora", "depois", "aonde", "embora",
            "também", "só", "porém", "(", "—", "–",
        ])
    }) && !(sentence
        .before(at)
        .is_some_and(|before| before.is_any(&["e", "que", "como", "só"]))
        && sentence.get(at.wrapping_sub(2)).is_some_and(|token| {
            token.morphology.has(NOMINAL)
                || token.is_any(&["eu", "você", "ela", "ele", "do", "mais", "menos"])
                || token.is_capitalised()
        }))
}

/// Personal pronouns with a verb in another person.
pub(super) fn pronouns(sentence: &Sentence<'_>) -> Vec<Hit> {
    use Person::{P1, P3, S1, S2, S3};
    let mut hits = Vec::new();
    for at in 0..sentence.tokens.len() {
        let (own, others): (Person, &[Person]) =
            match sentence.get(at).map(|token| token.lower.as_str()) {
                Some("eles" | "elas" | "vocês") => (P3, &[S3, S1, P1]),
                Some("nós") => (P1, &[S3, P3]),
                Some("ele" | "ela" | "você") => (S3, &[P3, P1]),
                Some("eu") => (S1, &[S3, P1, P3]),
                Some("tu") => (S2, &[S3]),
                _ => continue,
            };
        let relative = sentence.before(at).is_some_and(|before| before.is("que"));
        if !is_subject_pronoun(sentence, at) && !relative
            || sentence.is_any(at + 1, &["e", "ou", "que", "mesmo", ","])
        {
            continue;
        }
        let Some(verb) = verb_after(sentence, at + 1) else {
            continue;
        };
        // `nos` and `me` between pronoun and verb keep the subject; `eu me` too.
        let Some(token) = sentence.get(verb) else {
            continue;
        };
        if token
            .morphology
            .verbs
            .iter()
            .any(|reading| reading.person == Some(own) || reading.person.is_none())
        {
            continue;
        }
        let found = others
            .iter()
            .find(|other| token.morphology.has_person(**other));
        // The first and the third person share their form in most tenses.
        let shared = own == S1
            && token.morphology.verbs.iter().any(|reading| {
                !matches!(reading.tense, Tense::Present | Tense::Past | Tense::Future)
            });
        if let Some(other) = found.filter(|_| !shared) {
            hits.extend(in_person(sentence, verb, *other, own));
        }
    }
    hits
}

/// A plural subject with a verb in the singular.
pub(super) fn plural(sentence: &Sentence<'_>) -> Vec<Hit> {
    let mut hits = Vec::new();
    for at in 0..sentence.tokens.len() {
        let Some(found) = subject(sentence, at).filter(|found| found.plural) else {
            continue;
        };
        let verb = skip_adverbs(sentence, found.verb);
        let Some(token) = sentence.get(verb).filter(|token| is_verb(token)) else {
            continue;
        };
        if token.morphology.has_person(Person::P3)
            || is_inverted(sentence, verb)
            || sentence
                .get(at)
                .is_some_and(|own| own.is_any(&["ambos", "todos"]))
        {
            continue;
        }
        if reading(token, Person::S3, &[Person::P3, Person::P1]).is_some() {
            hits.extend(in_person(sentence, verb, Person::S3, Person::P3));
        }
    }
    hits
}

/// A singular subject with a verb in the plural.
pub(super) fn singular(sentence: &Sentence<'_>) -> Vec<Hit> {
    let mut hits = Vec::new();
    for at in 0..sentence.tokens.len() {
        let Some(found) = subject(sentence, at).filter(|found| !found.plural) else {
            continue;
        };
        if sentence.is_any(at, &["a", "o"])
            && sentence
                .before(at)
                .is_some_and(|before| before.is_any(&["que", "como"]))
            && found.extended
        {
            continue;
        }
        let verb = skip_adverbs(sentence, found.verb);
        let Some(token) = sentence.get(verb).filter(|token| is_verb(token)) else {
            continue;
        };
        if token.morphology.has_person(Person::S3) || is_inverted(sentence, verb) {
            continue;
        }
        if let Some(own) = reading(token, Person::P3, &[Person::S3]) {
            // `a lista … foram divulgadas`: the participle follows the verb.
            let passive = (own.lemma == "ser" || own.lemma == "ir")
                .then(|| {
                    sentence.get(verb + 1).filter(|next| {
                        next.morphology.has(bits::PARTICIPLE)
                            && next.morphology.nominal_within(PLURAL)
                    })
                })
                .flatten();
            // `o problema são os outros`: ser agrees with the predicate.
            if own.lemma == "ser"
                && !sentence
                    .get(verb + 1)
                    .is_some_and(|next| next.morphology.has(bits::PARTICIPLE))
            {
                continue;
            }
            hits.extend(match passive {
                Some(participle) => both(sentence, at, verb, participle),
                None => in_person(sentence, verb, Person::P3, Person::S3),
            });
        }
    }
    hits
}

/// The verb and its participle in the singular.
fn both(sentence: &Sentence<'_>, at: usize, verb: usize, participle: &Token<'_>) -> Option<Hit> {
    let single = in_person(sentence, verb, Person::P3, Person::S3)?
        .suggestions
        .into_iter()
        .next()?;
    let gender = sentence.get(at)?.morphology.determiner;
    let wanted = if gender & bits::FEMININE != 0 {
        bits::FS
    } else {
        bits::MS
    };
    let form = super::noun_phrase::agreeing(sentence, &participle.lower, wanted)?;
    sentence.hit(verb, verb + 1, [format!("{single} {form}")])
}
