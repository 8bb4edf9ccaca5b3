//! The different content words of the text.

use std::collections::HashMap;

use crate::document::Document;
use crate::language::classes::Classes;
use crate::text::Word;

/// The content words of all blocks but headings, folded: no function words, pronouns, auxiliaries, connectors, numbers
/// or single letters.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Vocabulary {
    /// Number of different words.
    pub distinct: usize,
    /// The most frequent word; among equals the first in the alphabet.
    pub most_frequent: String,
    /// How often that word occurs.
    pub occurrences: usize,
}

impl Vocabulary {
    /// Counts the words of a body.
    pub fn of(document: &Document) -> Self {
        let text = &document.text;
        let mut counts: HashMap<&str, usize> = HashMap::new();
        let blocks = document.blocks.iter();
        for block in blocks.filter(|block| block.level().is_none()) {
            let words = text.words(block.text.words.clone()).iter();
            for word in words.filter(|word| is_content(word)) {
                *counts.entry(text.folded(word)).or_default() += 1;
            }
        }
        let distinct = counts.len();
        let first = counts
            .into_iter()
            .max_by(|(one, count), (other, other_count)| {
                count.cmp(other_count).then_with(|| other.cmp(one))
            });
        let (most_frequent, occurrences) = first.unwrap_or_default();
        Self {
            distinct,
            most_frequent: most_frequent.to_owned(),
            occurrences,
        }
    }
}

fn is_content(word: &Word) -> bool {
    word.has_letter()
        && !word.is(Classes::FUNCTION)
        && !word.is(Classes::STOP)
        && !word.is(Classes::SER)
        && !word.is(Classes::CONNECTOR)
        && word.folded_end - word.folded_start > 1
}
