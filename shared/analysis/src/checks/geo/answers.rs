//! Whether the text answers early, defines its subject, and has sections that stand alone.

use std::ops::Range;

use super::super::seo::links::is_listed;
use super::super::wording::{agreeing, at_least, at_most, counted};
use super::super::{Verdict, places};
use crate::facts::Facts;
use crate::facts::sections::Section;
use crate::language::classes::Classes;
use crate::language::definitions;
use crate::language::numerals;
use crate::language::questions;
use crate::text::{Sentence, Word};

/// Longest sentence that is an answer.
const ANSWER_WORDS: usize = 35;

/// Whether a sentence asserts something: an assertive verb or a number.
pub(crate) fn asserts(facts: &Facts<'_>, sentence: &Sentence) -> bool {
    let words = facts.text().words(sentence.first..sentence.end);
    words.iter().any(|word| is_assertion(facts, word))
}

fn is_assertion(facts: &Facts<'_>, word: &Word) -> bool {
    word.is(Classes::ASSERTIVE) || numerals::classify(facts.text().folded(word)).is_some()
}

/// Whether a range of words holds an assertive verb.
pub(crate) fn has_assertive_verb(facts: &Facts<'_>, words: Range<usize>) -> bool {
    let words = facts.text().words(words);
    words.iter().any(|word| word.is(Classes::ASSERTIVE))
}

/// Whether a range of words begins with an opener without information.
pub(crate) fn begins_with_opener(facts: &Facts<'_>, first: usize) -> bool {
    facts
        .text()
        .word(first)
        .is_some_and(|word| word.is(Classes::OPENER))
}

/// Whether a range of words begins with a word that refers to an earlier sentence.
pub(crate) fn begins_with_anaphor(facts: &Facts<'_>, first: usize) -> bool {
    facts
        .text()
        .word(first)
        .is_some_and(|word| word.is(Classes::ANAPHOR))
}

/// Whether a sentence answers on its own what the keyword asks.
pub(crate) fn is_answer(facts: &Facts<'_>, sentence: &Sentence) -> bool {
    sentence.len() <= ANSWER_WORDS
        && !sentence.is_question
        && facts.occurrences(sentence.first..sentence.end) == 1
        && asserts(facts, sentence)
        && !begins_with_opener(facts, sentence.first)
}

/// Within the first 60 words a sentence with all content words of the keyword and an assertive verb or a number, of at
/// most 35 words, that names the keyword once, is no question and begins with no opener; within 120 it is ok.
///
/// Sources: Growth Memo and AirOps (2026), where 44 % of the citations come from the first 30 % of a text; Microsoft
/// (October 2025).
pub(crate) fn answer_first(facts: &Facts<'_>) -> Verdict {
    let ends = facts
        .body_sentences()
        .iter()
        .zip(&facts.sentences)
        .filter(|(sentence, own)| own.position < 120 && is_answer(facts, sentence))
        .map(|(sentence, own)| (own.position + sentence.len(), own.block));
    let first = ends.min();
    let block = first.map(|(_, block)| block).or_else(|| {
        let mut paragraphs = facts.paragraphs();
        paragraphs.next().map(|(index, _)| index)
    });
    Verdict::graded(
        first.is_some_and(|(end, _)| end <= 60),
        first.is_some_and(|(end, _)| end <= 120),
        "A resposta vem logo no início.",
        "A resposta demora a aparecer. Dê-a em uma frase, nas primeiras 60 palavras.",
    )
    .at(block.map(|index| places::block(facts, index)))
}

/// The words of the heading above a block.
fn heading_words(facts: &Facts<'_>, block: usize) -> Option<Range<usize>> {
    let behind = facts
        .sections
        .partition_point(|section| section.blocks.start <= block);
    let section = facts.sections.get(behind.checked_sub(1)?)?;
    let heading = facts.document.headings.get(section.heading)?;
    let block = facts.blocks().get(heading.block)?;
    Some(block.text.words.clone())
}

/// The indexes of the definition sentences of the body.
pub(crate) fn definition_sentences(facts: &Facts<'_>) -> Vec<usize> {
    let sentences = facts.body_sentences().iter().zip(&facts.sentences);
    sentences
        .enumerate()
        .filter(|(_, (sentence, own))| {
            let text = facts.text();
            let heading = heading_words(facts, own.block);
            definitions::is_definition(text, sentence, facts.keyword.as_ref(), heading.clone())
                || heading.is_some_and(|heading| {
                    follows_heading(facts, own.block, sentence)
                        && definitions::answers_what(text, sentence, heading)
                })
        })
        .map(|(index, _)| index)
        .collect()
}

