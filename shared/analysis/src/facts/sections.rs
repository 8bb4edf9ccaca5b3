//! Sections: a heading with the blocks up to the next one.

use std::ops::Range;

use crate::document::Document;

/// A section.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Section {
    /// Index of its heading among the body's.
    pub heading: usize,
    /// Its blocks, without the heading.
    pub blocks: Range<usize>,
}

/// The sections of a body, in order.
pub(crate) fn of(document: &Document) -> Vec<Section> {
    let ends = document
        .headings
        .iter()
        .skip(1)
        .map(|heading| heading.block)
        .chain([document.blocks.len()]);
    document
        .headings
        .iter()
        .zip(ends)
        .enumerate()
        .map(|(index, (heading, end))| Section {
            heading: index,
            blocks: heading.block + 1..end.max(heading.block + 1),
        })
        .collect()
}
