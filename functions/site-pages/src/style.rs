//! Inline style sheets and scripts: they save a request, and the policy allows them by their hash.

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
        Self {
            text,
            source: source_of(text),
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

/// Script that tells the site that shows a card its height and which link was opened.
pub static CARD_SCRIPT: LazyLock<Inline> =
    LazyLock::new(|| Inline::new(include_str!("../templates/card.js")));

/// Style sheet of what stands around the text of an item, beside that of pages.
pub const ARTICLE: &str = include_str!("../templates/article.css");

/// Style sheet of comments and their form, beside that of pages.
pub const COMMENTS: &str = include_str!("../templates/comments.css");

/// Style sheet of blocks, galleries and players in a text, beside that of pages.
pub const BLOCKS: &str = include_str!("../templates/blocks.css");

/// Source expression of a style sheet that belongs to one page.
pub fn source_of(css: &str) -> String {
    let hash = STANDARD.encode(Sha256::digest(css.as_bytes()));
    format!("'sha256-{hash}'")
}
