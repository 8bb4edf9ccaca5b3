//! Reads HTML into blocks in one pass. Tokens come from [`markup::lexer`]; elements that HTML closes implicitly are
//! closed here, and the depth is limited, so that time is linear in the length.

use std::borrow::Cow;

use markup::escape;
use markup::lexer::{Lexer, Piece, Tag};

use super::{Block, BlockKind, Document, Heading, Image, Link, List, Table, elements, shortcodes};
use crate::text::characters::{cleaned, composed};
use crate::text::{Splitting, Text};
use domain::invisible::is_invisible;

/// Upper limit of elements open at once; the tags of deeper ones are ignored, their text stays.
const DEPTH: usize = 100;

/// Reads a body.
pub(crate) fn read(html: &str) -> Document {
    let mut reader = Reader {
        document: Document {
            text: Text::with_capacity(html.len()),
            ..Document::default()
        },
        ..Reader::default()
    };
    for piece in Lexer::new(html) {
        match piece {
            Piece::Text(text) => reader.text(text),
            Piece::Start(tag) => reader.start(&tag),
            Piece::End(name) => reader.end(&name),
        }
    }
    reader.end_block();
    reader.end_link();
    reader.document
}

/// An open element.
struct Open {
    name: String,
    /// Whether its content is left out.
    skipped: bool,
}

/// The block that is being read.
struct Current {
    kind: BlockKind,
    start: usize,
    list: Option<usize>,
    /// Line breaks since the last text.
    breaks: u8,
}

#[derive(Default)]
struct Reader {
    document: Document,
    open: Vec<Open>,
    /// Number of open elements whose content is left out.
    skipping: usize,
    block: Option<Current>,
    link: Option<Link>,
    /// Start of an open quotation.
    quote: Option<usize>,
    /// Open lists; the flag tells whether an item has begun that holds no text yet.
    lists: Vec<(usize, bool)>,
    /// Open tables, with the cells of the current row.
    tables: Vec<(usize, usize)>,
}

impl Reader {
    fn text(&mut self, raw: &str) {
        if self.skipping > 0 {
            return;
        }
        let decoded = if raw.contains('&') {
            Cow::Owned(escape::decode(raw))
        } else {
            Cow::Borrowed(raw)
        };
        let kept = shortcodes::removed(&decoded);
        for character in composed(&kept).chars() {
            if character.is_whitespace() {
                self.space();
            } else if !is_invisible(character) {
                self.begin_block();
                self.document.text.push(character);
                if let Some(link) = &mut self.link {
                    link.text.push(character);
                }
                if let Some(block) = &mut self.block {
                    block.breaks = 0;
                }
            }
        }
    }

    fn space(&mut self) {
        if let Some(block) = &self.block
            && !self.document.text.is_at_space(block.start)
        {
            self.document.text.push(' ');
        }
        if let Some(link) = &mut self.link {
            link.text.push(' ');
        }
    }

    /// Begins a block at its first character.
    fn begin_block(&mut self) {
        if self.block.is_some() {
            return;
        }
        let kind = self
            .open
            .iter()
            .rev()
            .find_map(|open| elements::kind(&open.name))
            .unwrap_or(BlockKind::Paragraph);
        let list = match kind {
            BlockKind::Item => self.lists.last().map(|(list, _)| *list),
            _ => None,
        };
        if kind == BlockKind::Item {
            self.begin_item();
        }
        if kind == BlockKind::Cell
            && let Some((table, _)) = self.tables.last()
            && let Some(table) = self.document.tables.get_mut(*table)
        {
            table.filled += 1;
        }
        self.set_block(kind, list);
    }

    fn set_block(&mut self, kind: BlockKind, list: Option<usize>) {
        self.block = Some(Current {
            kind,
            start: self.document.text.end(),
            list,
            breaks: 0,
        });
    }

    /// Counts the item of a list when its first text begins.
    fn begin_item(&mut self) {
        let block = self.document.blocks.len();
        if let Some((index, pending)) = self.lists.last_mut()
            && let Some(list) = self.document.lists.get_mut(*index)
            && *pending
        {
            *pending = false;
            list.items += 1;
            if list.items == 1 {
                list.first_block = block;
            }
        }
    }

    /// Whether a tag of this element ends the current block. A box inside a heading does not.
    fn ends_block(&self, name: &str) -> bool {
        let is_box = matches!(name, "div" | "p" | "section" | "figure");
        let in_heading = matches!(
            &self.block,
            Some(Current {
                kind: BlockKind::Heading(_),
                ..
            })
        );
        elements::is_block(name) && !(is_box && in_heading)
    }

    fn end_block(&mut self) {
        let Some(current) = self.block.take() else {
            return;
        };
        self.document.text.trim_end(current.start);
        let splitting = match current.kind {
            BlockKind::Paragraph | BlockKind::Quote | BlockKind::Description => Splitting::Prose,
            BlockKind::Item => Splitting::Item,
            _ => Splitting::None,
        };
        let text = self.document.text.finish(current.start, splitting);
        if let Some(list) = current
            .list
            .and_then(|list| self.document.lists.get_mut(list))
        {
            list.words += text.words.len();
        }
        self.document.blocks.push(Block {
            kind: current.kind,
            text,
            list: current.list,
        });
    }

    fn start(&mut self, tag: &Tag<'_>) {
        let name = tag.name.as_str();
        self.end_implied(name);
        if self.ends_block(name) {
            self.end_block();
        }
        if elements::is_void(name) {
            self.void(name, tag);
            return;
        }
        let skipped = elements::is_skipped(name) || tag.attribute("hidden").is_some();
        let is_closed = tag.slashed && matches!(name, "svg" | "math");
        if self.open.len() >= DEPTH || is_closed {
            return;
        }
        self.open.push(Open {
            name: name.to_owned(),
            skipped,
        });
        if skipped {
            self.skipping += 1;
        } else if self.skipping == 0 {
            self.element(name, tag);
        }
    }

