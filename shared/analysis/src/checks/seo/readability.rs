//! Readability of the sentences.

use super::super::wording::{at_least, at_most, counted, per_cent};
use super::super::{Verdict, places};
use crate::facts::Facts;
use crate::facts::prose::LONG_SENTENCE;
use crate::language::classes::Classes;
use crate::language::readability::shown;
use crate::text::Sentence;

/// Texts with fewer sentences have no meaningful share of them.
const ENOUGH_SENTENCES: usize = 5;
/// Texts with fewer words have no meaningful index.
pub(crate) const ENOUGH_WORDS: usize = 100;
/// Texts with fewer words need no connectors.
const CONNECTED_WORDS: usize = 200;
/// Sentences in a row that begin alike.
const SAME_BEGINNINGS: usize = 3;

/// The indexes of long sentences.
pub(crate) fn long_sentences(facts: &Facts<'_>) -> Vec<usize> {
    let sentences = facts.body_sentences().iter().enumerate();
    sentences
        .filter(|(_, sentence)| sentence.len() > LONG_SENTENCE)
        .map(|(index, _)| index)
        .collect()
}

/// At most 25 % of the sentences have over 25 words; 30 % is ok.
///
/// Source: Yoast SEO, "Sentence length".
pub(crate) fn sentence_length(facts: &Facts<'_>) -> Verdict {
    let total = facts.sentence_count;
    if total < ENOUGH_SENTENCES {
        return Verdict::not_applicable();
    }
    let long = long_sentences(facts);
    Verdict::graded(
        at_most(long.len(), total, 25),
        at_most(long.len(), total, 30),
        "As frases têm bom tamanho.",
        format!(
            "{} % das frases passam de {LONG_SENTENCE} palavras. Corte as mais longas em duas.",
            per_cent(long.len(), total)
        ),
    )
    .at(long
        .into_iter()
        .filter_map(|index| places::sentence(facts, index)))
}

/// The Flesch index is 50 or more; 35 is ok.
///
/// Source: Martins, Ghiraldelo, Nunes and Oliveira (1996) for the formula and its bands.
pub(crate) fn flesch(facts: &Facts<'_>) -> Verdict {
    let Some(index) = facts
        .readability
        .tenths()
        .filter(|_| facts.words >= ENOUGH_WORDS)
    else {
        return Verdict::not_applicable();
    };
    let number = shown(index);
    Verdict::graded(
        index >= 500,
        index >= 350,
        format!("A leitura é fácil (índice {number})."),
        format!("A leitura é difícil (índice {number}). Use frases curtas e palavras comuns."),
    )
}

/// At most 10 % of the sentences are in the passive voice; 15 % is ok.
///
/// Source: Yoast SEO, "Passive voice".
pub(crate) fn passive_voice(facts: &Facts<'_>) -> Verdict {
    let total = facts.sentence_count;
    if total < ENOUGH_SENTENCES {
        return Verdict::not_applicable();
    }
    let passive: Vec<usize> = indexes(facts, |sentence| sentence.is_passive);
    Verdict::graded(
        at_most(passive.len(), total, 10),
        at_most(passive.len(), total, 15),
        "A voz ativa predomina.",
        format!(
            "{} % das frases estão na voz passiva. Diga quem faz a ação.",
            per_cent(passive.len(), total)
        ),
    )
    .at(passive
        .into_iter()
        .filter_map(|index| places::sentence(facts, index)))
}

fn indexes(
    facts: &Facts<'_>,
    is_meant: impl Fn(&crate::facts::prose::SentenceFacts) -> bool,
) -> Vec<usize> {
    let sentences = facts.sentences.iter().enumerate();
    sentences
        .filter(|(_, sentence)| is_meant(sentence))
        .map(|(index, _)| index)
        .collect()
}

/// At least 30 % of the sentences hold a connector; 20 % is ok.
///
/// Source: Yoast SEO, "Transition words".
pub(crate) fn transitions(facts: &Facts<'_>) -> Verdict {
    let total = facts.sentence_count;
    if facts.words < CONNECTED_WORDS || total == 0 {
        return Verdict::not_applicable();
    }
    let connected = indexes(facts, |sentence| sentence.has_connector).len();
    let is_good = at_least(connected, total, 30);
    let mut blocks: Vec<usize> = indexes(facts, |sentence| !sentence.has_connector)
        .into_iter()
        .filter_map(|index| facts.sentences.get(index))
        .map(|sentence| sentence.block)
        .collect();
    blocks.dedup();
    Verdict::graded(
        is_good,
        at_least(connected, total, 20),
        "As frases estão bem ligadas.",
        format!(
            "Só {} % das frases têm conectivos. Ligue melhor as ideias.",
            per_cent(connected, total)
        ),
    )
    .at(blocks
        .into_iter()
        .filter(|_| !is_good)
        .map(|block| places::block(facts, block)))
}

/// Runs of three or more sentences with the same first word, as ranges of sentence indexes. An article is skipped.
pub(crate) fn equal_beginnings(facts: &Facts<'_>) -> Vec<std::ops::Range<usize>> {
    let sentences = facts.body_sentences();
    let mut runs = Vec::new();
    let mut start = 0;
    for index in 1..=sentences.len() {
        let previous = sentences.get(index - 1);
        let continues = sentences.get(index).is_some_and(|sentence| {
            previous.is_some_and(|previous| {
                !beginning(facts, sentence).is_empty()
                    && beginning(facts, sentence) == beginning(facts, previous)
            })
        });
        if continues {
            continue;
        }
        if index - start >= SAME_BEGINNINGS {
            runs.push(start..index);
        }
        start = index;
    }
    runs
}

/// The first word of a sentence that is no article, folded.
fn beginning<'a>(facts: &'a Facts<'_>, sentence: &Sentence) -> &'a str {
    let words = facts.text().words(sentence.first..sentence.end);
    let first = words.iter().find(|word| !word.is(Classes::ARTICLE));
    first.map_or("", |word| facts.text().folded(word))
}

/// No three sentences in a row begin with the same word, articles skipped; one such run is ok.
///
/// Source: Yoast SEO, "Consecutive sentences".
pub(crate) fn sentence_beginnings(facts: &Facts<'_>) -> Verdict {
    let runs = equal_beginnings(facts);
    let longest = runs
        .iter()
        .max_by_key(|run| (run.len(), usize::MAX - run.start));
    let (length, word) = longest.map_or((0, ""), |run| {
        let sentence = facts.body_sentences().get(run.start);
        let word = sentence.map_or("", |sentence| beginning_as_written(facts, sentence));
        (run.len(), word)
    });
    Verdict::graded(
        runs.is_empty(),
        runs.len() == 1,
        "Os começos de frase variam.",
        format!(
            "{} seguidas começam com “{word}”. Varie o início.",
            counted(length, "frase", "frases")
        ),
    )
    .at(runs
        .into_iter()
        .flatten()
        .filter_map(|index| places::sentence(facts, index)))
}

fn beginning_as_written<'a>(facts: &'a Facts<'_>, sentence: &Sentence) -> &'a str {
    let words = facts.text().words(sentence.first..sentence.end);
    let first = words.iter().find(|word| !word.is(Classes::ARTICLE));
    first.map_or("", |word| facts.text().written(word))
}
