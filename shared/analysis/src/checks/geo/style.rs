//! Fluency, vague words and repetition.

use super::super::seo::readability::{ENOUGH_WORDS, equal_beginnings, long_sentences};
use super::super::seo::structure::LONG_PARAGRAPH;
use super::super::wording::{agreeing, at_most, counted};
use super::super::{Verdict, places};
use crate::facts::Facts;
use crate::language::classes::Classes;

/// Four tests: at most 25 % of the sentences over 25 words, no paragraph over 150, a Flesch index of 35, and no three
/// sentences in a row that begin alike. Three of four are ok.
///
/// Source: Aggarwal et al. (KDD 2024), fluency: +28 to +29 %.
pub(crate) fn fluency(facts: &Facts<'_>) -> Verdict {
    if facts.words < ENOUGH_WORDS {
        return Verdict::not_applicable();
    }
    let long = long_sentences(facts);
    let runs = equal_beginnings(facts);
    let long_paragraphs: Vec<usize> = facts
        .paragraphs()
        .filter(|(_, block)| block.words() > LONG_PARAGRAPH)
        .map(|(index, _)| index)
        .collect();
    let is_readable = facts.readability.tenths().is_none_or(|index| index >= 350);
    let has_short_sentences = at_most(long.len(), facts.sentence_count, 25);
    let passed = [
        has_short_sentences,
        long_paragraphs.is_empty(),
        is_readable,
        runs.is_empty(),
    ];
    let failed = passed.iter().filter(|passed| !**passed).count();
    let long = long.into_iter().filter(|_| !has_short_sentences);
    let marked = long.chain(runs.into_iter().flatten());
    let mut blocks: Vec<usize> = marked
        .filter_map(|index| facts.sentences.get(index))
        .map(|sentence| sentence.block)
        .chain(long_paragraphs)
        .collect();
    blocks.sort_unstable();
    blocks.dedup();
    let hint = if blocks.is_empty() {
        "Use frases curtas e palavras comuns."
    } else {
        "Encurte ou varie os trechos marcados."
    };
    Verdict::graded(
        failed == 0,
        failed == 1,
        "O texto flui bem.",
        format!("O texto falha em {failed} de 4 testes de fluência. {hint}"),
    )
    .at(blocks.into_iter().map(|index| places::block(facts, index)))
}

/// At most 5 vague expressions per 1,000 words; 12 are ok.
///
/// Source: Microsoft (October 2025), against vague praise.
pub(crate) fn vague_language(facts: &Facts<'_>) -> Verdict {
    if facts.words < ENOUGH_WORDS {
        return Verdict::not_applicable();
    }
    let mut found = Vec::new();
    for block in facts
        .blocks()
        .iter()
        .filter(|block| block.level().is_none())
    {
        let mut index = block.text.words.start;
        while index < block.text.words.end {
            let length = vague_length(facts, index).min(block.text.words.end - index);
            if length > 0 {
                found.push(index..index + length);
            }
            index += length.max(1);
        }
    }
    let message = format!(
        "Há {}. {} por fatos, nomes ou números.",
        counted(found.len(), "expressão vaga", "expressões vagas"),
        agreeing(found.len(), "Troque-a", "Troque-as"),
    );
    let per_thousand = |limit: usize| found.len() * 1_000 <= limit * facts.words;
    let (is_good, is_ok) = (per_thousand(5), per_thousand(12));
    Verdict::graded(is_good, is_ok, "A linguagem é precisa.", message).at(found
        .into_iter()
        .filter_map(|words| places::words(facts, words)))
}

/// The words of the vague expression at an index; 0 when there is none.
fn vague_length(facts: &Facts<'_>, index: usize) -> usize {
    let text = facts.text();
    let is_vague = text.word(index).is_some_and(|word| word.is(Classes::VAGUE));
    if !is_vague {
        return 0;
    }
    let phrases = text.phrases(index..index + 1).iter();
    let longest = phrases
        .filter(|phrase| phrase.classes.has(Classes::VAGUE))
        .map(|phrase| phrase.length)
        .max();
    longest.unwrap_or(1)
}

/// The keyword at most 2.5 times per 100 words, and no content word over 4 % of the text; 3.5 and 5.5 are ok.
///
/// Source: Aggarwal et al. (KDD 2024), keyword stuffing: −8 to −10 %.
pub(crate) fn stuffing(facts: &Facts<'_>) -> Verdict {
    if facts.words < ENOUGH_WORDS {
        return Verdict::not_applicable();
    }
    let keyword = facts.keyword_count;
    let vocabulary = &facts.vocabulary;
    let (word, count) = (vocabulary.most_frequent.as_str(), vocabulary.occurrences);
    // Tenths of a per cent.
    let within = |keyword_limit: usize, word_limit: usize| {
        keyword * 1_000 <= keyword_limit * facts.words && count * 1_000 <= word_limit * facts.words
    };
    let repeats_keyword = keyword * 1_000 > 25 * facts.words;
    let place = first_use(facts, word);
    let (shown, times) = if repeats_keyword && count * 1_000 <= 40 * facts.words {
        (facts.source(&facts.fields.keyword), keyword)
    } else {
        (word, count)
    };
    Verdict::graded(
        within(25, 40),
        within(35, 55),
        "Não há repetição excessiva.",
        format!(
            "“{shown}” se repete {}. Use sinônimos e pronomes onde couber.",
            counted(times, "vez", "vezes")
        ),
    )
    .at(place)
}

fn first_use(facts: &Facts<'_>, folded: &str) -> Option<crate::outcome::Place> {
    let text = facts.text();
    let body = facts
        .blocks()
        .last()
        .map_or(0, |block| block.text.words.end);
    let index = (0..body).find(|index| {
        text.word(*index)
            .is_some_and(|word| text.folded(word) == folded)
    })?;
    places::words(facts, index..index + 1)
}