    /// Handles the start of an element whose content is read.
    fn element(&mut self, name: &str, tag: &Tag<'_>) {
        if let Some(level) = elements::heading_level(name) {
            self.document.headings.push(Heading {
                block: self.document.blocks.len(),
                level,
                has_described_image: false,
            });
            self.set_block(BlockKind::Heading(level), None);
            return;
        }
        match name {
            "ul" | "ol" | "menu" => {
                self.lists.push((self.document.lists.len(), false));
                self.document.lists.push(List {
                    is_ordered: name == "ol",
                    ..List::default()
                });
            }
            "li" => {
                if let Some((_, pending)) = self.lists.last_mut() {
                    *pending = true;
                }
            }
            "table" => {
                self.tables.push((self.document.tables.len(), 0));
                self.document.tables.push(Table::default());
            }
            "tr" => {
                if let Some((_, cells)) = self.tables.last_mut() {
                    *cells = 0;
                }
            }
            "td" | "th" => self.cell(),
            "a" => self.begin_link(tag),
            "q" => self.quote = Some(self.document.text.end()),
            _ => {}
        }
    }

    fn cell(&mut self) {
        if let Some((index, cells)) = self.tables.last_mut()
            && let Some(table) = self.document.tables.get_mut(*index)
        {
            *cells += 1;
            if *cells == 1 {
                table.rows += 1;
            }
            table.columns = table.columns.max(*cells);
        }
    }

    fn void(&mut self, name: &str, tag: &Tag<'_>) {
        if self.skipping > 0 || tag.attribute("hidden").is_some() {
            return;
        }
        match name {
            "br" => {
                self.space();
                let Some(block) = &mut self.block else {
                    return;
                };
                block.breaks = block.breaks.saturating_add(1);
                if block.breaks > 1
                    && !matches!(block.kind, BlockKind::Heading(_) | BlockKind::Cell)
                {
                    self.end_block();
                }
            }
            "img" => self.image(tag),
            _ => {}
        }
    }

    fn image(&mut self, tag: &Tag<'_>) {
        let alt = tag.attribute("alt").unwrap_or_default();
        let alt = cleaned(&escape::decode(alt));
        if let Some(link) = &mut self.link {
            link.text.push_str(&alt);
        }
        let in_heading = matches!(
            &self.block,
            Some(Current {
                kind: BlockKind::Heading(_),
                ..
            })
        );
        if in_heading
            && !alt.is_empty()
            && let Some(heading) = self.document.headings.last_mut()
        {
            heading.has_described_image = true;
        }
        self.document.images.push(Image { alt });
    }

    fn begin_link(&mut self, tag: &Tag<'_>) {
        self.end_link();
        let address = escape::decode(tag.attribute("href").unwrap_or_default());
        if address.trim().is_empty() {
            return;
        }
        let relations = tag.attribute("rel").unwrap_or_default();
        let is_unfollowed = relations.split_ascii_whitespace().any(|relation| {
            ["nofollow", "sponsored", "ugc"]
                .iter()
                .any(|own| relation.eq_ignore_ascii_case(own))
        });
        self.link = Some(Link {
            address: address.trim().to_owned(),
            is_unfollowed,
            text: String::new(),
            byte: self.document.text.end(),
        });
    }

    fn end_link(&mut self) {
        if let Some(mut link) = self.link.take() {
            link.text = cleaned(&link.text);
            self.document.links.push(link);
        }
    }

    fn end(&mut self, name: &str) {
        if self.ends_block(name) {
            self.end_block();
        }
        // A heading's end tag closes any open heading.
        let is_heading = elements::heading_level(name).is_some();
        let found = self.open.iter().rposition(|open| {
            open.name == name || (is_heading && elements::heading_level(&open.name).is_some())
        });
        if let Some(position) = found {
            self.close_from(position);
        }
    }

    /// Closes the elements that a start tag closes implicitly.
    fn end_implied(&mut self, name: &str) {
        let is_heading = |name: &str| elements::heading_level(name).is_some();
        let (ended, limits) = elements::implied_end(name);
        let mut found = None;
        for (position, open) in self.open.iter().enumerate().rev() {
            let own = open.name.as_str();
            let closes_paragraph = own == "p" && elements::is_block(name);
            let closes_heading = is_heading(own) && is_heading(name);
            if ended.contains(&own) || closes_paragraph || closes_heading {
                found = Some(position);
            }
            if matches!(own, "td" | "th" | "table" | "button") || limits.contains(&own) {
                break;
            }
        }
        if let Some(position) = found {
            self.close_from(position);
        }
    }

    fn close_from(&mut self, position: usize) {
        while self.open.len() > position {
            let Some(open) = self.open.pop() else { return };
            if open.skipped {
                self.skipping = self.skipping.saturating_sub(1);
                continue;
            }
            if self.ends_block(&open.name) {
                self.end_block();
            }
            if self.skipping == 0 {
                self.closed(&open.name);
            }
        }
    }

    fn closed(&mut self, name: &str) {
        match name {
            "ul" | "ol" | "menu" => {
                self.lists.pop();
            }
            "table" => {
                self.tables.pop();
            }
            "a" => self.end_link(),
            "q" => {
                if let Some(start) = self.quote.take() {
                    self.document.quotes.push(start..self.document.text.end());
                }
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests;
