//! Pairs of question and answer: a question heading with the block after it, or a complete item of an enabled FAQ.

use std::collections::HashSet;

use super::fields::FaqEntry;
use crate::document::Document;
use crate::faq::question_key;
use crate::language::questions;
use crate::text::Segment;

/// Where a pair stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Origin {
    /// A heading of the body, by its index.
    Heading(usize),
    /// An item of the FAQ, by its index.
    Faq(usize),
}

/// A question with its answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Pair {
    /// Where it stands.
    pub origin: Origin,
    /// The first block of the answer.
    pub answer: Segment,
}

/// The pairs, each question once, headings first.
pub(crate) fn of(document: &Document, faq: &[FaqEntry]) -> Vec<Pair> {
    let mut known = HashSet::new();
    let mut pairs = Vec::new();
    for (index, heading) in document.headings.iter().enumerate() {
        let text = document.block_text(heading.block);
        if heading.level == 1 || !questions::is_question(text) {
            continue;
        }
        let answer = document
            .blocks
            .get(heading.block + 1)
            .filter(|block| block.level().is_none());
        if let Some(answer) = answer
            && known.insert(question_key(questions::without_numbering(text)))
        {
            pairs.push(Pair {
                origin: Origin::Heading(index),
                answer: answer.text.clone(),
            });
        }
    }
    for (index, entry) in faq.iter().enumerate() {
        if entry.is_complete && known.insert(entry.key.clone()) {
            pairs.push(Pair {
                origin: Origin::Faq(index),
                answer: entry.answer.clone(),
            });
        }
    }
    pairs
}
