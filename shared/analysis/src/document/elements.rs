//! Which elements of HTML begin a block, and which the analysis leaves out.

use super::BlockKind;

/// Elements whose content is not part of the text: code, controls, and what a page does not show.
const SKIPPED: [&str; 20] = [
    "script", "style", "template", "noscript", "iframe", "svg", "form", "nav", "button", "pre",
    "code", "select", "object", "canvas", "audio", "video", "math", "textarea", "title",
    "datalist",
];

/// Elements that begin and end blocks.
const BLOCKS: [&str; 41] = [
    "address",
    "article",
    "aside",
    "blockquote",
    "body",
    "caption",
    "center",
    "col",
    "colgroup",
    "dd",
    "details",
    "dialog",
    "div",
    "dl",
    "dt",
    "fieldset",
    "figcaption",
    "figure",
    "footer",
    "header",
    "hgroup",
    "hr",
    "html",
    "li",
    "main",
    "menu",
    "ol",
    "p",
    "pre",
    "section",
    "summary",
    "table",
    "tbody",
    "td",
    "tfoot",
    "th",
    "thead",
    "tr",
    "ul",
    "form",
    "nav",
];

const VOID: [&str; 13] = [
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track",
    "wbr",
];

/// Whether the content of the element is left out.
pub(super) fn is_skipped(name: &str) -> bool {
    SKIPPED.contains(&name)
}

/// Whether the element begins a block.
pub(super) fn is_block(name: &str) -> bool {
    heading_level(name).is_some() || BLOCKS.contains(&name)
}

/// Whether the element has no content.
pub(super) fn is_void(name: &str) -> bool {
    VOID.contains(&name)
}

/// The level of a heading element.
pub(super) fn heading_level(name: &str) -> Option<u8> {
    match name.as_bytes() {
        [b'h', level @ b'1'..=b'6'] => Some(level - b'0'),
        _ => None,
    }
}

/// The kind of block that an open element gives to the text in it, unless an element inside of it decides.
pub(super) fn kind(name: &str) -> Option<BlockKind> {
    Some(match name {
        "li" => BlockKind::Item,
        "td" | "th" => BlockKind::Cell,
        "dt" => BlockKind::Term,
        "dd" => BlockKind::Description,
        "figcaption" | "caption" => BlockKind::Caption,
        "blockquote" => BlockKind::Quote,
        _ => return None,
    })
}

/// The elements that a start tag closes, and those at which the search for them stops, by the HTML standard.
pub(super) fn implied_end(name: &str) -> (&'static [&'static str], &'static [&'static str]) {
    match name {
        "li" => (&["li"], &["ul", "ol", "menu", "td", "th"]),
        "dt" | "dd" => (&["dt", "dd"], &["dl", "td", "th"]),
        "td" | "th" => (&["td", "th"], &["tr", "table"]),
        "tr" => (&["tr"], &["table"]),
        "tbody" | "thead" | "tfoot" => (&["tbody", "thead", "tfoot"], &["table"]),
        "a" => (&["a"], &["td", "th", "table"]),
        _ => (&[], &[]),
    }
}
