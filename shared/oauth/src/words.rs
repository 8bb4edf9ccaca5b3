//! What a provider says, in a form that may be logged and shown.

use secrecy::{ExposeSecret, SecretString};
use settings::without_key;

/// Longest part of the provider's words that is kept, in characters.
const MESSAGE_CHARS: usize = 300;
/// Longest code that is kept, in characters.
const CODE_CHARS: usize = 60;

/// A code, without what codes do not contain.
#[must_use]
pub fn provider_code(code: &str) -> String {
    let permitted = |c: &char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.');
    code.chars().filter(permitted).take(CODE_CHARS).collect()
}

/// The provider's words on one line of at most 300 characters, with `secrets` masked; `None` when there are none.
#[must_use]
pub fn provider_words(words: &str, secrets: &[&SecretString]) -> Option<String> {
    // Without a secret, this joins the lines.
    let line = without_key(words, "");
    let masked = secrets.iter().fold(line, |words, secret| {
        without_key(&words, secret.expose_secret())
    });
    let count = masked.chars().count();
    let shortened = if count <= MESSAGE_CHARS {
        masked
    } else {
        let kept: String = masked.chars().take(MESSAGE_CHARS - 1).collect();
        format!("{}…", kept.trim_end())
    };
    (!shortened.is_empty()).then_some(shortened)
}
