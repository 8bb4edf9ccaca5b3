//! Paragraphs and sentences that answer engines take over.

use super::super::geo::answers::{
    begins_with_opener, definition_sentences, follows_heading, has_assertive_verb, is_answer,
};
use super::super::{Verdict, places};
use crate::facts::Facts;

/// Words of a good definition.
const DEFINITION_WORDS: usize = 30;
/// Words from the start of the text or of a section within which an answer stands out. Counting words and not blocks
/// means that dividing a long paragraph changes nothing.
const PROMINENT_WORDS: usize = 120;

/// A paragraph of 40 to 60 words with the whole keyword and an assertive verb, that begins within 120 words of the start of
/// the text or of a section; 30 to 80 words, or a stuffed text, are ok.
///
/// Source: SEMrush and Ghergich, and Portent: snippets are paragraphs of 40 to 55 words.
pub(crate) fn snippet_paragraph(facts: &Facts<'_>) -> Verdict {
    let candidates: Vec<(bool, usize)> = facts
        .paragraphs()
        .filter(|(index, block)| {
            (30..=80).contains(&block.words())
                && is_prominent(facts, *index)
                && facts.has_all_words(block.text.words.clone())
                && has_assertive_verb(facts, block.text.words.clone())
        })
        .map(|(index, block)| {
            let is_good = (40..=60).contains(&block.words()) && !facts.is_stuffed();
            (is_good, index)
        })
        .collect();
    let mut in_order = candidates.iter();
    let best = in_order
        .find(|(is_good, _)| *is_good)
        .or(candidates.first());
    Verdict::graded(
        best.is_some_and(|(is_good, _)| *is_good),
        best.is_some(),
        "Há um parágrafo-resposta.",
        "Falta um parágrafo-resposta. Resuma o tema em 40 a 60 palavras.",
    )
    .at(best.map(|(_, index)| places::block(facts, *index)))
}

/// Whether a block begins within [`PROMINENT_WORDS`] of the start of the text or of a section.
fn is_prominent(facts: &Facts<'_>, index: usize) -> bool {
    let before = facts.blocks().get(..index).unwrap_or_default();
    let mut words = 0;
    for block in before.iter().rev() {
        if block.level().is_some() {
            return true;
        }
        words += block.words();
        if words >= PROMINENT_WORDS {
            return false;
        }
    }
    true
}

/// A definition sentence of at most 30 words in the introduction or first after a heading; anywhere is ok.
///
/// Sources: SEMrush and Ghergich; an absorption study of 2026.
pub(crate) fn definition_snippet(facts: &Facts<'_>) -> Verdict {
    let found = definition_sentences(facts);
    let is_placed = |index: &usize| {
        let sentence = facts.body_sentences().get(*index);
        sentence.is_some_and(|sentence| {
            let in_intro = facts
                .intro
                .iter()
                .any(|words| words.contains(&sentence.first));
            let own = facts.sentences.get(*index);
            let is_first = own.is_some_and(|own| follows_heading(facts, own.block, sentence));
            sentence.len() <= DEFINITION_WORDS && (in_intro || is_first)
        })
    };
    let placed = found.iter().find(|index| is_placed(index)).copied();
    let place = placed.or_else(|| found.first().copied());
    Verdict::graded(
        placed.is_some(),
        !found.is_empty(),
        "A definição é curta e bem colocada.",
        "A definição falta ou está escondida. Ponha-a após um intertítulo, em até 30 palavras.",
    )
    .at(place.and_then(|index| places::sentence(facts, index)))
}

/// The first paragraph has 20 to 60 words and the whole keyword, begins with no question and no opener, and names the
/// keyword in its first sentence, or answers: in a sentence of at most 35 words with the keyword, once, and an assertive verb
/// or a number. 12 to 90 words with the whole keyword, or a stuffed text, are ok.
///
/// Source: SEMrush and Ghergich, and Portent, on featured snippets.
pub(crate) fn intro_answer(facts: &Facts<'_>) -> Verdict {
    let first = facts.paragraphs().next();
    let words = first
        .filter(|(_, block)| facts.has_all_words(block.text.words.clone()))
        .map_or(0, |(_, block)| block.words());
    let answers = first.is_some_and(|(_, block)| {
        let sentences = facts.text().sentences(block.text.sentences.clone());
        let asks = sentences.first().is_some_and(|one| one.is_question);
        !asks
            && !begins_with_opener(facts, block.text.words.start)
            && (sentences
                .first()
                .is_some_and(|one| facts.has_all_words(one.first..one.end))
                || sentences.iter().any(|one| is_answer(facts, one)))
    });
    Verdict::graded(
        (20..=60).contains(&words) && answers && !facts.is_stuffed(),
        (12..=90).contains(&words),
        "O primeiro parágrafo resume a resposta.",
        "O primeiro parágrafo não resume a resposta. Dê-a em 20 a 60 palavras, sem abrir com pergunta, e cite nela o tema.",
    )
    .at(first.map(|(index, _)| places::block(facts, index)))
}
