//! Links of a page, and titles as link texts.

use markup::{render, text};

use crate::words::Words;

/// Link.
#[derive(Debug, Clone)]
pub struct Anchor {
    /// URL.
    pub href: String,
    /// Link text as HTML.
    pub html: String,
    /// Whether it links to the current page.
    pub here: bool,
}

/// Title as HTML, or a placeholder for an empty one.
pub fn titled(raw: &str, words: &Words) -> String {
    let title = render::title(raw);
    if title.is_empty() {
        return words.untitled.to_owned();
    }
    title
}

/// Title as plain text.
pub fn plain_title(raw: &str, words: &Words) -> String {
    text::plain(&titled(raw, words))
}
