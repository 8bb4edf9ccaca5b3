//! Commas between a long subject and its verb.

use super::clause_subject::{extend, head};
use super::long_subjects::is_saying;
use super::noun_phrase::opens_clause;
use super::verb_person::is_verb;
use crate::lexicon::Person::{P3, S3};
use crate::lexicon::bits::NOMINAL;
use crate::sentence::{Hit, Sentence};

/// `uma pesquisa feita com empresários, mostrou`.
pub(super) fn subject(sentence: &Sentence<'_>) -> Vec<Hit> {
    let mut hits = Vec::new();
    for at in 0..sentence.tokens.len() {
        let opens = opens_clause(sentence, at) && !(at > 0 && sentence.is_any(at - 1, &[":"]));
        if !opens || at > 1 && sentence.is_any(at - 1, &["como"]) {
            continue;
        }
        let Some(mut group) = head(sentence, at) else {
            continue;
        };
        extend(sentence, &mut group);
        let comma = group.end;
        let (Some(last), Some(verb)) = (sentence.before(comma), sentence.get(comma + 1)) else {
            continue;
        };
        let wanted = if group.is_plural() || group.coordinated {
            P3
        } else {
            S3
        };
        let list = sentence.is_any(comma + 2, &[","])
            || (comma + 2..comma + 5).any(|place| {
                sentence.is_any(place, &["e"])
                    && sentence.get(place + 1).is_some_and(|next| is_verb(next))
            });
        let fits = sentence.is_any(comma, &[","])
            && group.complemented
            && !group.bare
            && last.is_word()
            && is_verb(verb)
            && verb.morphology.has_person(wanted)
            && !verb.morphology.has(NOMINAL)
            && !is_saying_of_other(sentence, comma + 1)
            && !["haver", "existir", "faltar"]
                .iter()
                .any(|lemma| verb.morphology.is_form_of(lemma))
            && !sentence
                .get(comma + 2)
                .is_some_and(|next| next.is_word() && next.is_capitalised())
            && !verb.is_capitalised()
            && !list;
        if fits {
            hits.push(Hit {
                start: last.start,
                end: verb.end,
                suggestions: vec![format!("{} {}", last.text, verb.text)],
            });
        }
    }
    hits
}

/// `a casa, disse ela`: a verb of saying with a subject of its own.
fn is_saying_of_other(sentence: &Sentence<'_>, verb: usize) -> bool {
    is_saying(sentence, verb) && !sentence.is_any(verb + 1, &["que"])
}
