//! Plain text and elements in the HTML of a block, and blocks as they are stored.

use markup::escape;
use serde_json::{Map, Value};

/// Escapes plain text. Brackets are escaped too: the text around the block may be searched for shortcodes later.
pub fn escaped(plain: &str) -> String {
    without_shortcodes(&escape::text(plain))
}

/// A name as stored, with character references for markup characters, in HTML.
pub fn named(stored: &str) -> String {
    escaped(&escape::decode(stored))
}

/// HTML in which brackets begin no shortcode.
pub fn without_shortcodes(html: &str) -> String {
    html.replace('[', "&#91;").replace(']', "&#93;")
}

/// A block as it is stored, with its attributes as JSON.
pub fn delimited(name: &str, attributes: &str, inside: &str) -> String {
    format!("<!-- wp:{name} {attributes} -->{inside}<!-- /wp:{name} -->")
}

/// Attributes as JSON in a delimiter, which two hyphens would end.
pub fn delimiter_json(values: Map<String, Value>) -> String {
    let json = Value::Object(values).to_string();
    json.replace("--", "\\u002d\\u002d")
}

/// The attribute `target` of a link, with a blank before it; empty for links that open in the same window.
pub const fn target(opens_window: bool) -> &'static str {
    if opens_window {
        " target=\"_blank\""
    } else {
        ""
    }
}

/// The attribute `rel` of a link, with a blank before it; empty without a relation.
pub fn rel(relations: &str) -> String {
    if relations.is_empty() {
        return String::new();
    }
    format!(" rel=\"{}\"", escaped(relations))
}

/// The arrow of a link to the next or the previous one, of the kind that a block names; empty for another kind.
pub fn arrow(kind: Option<&str>, is_next: bool, class: &str) -> String {
    let kind = kind.unwrap_or_default();
    let sign = match (kind, is_next) {
        ("arrow", false) => "←",
        ("arrow", true) => "→",
        ("chevron", false) => "«",
        ("chevron", true) => "»",
        _ => return String::new(),
    };
    format!("<span class=\"{class} is-arrow-{kind}\" aria-hidden=\"true\">{sign}</span>")
}

/// The element of a level: a heading, or a paragraph for 0 and unknown levels.
pub fn element(level: Option<u64>, otherwise: u64) -> String {
    match level.unwrap_or(otherwise) {
        level @ 1..=6 => format!("h{level}"),
        _ => "p".to_owned(),
    }
}