/// Whether a sentence is the first one after a heading.
pub(crate) fn follows_heading(facts: &Facts<'_>, block: usize, sentence: &Sentence) -> bool {
    let before = block.checked_sub(1);
    let before = before.and_then(|before| facts.blocks().get(before));
    let own = facts.blocks().get(block);
    before.is_some_and(|before| before.level().is_some())
        && own.is_some_and(|own| own.text.words.start == sentence.first)
}

/// A definition sentence in the first 30 % of the text; anywhere is ok.
///
/// Sources: an absorption study of 2026; Growth Memo and AirOps (2026).
pub(crate) fn definition_early(facts: &Facts<'_>) -> Verdict {
    let found = definition_sentences(facts);
    let first = found.first().copied();
    let position = first
        .and_then(|index| facts.sentences.get(index))
        .map(|sentence| sentence.position);
    let subject = facts.source(&facts.fields.keyword);
    let subject = if subject.is_empty() {
        "O assunto"
    } else {
        subject
    };
    Verdict::graded(
        position.is_some_and(|position| at_most(position, facts.words, 30)),
        first.is_some(),
        "O conceito é definido cedo.",
        format!("Falta uma definição no início. Escreva “{subject} é …” em uma frase."),
    )
    .at(first.and_then(|index| places::sentence(facts, index)))
}

/// At least 80 % of the H2 and H3 headings are informative; 50 % are ok. Informative headings have three words, two
/// of them content words (one in a question), and are no stock titles.
///
/// Sources: Growth Memo and AirOps (2026), where headings close to the query are cited more; Microsoft (October 2025).
pub(crate) fn heading_match(facts: &Facts<'_>) -> Verdict {
    let headings: Vec<usize> = facts
        .document
        .headings
        .iter()
        .enumerate()
        .filter(|(_, heading)| matches!(heading.level, 2 | 3))
        .map(|(index, _)| index)
        .collect();
    let total = headings.len();
    let vague: Vec<usize> = headings
        .into_iter()
        .filter(|index| !is_informative(facts, *index))
        .collect();
    let clear = total - vague.len();
    Verdict::graded(
        total > 0 && at_least(clear, total, 80),
        total > 0 && at_least(clear, total, 50),
        "Os intertítulos são claros.",
        "Há intertítulos vagos ou nenhum. Diga neles do que trata a seção.",
    )
    .at(vague.into_iter().map(|index| places::heading(facts, index)))
}

fn is_informative(facts: &Facts<'_>, index: usize) -> bool {
    let block = facts
        .document
        .headings
        .get(index)
        .and_then(|heading| facts.blocks().get(heading.block));
    let Some(block) = block else { return false };
    let words = facts.text().words(block.text.words.clone());
    let content = words
        .iter()
        .filter(|word| {
            !word.is(Classes::FUNCTION) && !word.is(Classes::STOP) && !word.is(Classes::SER)
        })
        .count();
    let text = facts.source(&block.text);
    let is_question = questions::is_question(text);
    let key = crate::faq::question_key(text);
    words.len() >= 3
        && (content >= 2 || (is_question && content >= 1))
        && !is_listed(&key, Classes::GENERIC_HEADING)
}

/// The first sentence of a section.
fn first_sentence(facts: &Facts<'_>, section: &Section) -> Option<usize> {
    let blocks = facts.blocks().get(section.blocks.clone())?;
    let sentences = blocks.iter().map(|block| &block.text.sentences);
    sentences
        .clone()
        .find(|sentences| !sentences.is_empty())
        .map(|sentences| sentences.start)
}

/// At most 10 % of the sections open with a word that refers to an earlier sentence; 30 % is ok.
///
/// Source: Microsoft (October 2025), self-contained sentences.
pub(crate) fn self_contained(facts: &Facts<'_>) -> Verdict {
    let openings: Vec<usize> = facts
        .sections
        .iter()
        .filter_map(|section| first_sentence(facts, section))
        .collect();
    if openings.len() < 2 {
        return Verdict::not_applicable();
    }
    let total = openings.len();
    let dependent: Vec<usize> = openings
        .into_iter()
        .filter(|index| {
            let sentence = facts.body_sentences().get(*index);
            sentence.is_some_and(|sentence| begins_with_anaphor(facts, sentence.first))
        })
        .collect();
    let opening = dependent
        .first()
        .and_then(|index| facts.body_sentences().get(*index))
        .and_then(|sentence| facts.text().word(sentence.first))
        .map_or("isso".to_owned(), |word| {
            facts.text().written(word).to_lowercase()
        });
    Verdict::graded(
        at_most(dependent.len(), total, 10),
        at_most(dependent.len(), total, 30),
        "Cada seção se entende sozinha.",
        format!(
            "{} {} com “{opening}” ou parecido. Repita o nome do assunto.",
            counted(dependent.len(), "seção", "seções"),
            agreeing(dependent.len(), "começa", "começam"),
        ),
    )
    .at(dependent
        .into_iter()
        .filter_map(|index| places::sentence(facts, index)))
}
