//! Builds the blocks of a body from the tokens of an answer: every element closed, none but the allowed ones, headings
//! without a skipped level.

mod nesting;

use domain::direction;
use markup::escape;

use super::addresses::Addresses;
use super::elements::{Form, Kind, kind};
use super::tokens::{Tag, Token};

/// Most lists within each other.
const LIST_DEPTH: usize = 4;

/// What separates the next text from the one before it in the same element.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum Gap {
    #[default]
    None,
    Space,
    Break,
}

/// An element that is open.
#[derive(Debug)]
struct Open {
    kind: Kind,
    name: &'static str,
    /// Where it begins in the block, with the gap before it.
    start: usize,
    /// The gap that was written before it.
    gap: Gap,
    has_content: bool,
    /// Whether the answer has no tag for it.
    is_implied: bool,
}

/// The builder.
#[derive(Debug)]
pub(super) struct Builder {
    form: Form,
    addresses: Addresses,
    /// Title of the article, plain text; empty until it is known.
    pub(super) title: String,
    /// The blocks that are complete, each on its own line.
    pub(super) body: String,
    /// Whether the document ended; what follows is no part of it.
    pub(super) has_ended: bool,
    /// Level of the heading before; 1 is the title.
    level: u8,
    open: Vec<Open>,
    block: String,
    gap: Gap,
    /// Whether the last text of the block is a gap.
    ends_with_gap: bool,
}

impl Builder {
    pub(super) fn new(form: Form, addresses: Addresses) -> Self {
        Self {
            form,
            addresses,
            title: String::new(),
            body: String::new(),
            has_ended: false,
            level: 1,
            open: Vec::new(),
            block: String::new(),
            gap: Gap::None,
            ends_with_gap: false,
        }
    }

    /// Whether no block is open.
    pub(super) fn is_between_blocks(&self) -> bool {
        self.open.is_empty()
    }

    /// Takes a token.
    pub(super) fn take(&mut self, token: &Token) {
        if self.has_ended {
            return;
        }
        match token {
            Token::Text(text) => self.text(text),
            Token::Start(tag) => self.start(tag),
            Token::End(name) => self.end(name),
        }
    }

    /// Closes what is open. Returns whether the answer itself had closed it.
    pub(super) fn finish(&mut self) -> bool {
        let is_closed = self.open.iter().all(|open| open.is_implied);
        self.close(0);
        is_closed
    }

    fn start(&mut self, tag: &Tag) {
        match kind(&tag.name, self.form) {
            Kind::Heading(level) => self.heading(level),
            Kind::Paragraph => self.paragraph(),
            Kind::List(name) => self.list(name),
            Kind::Item => self.item(),
            Kind::Quote => self.quote(),
            Kind::Table => self.table(),
            Kind::Rows(name) => self.rows(name),
            Kind::Row => self.row(),
            Kind::Cell(name) => self.cell(name, false),
            Kind::Caption => self.caption(),
            Kind::Figure => {
                self.close(0);
                self.open(Kind::Figure, "figure", false);
            }
            Kind::FigureCaption => self.figure_caption(),
            Kind::Inline(name) => self.inline(name),
            Kind::Link => self.link(tag),
            Kind::Break => self.line_break(),
            Kind::Picture => self.picture(tag),
            Kind::Division => self.divide(),
            Kind::Document | Kind::Unknown => {}
        }
    }

    fn end(&mut self, name: &str) {
        let kind = kind(name, self.form);
        match kind {
            Kind::Inline(_) | Kind::Link => {
                let first = self.innermost().map_or(0, |index| index + 1);
                if let Some(index) = self
                    .last(|open| open == kind)
                    .filter(|index| *index >= first)
                {
                    self.close(index);
                }
            }
            Kind::Paragraph if self.is_in(|kind| kind == Kind::Paragraph) => {
                self.close_through(|open| open == Kind::Paragraph);
            }
            Kind::Paragraph => self.line_break(),
            Kind::Heading(_) => self.close_through(|open| matches!(open, Kind::Heading(_))),
            Kind::List(_) => self.close_through(|open| matches!(open, Kind::List(_))),
            Kind::Item => {
                let list = self.last(|open| matches!(open, Kind::List(_)));
                let item = self.last(|open| open == Kind::Item);
                if let Some(item) = item.filter(|item| list.is_none_or(|list| *item > list)) {
                    self.close(item);
                }
            }
            Kind::Division => self.divide(),
            Kind::Document => {
                self.close(0);
                self.has_ended = true;
            }
            Kind::Break | Kind::Picture | Kind::Unknown => {}
            other => self.close_through(|open| open == other),
        }
    }

