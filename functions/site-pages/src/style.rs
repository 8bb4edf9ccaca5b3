//! Inline style sheets: they save a request, and the policy allows them by their hash.

use std::sync::LazyLock;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest, Sha256};

/// Inline style sheet.
#[derive(Debug)]
pub struct Style {
    /// CSS text.
    pub css: &'static str,
    /// Source expression in a Content-Security-Policy.
    pub source: String,
}

impl Style {
    fn new(css: &'static str) -> Self {
        let hash = STANDARD.encode(Sha256::digest(css.as_bytes()));
        Self {
            css,
            source: format!("'sha256-{hash}'"),
        }
    }
}

/// Style sheet of pages.
pub static PAGE: LazyLock<Style> =
    LazyLock::new(|| Style::new(include_str!("../templates/page.css")));

/// Style sheet of cards.
pub static CARD: LazyLock<Style> =
    LazyLock::new(|| Style::new(include_str!("../templates/card.css")));
