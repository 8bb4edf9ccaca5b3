//! Rewrites HTML into a well-formed outline: known elements only, every tag closed where the HTML standard
//! closes it, depth limited, nothing left for error recovery.
//!
//! An HTML5 parser needs quadratic time or memory for crafted sources: hundreds of thousands of open
//! elements, of attributes, or of misnested formatting. The outline removes all of these.

use std::borrow::Cow;

use super::Form;
use super::policy;
use super::tag_form;
use super::video;
use crate::escape;
use crate::lexer::{Lexer, Piece, Tag};

/// Upper limit of elements open at once; the tags of deeper ones are dropped, their text stays. Articles
/// use about ten levels.
const DEPTH: usize = 100;

const VOID: [&str; 4] = ["br", "col", "hr", "img"];

/// Elements whose start tag closes an open paragraph.
const ENDS_PARAGRAPH: [&str; 33] = [
    "address",
    "article",
    "aside",
    "footer",
    "header",
    "main",
    "nav",
    "blockquote",
    "dd",
    "details",
    "div",
    "dl",
    "dt",
    "figcaption",
    "figure",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "hr",
    "li",
    "ol",
    "p",
    "pre",
    "section",
    "summary",
    "table",
    "ul",
    "caption",
    "tr",
    "fieldset",
];

const HEADINGS: [&str; 6] = ["h1", "h2", "h3", "h4", "h5", "h6"];

/// Elements that are allowed only inside a table.
const TABLE_PARTS: [&str; 9] = [
    "caption", "col", "colgroup", "tbody", "td", "tfoot", "th", "thead", "tr",
];

/// Table elements that hold other table elements but no text.
const TABLE_FRAME: [&str; 6] = ["table", "thead", "tbody", "tfoot", "tr", "colgroup"];

/// Elements that form a scope inside a table: a tag inside them never closes an element outside.
const CELLS: [&str; 4] = ["td", "th", "caption", "table"];

/// Which elements an outline keeps.
#[derive(Clone, Copy)]
enum Elements {
    /// Those of a form, with frames of known video hosts.
    Of(Form),
    /// These, with any frame.
    Listed(&'static [&'static str]),
}

impl Elements {
    fn named(self, name: &str) -> Option<&'static str> {
        match self {
            Self::Of(form) => policy::element(name, form),
            Self::Listed(elements) => elements.iter().find(|own| **own == name).copied(),
        }
    }

    /// Whether tags keep their notation.
    const fn keep_notation(self) -> bool {
        matches!(self, Self::Of(Form::Stored))
    }
}

/// Rewrites `html` with the elements of a form.
pub(super) fn rewrite(html: &str, form: Form) -> String {
    outlined(html, Elements::Of(form))
}

/// Rewrites `html` with these elements only.
pub(super) fn of_elements(html: &str, elements: &'static [&'static str]) -> String {
    outlined(html, Elements::Listed(elements))
}

fn outlined(html: &str, elements: Elements) -> String {
    let stray = ['\0', tag_form::SLASH, tag_form::IMPLIED];
    let html = if html.contains(stray) {
        Cow::from(html.replace(stray, ""))
    } else {
        Cow::from(html)
    };
    let mut outline = Outline {
        elements,
        html: String::with_capacity(html.len() + html.len() / 8),
        open: Vec::new(),
        after_pre: false,
    };
    for piece in Lexer::new(&html) {
        match piece {
            Piece::Text(text) => outline.text(text),
            Piece::Start(tag) => outline.start(&tag),
            Piece::End(name) => outline.end(&name),
        }
    }
    outline.close_from(0);
    outline.html
}

struct Outline {
    elements: Elements,
    html: String,
    open: Vec<&'static str>,
    /// Whether the parser would swallow a line break at this position, one per pass.
    after_pre: bool,
}

impl Outline {
    fn text(&mut self, text: &str) {
        let text = if self.after_pre {
            text.trim_start_matches(['\n', '\r'])
        } else {
            text
        };
        self.after_pre &= text.is_empty();
        for (position, part) in text.split('<').enumerate() {
            if position > 0 {
                self.html.push_str("&lt;");
            }
            self.html.push_str(part);
        }
    }

    fn start(&mut self, tag: &Tag<'_>) {
        self.after_pre = false;
        let Some(name) = self.elements.named(&tag.name) else {
            return;
        };
        self.end_implied(name);
        if !self.stands_here(name) {
            return;
        }
        match name {
            "iframe" => self.frame(tag),
            "img" if tag.attribute("src").is_none_or(str::is_empty) => {}
            _ if VOID.contains(&name) => {
                self.write(name, tag);
                // Inside a table's frame, the mark would be misplaced text.
                if tag.slashed
                    && self.elements.keep_notation()
                    && name != "col"
                    && !self.is_framed()
                {
                    self.html.push(tag_form::SLASH);
                }
            }
            _ if self.open.len() >= DEPTH => {}
            _ => {
                if name == "tr" {
                    self.imply_body();
                }
                self.write(name, tag);
                self.open.push(name);
                self.after_pre = name == "pre";
            }
        }
    }