    // Elements.

    fn heading(&mut self, level: u8) {
        self.close(0);
        if level == 1 && self.form == Form::Article && self.title.is_empty() {
            return self.open(Kind::Heading(1), "h1", false);
        }
        let deepest = self.form.deepest_heading().min(self.level + 1);
        let level = level.clamp(2, deepest.max(2));
        let name = match level {
            2 => "h2",
            3 => "h3",
            4 => "h4",
            5 => "h5",
            _ => "h6",
        };
        self.open(Kind::Heading(level), name, false);
    }

    fn paragraph(&mut self) {
        if self.is_in_line_container() {
            self.line_break();
        } else {
            self.close_to_quote();
            self.open(Kind::Paragraph, "p", false);
        }
    }

    fn divide(&mut self) {
        if self.is_in_line_container() {
            self.line_break();
        } else if self.is_in(|kind| matches!(kind, Kind::Paragraph | Kind::Heading(_))) {
            self.close_to_quote();
        }
    }

    fn list(&mut self, name: &'static str) {
        let depth = self
            .open
            .iter()
            .filter(|open| matches!(open.kind, Kind::List(_)))
            .count();
        let container = self.innermost_kind();
        if depth >= LIST_DEPTH
            || matches!(
                container,
                Some(
                    Kind::Cell(_)
                        | Kind::Caption
                        | Kind::FigureCaption
                        | Kind::Row
                        | Kind::Rows(_)
                        | Kind::Table
                )
            )
        {
            return self.line_break();
        }
        match container {
            Some(Kind::Item) => self.close_inline(),
            Some(Kind::List(_)) => self.open(Kind::Item, "li", true),
            _ => self.close_to_quote(),
        }
        self.open(Kind::List(name), name, false);
    }

    fn item(&mut self) {
        if let Some(list) = self.last(|kind| matches!(kind, Kind::List(_))) {
            self.close(list + 1);
        } else if self.is_in_line_container() || self.is_in_table() {
            return self.line_break();
        } else {
            self.close_to_quote();
            self.open(Kind::List("ul"), "ul", true);
        }
        self.open(Kind::Item, "li", false);
    }

    fn quote(&mut self) {
        if self.is_in_line_container() || self.is_in_table() {
            self.line_break();
        } else if self.last(|kind| kind == Kind::Quote).is_some() {
            self.close_to_quote();
        } else {
            self.close(0);
            self.open(Kind::Quote, "blockquote", false);
        }
    }

    fn table(&mut self) {
        if self.is_in_table() {
            self.line_break();
        } else {
            self.close(0);
            self.open(Kind::Table, "table", false);
        }
    }

    fn rows(&mut self, name: &'static str) {
        if let Some(table) = self.last(|kind| kind == Kind::Table) {
            self.close(table + 1);
            self.open(Kind::Rows(name), name, false);
        }
    }

    fn row(&mut self) {
        let Some(table) = self.last(|kind| kind == Kind::Table) else {
            return self.divide();
        };
        if let Some(rows) = self.last(|kind| matches!(kind, Kind::Rows(_))) {
            self.close(rows + 1);
        } else {
            self.close(table + 1);
            self.open(Kind::Rows("tbody"), "tbody", true);
        }
        self.open(Kind::Row, "tr", false);
    }

    fn cell(&mut self, name: &'static str, is_implied: bool) {
        if !self.is_in_table() {
            return self.divide();
        }
        match self.last(|kind| kind == Kind::Row) {
            Some(row) => self.close(row + 1),
            None => self.row(),
        }
        self.open(Kind::Cell(name), name, is_implied);
    }

    fn caption(&mut self) {
        if self.innermost_kind() == Some(Kind::Table) && self.block.ends_with("<table>") {
            self.open(Kind::Caption, "caption", false);
        } else {
            self.line_break();
        }
    }

    fn figure_caption(&mut self) {
        match self.last(|kind| kind == Kind::Figure) {
            Some(figure) => {
                self.close(figure + 1);
                self.open(Kind::FigureCaption, "figcaption", false);
            }
            None => self.paragraph(),
        }
    }

