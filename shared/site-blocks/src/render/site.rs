//! Name and description of the site.

use super::text::escaped;

use super::attributes::Attributes;
use super::context::Context;

/// The element of a level: a heading, or a paragraph for 0 and unknown levels.
fn element(level: Option<u64>, otherwise: u64) -> String {
    match level.unwrap_or(otherwise) {
        level @ 1..=6 => format!("h{level}"),
        _ => "p".to_owned(),
    }
}

pub fn title(cx: &Context<'_>, attributes: &Attributes) -> String {
    let title = escaped(&cx.store.settings().title);
    if title.is_empty() {
        return String::new();
    }
    let tag = element(attributes.number("level"), 1);
    let inner = if attributes.flag("isLink") {
        let target = if attributes.text("linkTarget") == Some("_blank") {
            " target=\"_blank\""
        } else {
            ""
        };
        format!(
            "<a href=\"{}/\"{target} rel=\"home\">{title}</a>",
            escaped(cx.home)
        )
    } else {
        title
    };
    format!(
        "<{tag} {}>{inner}</{tag}>",
        attributes.outer("wp-block-site-title")
    )
}

pub fn tagline(cx: &Context<'_>, attributes: &Attributes) -> String {
    let text = escaped(&cx.store.settings().description);
    if text.is_empty() {
        return String::new();
    }
    let tag = element(attributes.number("level"), 0);
    format!(
        "<{tag} {}>{text}</{tag}>",
        attributes.outer("wp-block-site-tagline")
    )
}
