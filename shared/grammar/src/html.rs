//! Reads plain text or HTML into blocks of visible text.

use std::collections::HashMap;

use markup::lexer::{Lexer, Piece, Tag};

use crate::block::Block;

/// Inline elements; every other tag ends a block.
const INLINE: [&str; 25] = [
    "a", "abbr", "b", "bdi", "bdo", "cite", "data", "del", "em", "font", "i", "img", "ins", "mark",
    "q", "s", "small", "span", "strong", "sub", "sup", "time", "u", "wbr", "acronym",
];

/// Elements whose text is no prose.
const SKIPPED: [&str; 7] = ["code", "pre", "kbd", "samp", "var", "tt", "math"];

/// Elements that mark foreign words or quotations.
const MARKING: [&str; 5] = ["em", "i", "q", "cite", "dfn"];

/// Stands for skipped inline elements, so that the words beside them do not join.
const PLACEHOLDER: char = '\u{FFFC}';

/// How a text is to be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// Text without markup; every line is a paragraph of its own.
    Plain,
    /// An HTML fragment.
    Html,
}

impl Format {
    /// HTML when the text holds a tag, a comment or an entity; otherwise plain text.
    pub fn detect(text: &str) -> Self {
        // Every tag before the last `>` ends somewhere.
        let closed = text.rfind('>').and_then(|end| text.get(..end));
        let closed = closed.unwrap_or_default();
        let tag = closed.match_indices('<').any(|(at, _)| {
            let rest = closed.get(at + 1..).unwrap_or_default();
            let rest = rest.strip_prefix('/').unwrap_or(rest);
            rest.starts_with(|next: char| next.is_ascii_alphabetic() || next == '!')
        });
        if tag
            || text
                .match_indices('&')
                .any(|(at, _)| entity(text.get(at..).unwrap_or_default()).is_some())
        {
            Self::Html
        } else {
            Self::Plain
        }
    }
}

/// The blocks of `text` that hold something visible, in order.
pub fn blocks(text: &str, format: Format) -> Vec<Block> {
    let mut reader = Reader::new();
    match format {
        Format::Plain => reader.plain(text),
        Format::Html => reader.html(text),
    }
    reader.finish_block();
    reader.blocks
}

struct Reader {
    blocks: Vec<Block>,
    block: Block,
    /// UTF-16 offset reached in the source.
    units: usize,
    /// Byte offset reached in the source.
    bytes: usize,
    /// Open skipped elements.
    skipped: Skipped,
    /// Open marking elements.
    marking: Marking,
}

/// Open elements whose text is no prose. The end of one ends those within it.
///
/// A document can open any number of them, so that the innermost one of a name is found without a search.
#[derive(Default)]
struct Skipped {
    /// Names as places in [`SKIPPED`], the innermost last.
    open: Vec<usize>,
    /// For each name its places in `open`.
    places: [Vec<usize>; SKIPPED.len()],
}

impl Skipped {
    fn start(&mut self, name: usize) {
        if let Some(places) = self.places.get_mut(name) {
            places.push(self.open.len());
            self.open.push(name);
        }
    }

    /// Ends the innermost element of this name; whether there is one.
    fn end(&mut self, name: usize) -> bool {
        let place = self.places.get(name).and_then(|places| places.last());
        let Some(place) = place.copied() else {
            return false;
        };
        for inner in self.open.drain(place..) {
            if let Some(places) = self.places.get_mut(inner) {
                places.pop();
            }
        }
        true
    }
}

/// Open elements that mark foreign words or quotations.
#[derive(Default)]
struct Marking {
    /// Open elements by name.
    open: HashMap<String, usize>,
    /// Where the outermost one begins in the text of the block; `None` while none is open.
    since: Option<usize>,
}

impl Marking {
    fn start(&mut self, name: &str, at: usize) {
        *self.open.entry(name.to_owned()).or_default() += 1;
        self.since.get_or_insert(at);
    }

    /// Ends an element of this name; where the marked text begins when it was the last one.
    fn end(&mut self, name: &str) -> Option<usize> {
        let count = self.open.get_mut(name)?;
        *count -= 1;
        if *count == 0 {
            self.open.remove(name);
        }
        if self.open.is_empty() {
            self.since.take()
        } else {
            None
        }
    }
}