    /// Opens the `tbody` that the HTML standard implies for a row directly in a table.
    fn imply_body(&mut self) {
        let has_room = self.open.len() + 1 < DEPTH;
        if self.elements.keep_notation() && has_room && self.open.last() == Some(&"table") {
            self.html.push_str(&tag_form::implied_body());
            self.open.push("tbody");
        }
    }

    fn end(&mut self, name: &str) {
        self.after_pre = false;
        let inner = if CELLS.contains(&name) || TABLE_PARTS.contains(&name) {
            &["table"][..]
        } else {
            &CELLS[..]
        };
        let mut found = None;
        for (position, open) in self.open.iter().enumerate().rev() {
            if *open == name {
                found = Some(position);
                break;
            }
            if inner.contains(open) {
                break;
            }
        }
        if let Some(position) = found {
            self.close_from(position);
        }
    }

    /// Closes the elements that the start tag `name` closes implicitly by the HTML standard.
    fn end_implied(&mut self, name: &str) {
        let is_heading = |name: &str| HEADINGS.contains(&name);
        match name {
            "li" => self.end_open(&["li"], &["ul", "ol", "td", "th", "caption", "table"]),
            "dt" | "dd" => self.end_open(&["dt", "dd"], &["dl", "td", "th", "caption", "table"]),
            "a" => self.end_open(&["a"], &CELLS),
            "td" | "th" => self.end_open(&["td", "th", "caption", "colgroup"], &["table"]),
            "tr" => self.end_open(&["tr", "caption", "colgroup"], &["table"]),
            "col" => self.end_open(&["tbody", "thead", "tfoot", "caption"], &["table"]),
            "thead" | "tbody" | "tfoot" | "caption" | "colgroup" => self.end_open(
                &["thead", "tbody", "tfoot", "tr", "caption", "colgroup"],
                &["table"],
            ),
            _ => {}
        }
        if ENDS_PARAGRAPH.contains(&name) {
            self.end_open(&["p"], &CELLS);
        }
        if is_heading(name) && self.open.last().is_some_and(|open| is_heading(open)) {
            self.close_from(self.open.len() - 1);
        }
    }

    /// Closes the outermost open element in `names`, searching outward up to `limits`.
    fn end_open(&mut self, names: &[&str], limits: &[&str]) {
        let mut outermost = None;
        for (position, open) in self.open.iter().enumerate().rev() {
            if names.contains(open) {
                outermost = Some(position);
            } else if limits.contains(open) {
                break;
            }
        }
        if let Some(position) = outermost {
            self.close_from(position);
        }
    }

    /// Whether `name` is allowed at this position. Inside a table's frame a parser would move any other
    /// element before the table, again with every row.
    fn stands_here(&self, name: &str) -> bool {
        let framed = self.is_framed();
        if TABLE_PARTS.contains(&name) {
            framed
        } else {
            !framed || name == "img" || name == "br"
        }
    }

    fn is_framed(&self) -> bool {
        let open = self.open.last();
        open.is_some_and(|open| TABLE_FRAME.contains(open))
    }

    fn close_from(&mut self, position: usize) {
        for name in self.open.drain(position..).rev() {
            self.html.push_str("</");
            self.html.push_str(name);
            self.html.push('>');
        }
    }

    fn write(&mut self, name: &str, tag: &Tag<'_>) {
        self.html.push('<');
        self.html.push_str(name);
        for (attribute, value) in &tag.attributes {
            if name == "a" && attribute == "rel" {
                continue;
            }
            self.attribute(attribute, value);
        }
        if name == "a" {
            self.relation(tag);
        }
        self.html.push('>');
    }

    /// Writes `value` as it is, including entities, between double quotes.
    fn attribute(&mut self, name: &str, value: &str) {
        let plain = name
            .bytes()
            .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-');
        if plain && !name.is_empty() {
            self.html.push(' ');
            self.html.push_str(name);
            self.html.push_str("=\"");
            self.html.push_str(&value.replace('"', "&quot;"));
            self.html.push('"');
        }
    }

    /// Adds `noopener` to links that open a new window, so that the new page cannot reach its opener.
    fn relation(&mut self, tag: &Tag<'_>) {
        let decoded = |name| tag.attribute(name).map(escape::decode).unwrap_or_default();
        let new_window = decoded("target")
            .trim_ascii()
            .eq_ignore_ascii_case("_blank");
        if let Some(relations) = policy::relations(&decoded("rel"), new_window) {
            self.attribute("rel", &relations);
        }
    }

    fn frame(&mut self, tag: &Tag<'_>) {
        let address = tag.attribute("src").map(escape::decode);
        let is_video = address.and_then(|address| video::frame_address(&address));
        if is_video.is_some() || matches!(self.elements, Elements::Listed(_)) {
            self.write("iframe", tag);
            self.html.push_str("</iframe>");
        }
    }
}
