//! The footnotes of an item. The marks in its text lead to them, and they lead back.

use std::fmt::Write as _;

use markup::sanitise;
use serde_json::Value;
use site_store::Content;

use super::attributes::Attributes;
use super::context::Context;
use super::text::{escaped, without_shortcodes};

/// The meta key that holds the footnotes: a JSON list of objects with `id` and `content`.
const FOOTNOTES: &str = "footnotes";

/// The notes in the order of their marks; empty without any. What is no note is left out.
pub fn list(cx: &Context<'_>, attributes: &Attributes, item: &Content) -> String {
    let stored = item.meta.get(FOOTNOTES).and_then(Value::as_str);
    let notes: Vec<Value> = stored
        .and_then(|text| serde_json::from_str(text).ok())
        .unwrap_or_default();
    let mut items = String::new();
    for (place, note) in notes.iter().enumerate() {
        let member = |name: &str| note.get(name).and_then(Value::as_str);
        let (Some(id), Some(content)) = (member("id"), member("content")) else {
            continue;
        };
        let id = escaped(id);
        let content = without_shortcodes(&sanitise::inline(content));
        let back = cx.word("Voltar à marca", "Back to mark");
        let number = place + 1;
        let _ = write!(
            items,
            "<li id=\"{id}\">{content} <a href=\"#{id}-link\" aria-label=\"{back} {number}\">↩︎</a></li>"
        );
    }
    if items.is_empty() {
        return items;
    }
    let outer = attributes.outer("wp-block-footnotes");
    format!("<ol {outer}>{items}</ol>")
}
