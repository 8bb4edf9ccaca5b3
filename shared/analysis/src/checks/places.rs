//! Builds places: offsets are in UTF-16 code units within the text of a block or field.

use std::ops::Range;

use crate::facts::Facts;
use crate::facts::pairs::{Origin, Pair};
use crate::outcome::{Place, PlaceKind};
use crate::text::Segment;
use crate::text::characters::utf16_length;

/// A field with the length of its text.
pub(super) const fn field(name: &'static str, length: usize) -> Place {
    Place {
        kind: PlaceKind::Field,
        name: Some(name),
        index: None,
        offset: 0,
        length,
    }
}

/// A field that holds a segment.
pub(super) fn field_of(facts: &Facts<'_>, name: &'static str, segment: &Segment) -> Place {
    field(name, utf16_length(facts.source(segment)))
}

const fn indexed(kind: PlaceKind, index: usize, length: usize) -> Place {
    Place {
        kind,
        name: None,
        index: Some(index),
        offset: 0,
        length,
    }
}

/// A heading of the body.
pub(super) fn heading(facts: &Facts<'_>, index: usize) -> Place {
    let block = facts.document.headings.get(index).map(|one| one.block);
    let text = block.map_or("", |block| facts.document.block_text(block));
    indexed(PlaceKind::Heading, index, utf16_length(text))
}

/// A block of the body.
pub(super) fn block(facts: &Facts<'_>, index: usize) -> Place {
    let text = facts.document.block_text(index);
    indexed(PlaceKind::Block, index, utf16_length(text))
}

/// Bytes within a block.
fn bytes(facts: &Facts<'_>, index: usize, bytes: Range<usize>) -> Place {
    let start = facts
        .blocks()
        .get(index)
        .map_or(bytes.start, |block| block.text.bytes.start);
    let text = facts.text();
    Place {
        kind: PlaceKind::Block,
        name: None,
        index: Some(index),
        offset: utf16_length(text.source(start..bytes.start)),
        length: utf16_length(text.source(bytes)),
    }
}

/// Words of the body.
pub(super) fn words(facts: &Facts<'_>, range: Range<usize>) -> Option<Place> {
    let first = facts.text().word(range.start)?;
    let last = facts.text().word(range.end.checked_sub(1)?)?;
    let index = facts.document.block_of_word(range.start)?;
    Some(bytes(facts, index, first.start..last.end))
}

/// A sentence of the body.
pub(super) fn sentence(facts: &Facts<'_>, index: usize) -> Option<Place> {
    let sentence = facts.body_sentences().get(index)?;
    let block = facts.sentences.get(index)?.block;
    Some(bytes(facts, block, sentence.start_byte..sentence.end_byte))
}

/// A link of the body.
pub(super) fn link(facts: &Facts<'_>, index: usize) -> Place {
    let links = &facts.document.links;
    let length = links.get(index).map_or(0, |link| utf16_length(&link.text));
    indexed(PlaceKind::Link, index, length)
}

/// An image.
pub(super) fn image(facts: &Facts<'_>, index: usize) -> Place {
    let alt = facts.fields.alts.get(index);
    let length = alt.map_or(0, |alt| utf16_length(facts.source(alt)));
    indexed(PlaceKind::Image, index, length)
}

/// An item of the FAQ.
pub(super) fn faq(facts: &Facts<'_>, index: usize) -> Place {
    let entry = facts.faq.get(index);
    let length = entry.map_or(0, |entry| utf16_length(facts.source(&entry.question)));
    indexed(PlaceKind::Faq, index, length)
}

/// The question of a pair.
pub(super) fn pair(facts: &Facts<'_>, pair: &Pair) -> Place {
    match pair.origin {
        Origin::Heading(index) => heading(facts, index),
        Origin::Faq(index) => faq(facts, index),
    }
}
