//! The keyword in the text.

use super::super::wording::{at_most, counted};
use super::super::{Verdict, places};
use crate::facts::Facts;

/// Texts shorter than this have no meaningful density.
const DENSITY_WORDS: usize = 100;
/// Texts with fewer sentences have no meaningful distribution.
const DISTRIBUTION_SENTENCES: usize = 15;

/// The introduction holds all content words in one sentence; anywhere in it, or in a stuffed text, is ok.
///
/// Source: Yoast SEO, "Keyphrase in introduction".
pub(crate) fn keyword_in_intro(facts: &Facts<'_>) -> Verdict {
    let complete = facts
        .keyword
        .as_ref()
        .map_or(0, crate::keyword::Keyword::complete);
    let inside = |word: usize| facts.intro.iter().any(|range| range.contains(&word));
    let in_sentence = facts
        .body_sentences()
        .iter()
        .filter(|sentence| inside(sentence.first))
        .any(|sentence| {
            let end = facts
                .intro
                .iter()
                .find(|range| range.contains(&sentence.first))
                .map_or(sentence.end, |range| range.end.min(sentence.end));
            facts.has_all_words(sentence.first..end)
        });
    let all = facts
        .intro
        .iter()
        .fold(0, |mask, range| mask | facts.mask(range.clone()));
    Verdict::graded(
        in_sentence && !facts.is_stuffed(),
        all == complete,
        "A introdução apresenta o tema.",
        "A introdução não traz a palavra-chave inteira em uma frase. Cite-a nas primeiras linhas.",
    )
    .at(first_paragraph(facts).map(|block| places::block(facts, block)))
}

fn first_paragraph(facts: &Facts<'_>) -> Option<usize> {
    facts.paragraphs().map(|(index, _)| index).next()
}

/// H2 and H3 headings with half of the keyword: one, or two when there are over six, and not over 75 % of four or
/// more. One of over six, over 75 %, or a stuffed text, is ok.
///
/// Source: Yoast SEO, "Keyphrase in subheadings".
pub(crate) fn keyword_in_headings(facts: &Facts<'_>) -> Verdict {
    let headings: Vec<usize> = facts
        .document
        .headings
        .iter()
        .enumerate()
        .filter(|(_, heading)| matches!(heading.level, 2 | 3))
        .map(|(index, _)| index)
        .collect();
    let names_keyword = |index: &&usize| {
        let block = facts
            .document
            .headings
            .get(**index)
            .and_then(|heading| facts.blocks().get(heading.block));
        block.is_some_and(|block| facts.has_half(block.text.words.clone()))
    };
    let found: Vec<usize> = headings.iter().filter(names_keyword).copied().collect();
    let total = headings.len();
    let needed = if total > 6 { 2 } else { 1 };
    let repeats = total >= 4 && !at_most(found.len(), total, 75);
    let places = if found.is_empty() {
        headings
    } else {
        found.clone()
    };
    let message = if total == 0 {
        "O texto não tem intertítulos. Crie um H2 que cite a palavra-chave.".to_owned()
    } else {
        format!(
            "{} de {total} {} a palavra-chave. Use-a em alguns, sem repetir em todos.",
            found.len(),
            if total == 1 {
                "intertítulo traz"
            } else if found.len() == 1 {
                "intertítulos traz"
            } else {
                "intertítulos trazem"
            }
        )
    };
    Verdict::graded(
        found.len() >= needed && !repeats && !facts.is_stuffed(),
        !found.is_empty(),
        "Os intertítulos refletem o tema.",
        message,
    )
    .at(places
        .into_iter()
        .map(|index| places::heading(facts, index)))
}

/// How often the text names the keyword per 100 words: 0.3 to 2.5, and at least twice. Once, 0.15 to 0.3, or 2.5 to
/// 3.5 is ok.
///
/// Sources: Yoast SEO, "Keyphrase density"; Rank Math, "Keyword density"; Aggarwal et al., "GEO: Generative Engine
/// Optimization" (KDD 2024), where keyword stuffing lowers visibility.
pub(crate) fn keyword_density(facts: &Facts<'_>) -> Verdict {
    if facts.words < DENSITY_WORDS {
        return Verdict::not_applicable();
    }
    let count = facts.keyword_count;
    // Occurrences per 100,000 words, so that the limits are integers.
    let density = count * 100_000 / facts.words;
    let times = counted(count, "vez", "vezes");
    let blocks = occurrence_blocks(facts);
    let verdict = if count >= 2 && (300..=2_500).contains(&density) {
        Verdict::good(format!("A palavra-chave aparece {times}."))
    } else if density > 2_500 {
        Verdict::not_good(
            density <= 3_500 || count == 1,
            format!("A palavra-chave aparece {times}, demais. Troque algumas por sinônimos."),
        )
    } else if count == 0 {
        Verdict::not_good(
            false,
            "A palavra-chave não aparece no texto. Cite-a onde couber.",
        )
    } else {
        Verdict::not_good(
            count == 1 || density >= 150,
            format!("A palavra-chave aparece só {times}. Cite-a onde couber."),
        )
    };
    verdict.at(blocks.into_iter().map(|block| places::block(facts, block)))
}

fn occurrence_blocks(facts: &Facts<'_>) -> Vec<usize> {
    let mut blocks = Vec::new();
    for (block, words) in facts.scopes() {
        if blocks.last() != Some(&block) && facts.has_all_words(words) {
            blocks.push(block);
        }
    }
    blocks
}

/// The longest run of sentences without any content word of the keyword is at most 30 % of all sentences; 50 %, or a
/// stuffed text, is ok.
///
/// Source: Yoast SEO, "Keyphrase distribution".
pub(crate) fn keyword_distribution(facts: &Facts<'_>) -> Verdict {
    let total = facts.sentences.len();
    if total < DISTRIBUTION_SENTENCES {
        return Verdict::not_applicable();
    }
    let (mut longest, mut start, mut run) = (0, 0, 0);
    for (index, sentence) in facts.sentences.iter().enumerate() {
        run = if sentence.mask == 0 { run + 1 } else { 0 };
        if run > longest {
            longest = run;
            start = index + 1 - run;
        }
    }
    let is_good = at_most(longest, total, 30) && !facts.is_stuffed();
    let place = facts
        .sentences
        .get(start)
        .filter(|_| !is_good)
        .map(|sentence| places::block(facts, sentence.block));
    Verdict::graded(
        is_good,
        at_most(longest, total, 50),
        "O tema percorre o texto.",
        format!("{longest} frases seguidas não citam o tema. Retome a palavra-chave ali."),
    )
    .at(place)
}
