//! Plain text in the HTML of a block.

use markup::escape;

/// Escapes plain text. Brackets are escaped too: the text around the block may be searched for shortcodes later.
pub fn escaped(plain: &str) -> String {
    escape::text(plain)
        .replace('[', "&#91;")
        .replace(']', "&#93;")
}
