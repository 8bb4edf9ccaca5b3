//! The sentences of the body, with what checks ask about them.

use std::ops::Range;

use super::links::LinkTarget;
use crate::document::Document;
use crate::language::classes::Classes;
use crate::language::{attribution, passive, statistics};
use crate::text::{Sentence, Text};

/// Words above which a sentence is long.
pub(crate) const LONG_SENTENCE: usize = 25;

/// What is known about a sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SentenceFacts {
    /// Its block.
    pub block: usize,
    /// Words of the text before it, headings aside.
    pub position: usize,
    /// The content words of the keyword in it.
    pub mask: u32,
    /// The word at which a statistic begins.
    pub statistic: Option<usize>,
    /// The name to which it attributes something.
    pub attributed: Option<String>,
    /// Whether a link to another host begins in it.
    pub links_out: bool,
    /// Whether it is in the passive voice.
    pub is_passive: bool,
    /// Whether it holds a connector.
    pub has_connector: bool,
}

impl SentenceFacts {
    /// Whether it names a source: a name or a link to another host.
    pub const fn names_source(&self) -> bool {
        self.attributed.is_some() || self.links_out
    }
}

/// The facts of the body's sentences, in order.
pub(crate) fn sentences(
    document: &Document,
    count: usize,
    masks: &[u32],
    targets: &[LinkTarget],
) -> Vec<SentenceFacts> {
    let text = &document.text;
    let outside: Vec<usize> = document
        .links
        .iter()
        .zip(targets)
        .filter(|(_, target)| target.is_external())
        .map(|(link, _)| link.byte)
        .collect();
    let mut facts = Vec::with_capacity(count);
    let mut position = 0;
    for (index, block) in document.blocks.iter().enumerate() {
        if block.level().is_some() {
            continue;
        }
        let own = text.sentences(block.text.sentences.clone());
        for (place, sentence) in own.iter().enumerate() {
            let range = sentence.first..sentence.end;
            // Closing marks and a link behind the last mark belong to the sentence.
            let end_byte = own
                .get(place + 1)
                .map_or(block.text.bytes.end, |next| next.start_byte);
            facts.push(SentenceFacts {
                block: index,
                position: position + sentence.first - block.text.words.start,
                mask: mask(masks, range.clone()),
                statistic: statistics::find(text, range.clone(), sentence.end_byte),
                attributed: attributed(text, range.clone()),
                links_out: begins_within(&outside, sentence.start_byte..end_byte),
                is_passive: passive::find(text, range.clone()).is_some(),
                has_connector: has_connector(text, sentence),
            });
        }
        position += block.words();
    }
    facts
}

fn mask(masks: &[u32], words: Range<usize>) -> u32 {
    let masks = masks.get(words).unwrap_or_default();
    masks.iter().fold(0, |all, mask| all | mask)
}

fn attributed(text: &Text, range: Range<usize>) -> Option<String> {
    attribution::find(text, range.clone())
        .or_else(|| attribution::signed(text, range))
        .map(|name| name.key(text))
}

fn begins_within(bytes: &[usize], range: Range<usize>) -> bool {
    let first = bytes.partition_point(|byte| *byte < range.start);
    bytes.get(first).is_some_and(|byte| *byte < range.end)
}

fn has_connector(text: &Text, sentence: &Sentence) -> bool {
    let words = text.words(sentence.first..sentence.end);
    words.iter().enumerate().any(|(position, word)| {
        word.is(Classes::CONNECTOR)
            || (word.is(Classes::OPENING_CONNECTOR) && (position == 0 || word.follows_comma()))
    })
}
