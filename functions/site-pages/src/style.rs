//! Style sheets, which travel inside the page: one request, and a policy that names them by hash.

use std::sync::LazyLock;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest, Sha256};

/// A style sheet as it stands in a page.
pub struct Style {
    /// Its text.
    pub css: &'static str,
    /// Its source expression in a Content-Security-Policy.
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

/// The style of pages.
pub static PAGE: LazyLock<Style> =
    LazyLock::new(|| Style::new(include_str!("../templates/page.css")));

/// The style of the card that other sites embed.
pub static CARD: LazyLock<Style> =
    LazyLock::new(|| Style::new(include_str!("../templates/card.css")));
