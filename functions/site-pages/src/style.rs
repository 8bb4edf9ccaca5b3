//! Inline style sheets and the script of contact forms: they save a request, and the policy allows them by their hash.

use std::sync::LazyLock;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest, Sha256};

/// Inline style sheet or script.
#[derive(Debug)]
pub struct Inline {
    /// Text of the element.
    pub text: &'static str,
    /// Source expression in a Content-Security-Policy.
    pub source: String,
}

impl Inline {
    fn new(text: &'static str) -> Self {
        let hash = STANDARD.encode(Sha256::digest(text.as_bytes()));
        Self {
            text,
            source: format!("'sha256-{hash}'"),
        }
    }
}

/// Style sheet of pages.
pub static PAGE: LazyLock<Inline> =
    LazyLock::new(|| Inline::new(include_str!("../templates/page.css")));

/// Style sheet of cards.
pub static CARD: LazyLock<Inline> =
    LazyLock::new(|| Inline::new(include_str!("../templates/card.css")));

/// Style sheet of contact forms, beside that of pages.
pub static FORM: LazyLock<Inline> =
    LazyLock::new(|| Inline::new(include_str!("../templates/form.css")));

/// Script that sends contact forms and shows the result in place.
pub static FORM_SCRIPT: LazyLock<Inline> =
    LazyLock::new(|| Inline::new(include_str!("../templates/form.js")));
