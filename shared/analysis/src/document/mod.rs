//! The body of an article as a list of blocks, with its headings, lists, tables, links and images.

mod elements;
mod reader;
mod shortcodes;

use std::ops::Range;

use crate::text::{Segment, Text};

pub(crate) use reader::read;

/// What a block is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum BlockKind {
    /// A heading with its level, 1 to 6.
    Heading(u8),
    /// A paragraph, or text outside of one.
    Paragraph,
    /// A paragraph of a blockquote.
    Quote,
    /// An item of a list.
    Item,
    /// A cell of a table.
    Cell,
    /// The term of a definition list.
    Term,
    /// The description of a definition list.
    Description,
    /// The caption of a figure or table.
    Caption,
}

/// A block of text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Block {
    /// What it is.
    pub kind: BlockKind,
    /// Its text.
    pub text: Segment,
    /// The innermost list that it belongs to.
    pub list: Option<usize>,
}

impl Block {
    /// The level, if it is a heading.
    pub const fn level(&self) -> Option<u8> {
        match self.kind {
            BlockKind::Heading(level) => Some(level),
            _ => None,
        }
    }

    /// Whether it counts as a paragraph: text in `p`, in a blockquote, or outside of any block element.
    pub const fn is_paragraph(&self) -> bool {
        matches!(self.kind, BlockKind::Paragraph | BlockKind::Quote)
    }

    /// Its number of words.
    pub fn words(&self) -> usize {
        self.text.words.len()
    }
}

/// A heading of the body.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Heading {
    /// Its block.
    pub block: usize,
    /// 1 to 6.
    pub level: u8,
    /// Whether it holds an image with an alternative text.
    pub has_described_image: bool,
}

/// A list.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct List {
    /// Whether it is numbered.
    pub is_ordered: bool,
    /// Items with text of their own.
    pub items: usize,
    /// Words of its items, without those of nested lists.
    pub words: usize,
    /// The block of its first item.
    pub first_block: usize,
}

/// A table.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Table {
    /// Rows with a cell.
    pub rows: usize,
    /// Most cells of a row.
    pub columns: usize,
    /// Cells with text.
    pub filled: usize,
}

impl Table {
    /// Whether it has this many rows and columns, at least half of them filled.
    pub const fn has_size(&self, rows: usize, columns: usize) -> bool {
        self.rows >= rows && self.columns >= columns && self.filled * 2 >= self.rows * self.columns
    }
}

/// A link.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Link {
    /// Its address as written, entities decoded.
    pub address: String,
    /// Whether it is marked as nofollow, sponsored or written by users.
    pub is_unfollowed: bool,
    /// Its text, with the alternative texts of its images.
    pub text: String,
    /// Where it begins in the arena.
    pub byte: usize,
}

/// An image of the body.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Image {
    /// Alternative text, cleaned.
    pub alt: String,
}

/// The body.
#[derive(Debug, Default)]
pub(crate) struct Document {
    /// The arena of all texts.
    pub text: Text,
    /// Blocks in document order.
    pub blocks: Vec<Block>,
    /// Headings in document order.
    pub headings: Vec<Heading>,
    /// Lists in the order of their start.
    pub lists: Vec<List>,
    /// Tables in the order of their start.
    pub tables: Vec<Table>,
    /// Links in document order.
    pub links: Vec<Link>,
    /// Images in document order.
    pub images: Vec<Image>,
    /// Quotations marked with the element q, as bytes of the arena.
    pub quotes: Vec<Range<usize>>,
}

impl Document {
    /// The text of a block.
    pub fn block_text(&self, block: usize) -> &str {
        self.blocks
            .get(block)
            .map_or("", |block| self.text.source(block.text.bytes.clone()))
    }

    /// The block that holds a byte of the arena.
    pub fn block_at(&self, byte: usize) -> Option<usize> {
        let behind = self
            .blocks
            .partition_point(|block| block.text.bytes.start <= byte);
        behind.checked_sub(1)
    }

    /// The block of a word.
    pub fn block_of_word(&self, word: usize) -> Option<usize> {
        let behind = self
            .blocks
            .partition_point(|block| block.text.words.end <= word);
        (behind < self.blocks.len()).then_some(behind)
    }
}