    fn inline(&mut self, name: &'static str) {
        let first = self.innermost().map_or(0, |index| index + 1);
        let inline = self.open.get(first..).unwrap_or_default();
        let is_open = inline.iter().any(|open| open.name == name);
        let is_in_heading = self.is_in(|kind| matches!(kind, Kind::Heading(_)));
        if is_open || is_in_heading && name == "strong" {
            return;
        }
        self.ensure_line();
        self.open(Kind::Inline(name), name, false);
    }

    fn link(&mut self, tag: &Tag) {
        let href = tag.attribute("href").unwrap_or_default();
        let Some(attributes) = self.addresses.link(href) else {
            return;
        };
        self.ensure_line();
        if let Some(link) = self.last(|kind| kind == Kind::Link) {
            self.close(link);
        }
        self.open(Kind::Link, "a", false);
        self.block.pop();
        self.write_attributes(&attributes);
        self.block.push('>');
    }

    fn picture(&mut self, tag: &Tag) {
        let source = tag.attribute("src").unwrap_or_default();
        let alt = tag.attribute("alt").unwrap_or_default();
        let Some(attributes) = self.addresses.picture(source, alt) else {
            return;
        };
        if self.innermost_kind() != Some(Kind::Figure) {
            self.ensure_line();
        }
        self.write_gap();
        self.block.push_str("<img");
        self.write_attributes(&attributes);
        self.block.push('>');
        self.mark_content();
    }

    fn write_attributes(&mut self, attributes: &[(&'static str, String)]) {
        for (name, value) in attributes {
            self.block.push(' ');
            self.block.push_str(name);
            self.block.push_str("=\"");
            self.block.push_str(&escape::text(value));
            self.block.push('"');
        }
    }

    // Text.

    fn text(&mut self, text: &str) {
        let is_space = |c: char| c.is_ascii_whitespace();
        if text.starts_with(is_space) && self.gap == Gap::None {
            self.gap = Gap::Space;
        }
        let mut is_first = true;
        for word in text.split_ascii_whitespace() {
            let word: String = word.chars().filter(|c| is_written(*c)).collect();
            if word.is_empty() {
                continue;
            }
            if !is_first {
                self.gap = Gap::Space;
            }
            is_first = false;
            // A gap at the beginning of an element disappears in `write_gap`.
            let gap = self.gap;
            self.ensure_line();
            self.gap = gap;
            self.write_gap();
            self.block.push_str(&escape::text(&word));
            self.mark_content();
        }
        if text.ends_with(is_space) && self.gap == Gap::None {
            self.gap = Gap::Space;
        }
    }

    /// A new line in an element that has lines.
    fn line_break(&mut self) {
        let container = self.innermost_kind();
        self.gap = match container {
            Some(
                Kind::Paragraph | Kind::Item | Kind::Cell(_) | Kind::Caption | Kind::FigureCaption,
            ) => Gap::Break,
            _ => Gap::Space,
        };
    }

    /// Opens the elements that text needs where it stands.
    fn ensure_line(&mut self) {
        match self.innermost_kind() {
            None | Some(Kind::Quote) => self.open(Kind::Paragraph, "p", true),
            Some(Kind::List(_)) => self.open(Kind::Item, "li", true),
            Some(Kind::Table | Kind::Rows(_) | Kind::Row) => self.cell("td", true),
            Some(Kind::Figure) => self.open(Kind::FigureCaption, "figcaption", true),
            Some(_) => {}
        }
    }

    /// Adds the block to the body if it is complete.
    fn complete(&mut self) {
        if !self.open.is_empty() {
            return;
        }
        self.gap = Gap::None;
        if self.block.is_empty() {
            return;
        }
        let block = std::mem::take(&mut self.block);
        if block.starts_with("<h1>") {
            self.title = direction::without_controls(&markup::text::plain(&block)).into_owned();
            return;
        }
        let level = block
            .strip_prefix("<h")
            .and_then(|rest| rest.bytes().next())
            .and_then(|digit| digit.checked_sub(b'0'));
        // The blocks are built from the allowed elements alone; the sanitiser is the second line of defence and writes
        // them as the platform stores them.
        let block = markup::sanitise::body(&block);
        if block.is_empty() {
            return;
        }
        self.level = level.unwrap_or(self.level);
        if !self.body.is_empty() {
            self.body.push('\n');
        }
        self.body.push_str(&block);
    }
}

/// Whether a character is text: no control character, and none for private use, which the sanitiser drops.
fn is_written(character: char) -> bool {
    !character.is_control() && !matches!(character, '\u{e000}'..='\u{f8ff}')
}