impl Reader {
    fn new() -> Self {
        Self {
            blocks: Vec::new(),
            block: Block::default(),
            units: 0,
            bytes: 0,
            skipped: Skipped::default(),
            marking: Marking::default(),
        }
    }

    fn plain(&mut self, text: &str) {
        for character in text.chars() {
            if matches!(character, '\n' | '\r') {
                self.finish_block();
            }
            let start = self.units;
            self.units += character.len_utf16();
            self.block.push(character, start, self.units);
        }
    }

    fn html(&mut self, html: &str) {
        for piece in Lexer::new(html) {
            match piece {
                Piece::Text(text) => self.text(html, text),
                Piece::Start(tag) => self.start(&tag),
                Piece::End(name) => self.end(&name),
            }
        }
    }

    /// Moves to the byte offset `to` of the source.
    fn advance(&mut self, html: &str, to: usize) {
        let between = html.get(self.bytes..to).unwrap_or_default();
        self.units += between.encode_utf16().count();
        self.bytes = to;
    }

    fn text(&mut self, html: &str, text: &str) {
        // The lexer's texts are slices of the source, so their distance from its start is their byte offset.
        let at = (text.as_ptr() as usize).saturating_sub(html.as_ptr() as usize);
        self.advance(html, at);
        if !self.skipped.open.is_empty() {
            return;
        }
        let mut rest = text;
        while let Some(character) = rest.chars().next() {
            let start = self.units;
            let entity = (character == '&').then(|| entity(rest)).flatten();
            let (decoded, length) =
                entity.unwrap_or_else(|| (character.to_string(), character.len_utf8()));
            let (taken, behind) = rest.split_at(length);
            self.units += taken.encode_utf16().count();
            for character in decoded.chars() {
                let blank = matches!(character, '\n' | '\r' | '\t' | ' ');
                // Browsers show a run of white space as one space.
                if !(blank && self.block.text.ends_with(' ')) {
                    self.block
                        .push(if blank { ' ' } else { character }, start, self.units);
                }
            }
            rest = behind;
        }
        self.bytes = at + text.len();
    }

    fn start(&mut self, tag: &Tag<'_>) {
        let name = tag.name.as_str();
        if let Some(skipped) = SKIPPED.iter().position(|own| *own == name) {
            if self.skipped.open.is_empty() {
                self.block.push(PLACEHOLDER, self.units, self.units);
            }
            self.skipped.start(skipped);
            return;
        }
        if !INLINE.contains(&name) && !MARKING.contains(&name) {
            self.finish_block();
        }
        let foreign = tag
            .attribute("lang")
            .is_some_and(|language| !language.to_ascii_lowercase().starts_with("pt"));
        if MARKING.contains(&name) || foreign {
            self.marking.start(name, self.block.text.len());
        }
    }

    fn end(&mut self, name: &str) {
        let skipped = SKIPPED.iter().position(|own| *own == name);
        if skipped.is_some_and(|skipped| self.skipped.end(skipped)) {
            return;
        }
        if let Some(start) = self.marking.end(name) {
            self.block.mark(start);
        }
        if !INLINE.contains(&name) && !MARKING.contains(&name) && !SKIPPED.contains(&name) {
            self.finish_block();
        }
    }

    fn finish_block(&mut self) {
        if let Some(start) = self.marking.since {
            self.block.mark(start);
            self.marking.since = Some(0);
        }
        let block = std::mem::take(&mut self.block);
        if !block.is_blank() {
            self.blocks.push(block);
        }
    }
}

/// The entity at the start of `text`: what it stands for and its length in bytes.
fn entity(text: &str) -> Option<(String, usize)> {
    let end = text.bytes().take(34).position(|byte| byte == b';')?;
    let source = text.get(..=end)?;
    let inner = source.get(1..end)?;
    let inner = inner.strip_prefix('#').unwrap_or(inner);
    if inner.is_empty() || !inner.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
        return None;
    }
    let decoded = markup::escape::decode(source);
    if decoded == source {
        return None;
    }
    Some((decoded, source.len()))
}
