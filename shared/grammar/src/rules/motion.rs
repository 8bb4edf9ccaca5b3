//! Onde and aonde by the verb of their clause.

use crate::lexicon::bits;
use crate::sentence::{Hit, Sentence};
use crate::tokens::TokenKind;

/// Verbs of motion towards a place.
const MOTION: [&str; 6] = ["ir", "chegar", "levar", "conduzir", "dirigir", "retornar"];

/// Forms that ser and ir share.
const SHARED: [&str; 14] = [
    "foi", "foram", "fora", "fosse", "fossem", "for", "forem", "fui", "fomos", "é", "são", "era",
    "eram", "será",
];

/// The first finite verb of the clause behind `at`, and the index behind it.
fn clause_verb(sentence: &Sentence<'_>, at: usize) -> Option<usize> {
    (at..at + 6)
        .take_while(|index| sentence.get(*index).is_some_and(|token| token.is_word()))
        .find(|index| {
            sentence.get(*index).is_some_and(|token| {
                let form = &token.morphology;
                let verb = form.has(bits::FINITE)
                    && (!form.has(bits::NOMINAL) || form.is_form_of("levar"))
                    && !token.is_any(&["para", "como", "era", "entre", "sobre"]);
                verb || (form.has(bits::INFINITIVE) && *index == at)
            })
        })
}

/// `aonde` before a verb of rest, `onde` before a verb of motion.
pub(super) fn where_to(sentence: &Sentence<'_>) -> Vec<Hit> {
    let mut hits = Vec::new();
    for at in 0..sentence.tokens.len() {
        let aonde = sentence.is_any(at, &["aonde"]);
        if !aonde && !sentence.is_any(at, &["onde"]) {
            continue;
        }
        // `Vou aonde ele está`: the verb before governs the place.
        if aonde
            && sentence.before(at).is_some_and(|before| {
                ["ir", "chegar", "voltar", "retornar"]
                    .iter()
                    .any(|lemma| before.morphology.is_form_of(lemma))
            })
        {
            continue;
        }
        let Some(verb) = clause_verb(sentence, at + 1) else {
            continue;
        };
        let Some(token) = sentence.get(verb) else {
            continue;
        };
        let infinitive = (verb + 1..verb + 3)
            .filter_map(|index| sentence.get(index))
            .find(|next| next.morphology.has(bits::INFINITIVE));
        let moves = |token: &crate::tokens::Token<'_>| {
            MOTION
                .iter()
                .any(|lemma| token.morphology.is_form_of(lemma))
        };
        let motion = match infinitive {
            Some(infinitive) => {
                moves(infinitive)
                    || (aonde && (infinitive.morphology.is_form_of("ir") || infinitive.is("parar")))
            }
            None => moves(token),
        };
        let rests = !SHARED.contains(&token.lower.as_str())
            || token.is_any(&["é", "são", "era", "eram", "será"]);
        if aonde && !motion && rests {
            hits.extend(sentence.hit(at, at, ["onde".to_owned()]));
        } else if !aonde
            && motion
            && !SHARED.contains(&token.lower.as_str())
            && is_destination(sentence, at, verb, infinitive.is_some())
        {
            hits.extend(sentence.hit(at, at, ["aonde".to_owned()]));
        }
    }
    hits
}

/// Whether `onde` stands alone, not behind a preposition, and the verb of motion has no other goal.
fn is_destination(sentence: &Sentence<'_>, at: usize, verb: usize, modal: bool) -> bool {
    let preposition = sentence
        .before(at)
        .is_some_and(|before| before.is_any(&["de", "para", "até", "por", "desde", "pra", "em"]));
    let direct = sentence.get(verb).is_some_and(|token| {
        ["levar", "conduzir", "dirigir", "retornar"]
            .iter()
            .any(|lemma| token.morphology.is_form_of(lemma))
    });
    let end = if modal { verb + 2 } else { verb + 1 };
    let closed = sentence.get(end).is_none_or(|token| {
        token.kind == TokenKind::Mark
            || token.is_any(&[
                "com", "nas", "nos", "no", "na", "depois", "hoje", "amanhã", "agora", "você",
                "ele", "ela", "essa", "esse", "o", "e", "quando", "em",
            ])
    });
    !preposition && !direct && closed
}
