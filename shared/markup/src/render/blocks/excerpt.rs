//! Selects the text of a body from which an excerpt is made: the running text, without captions, buttons
//! and code.

use std::borrow::Cow;

use super::{Piece, pieces};

/// Blocks whose text is part of an excerpt.
const TEXTS: [&str; 11] = [
    "freeform",
    "heading",
    "html",
    "list",
    "media-text",
    "paragraph",
    "preformatted",
    "pullquote",
    "quote",
    "table",
    "verse",
];

/// Container blocks; an excerpt includes the text of their inner blocks.
const WRAPPERS: [&str; 3] = ["column", "columns", "group"];

/// Nesting limit; deeper blocks count as text of the last level.
const DEEPEST: usize = 32;

/// A block that is being read.
#[derive(Debug, Default)]
struct Open<'a> {
    name: &'a str,
    /// All its text, including that of inner blocks.
    whole: String,
    /// The part of its inner blocks' text that belongs in an excerpt.
    held: String,
    holds_blocks: bool,
    /// Whether an inner block is excluded from excerpts, or has inner blocks itself.
    is_mixed: bool,
}

impl Open<'_> {
    fn is_in_excerpts(&self) -> bool {
        TEXTS.contains(&self.name) || WRAPPERS.contains(&self.name)
    }

    /// The excerpt text of a top-level block.
    fn outermost(self) -> String {
        let is_wrapper = WRAPPERS.contains(&self.name);
        match (self.is_in_excerpts(), self.holds_blocks) {
            (true, true) if is_wrapper => self.held,
            (true, true) if self.is_mixed => String::new(),
            (true, _) => self.whole,
            (false, _) => String::new(),
        }
    }

    /// Adds the text of an inner block that has ended.
    fn take(&mut self, block: &Open<'_>) {
        self.holds_blocks = true;
        self.is_mixed |= block.holds_blocks || !TEXTS.contains(&block.name);
        if block.is_in_excerpts() {
            self.held.push_str(if block.holds_blocks {
                &block.held
            } else {
                &block.whole
            });
        }
        self.whole.push_str(&block.whole);
    }
}

/// The part of a body from which the excerpt is made; the selection of blocks follows deployed WordPress
/// sites.
pub(in crate::render) fn excerpt_source(raw: &str) -> Cow<'_, str> {
    if !super::super::has_blocks(raw) {
        return Cow::from(raw);
    }
    let mut out = String::new();
    let mut open: Vec<Open<'_>> = Vec::new();
    let mut deeper = 0_usize;
    for piece in pieces(raw) {
        match piece {
            Piece::Text(text) => match open.last_mut() {
                Some(block) => block.whole.push_str(text),
                None => out.push_str(text),
            },
            Piece::Open(_) if open.len() >= DEEPEST => deeper += 1,
            Piece::Open(block) => open.push(Open {
                name: block.name,
                ..Open::default()
            }),
            Piece::Void(block) => {
                let block = Open {
                    name: block.name,
                    ..Open::default()
                };
                close(block, &mut open, &mut out);
            }
            Piece::Close if deeper > 0 => deeper -= 1,
            Piece::Close => {
                if let Some(block) = open.pop() {
                    close(block, &mut open, &mut out);
                }
            }
        }
    }
    while let Some(block) = open.pop() {
        close(block, &mut open, &mut out);
    }
    Cow::from(out)
}

fn close(block: Open<'_>, open: &mut [Open<'_>], out: &mut String) {
    match open.last_mut() {
        Some(around) => around.take(&block),
        None => out.push_str(&block.outermost()),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn block(name: &str, inside: &str) -> String {
        format!("<!-- wp:{name} -->{inside}<!-- /wp:{name} -->")
    }

    #[test]
    fn selects_running_text() {
        let text = block("paragraph", "a");
        let item = block("list-item", "i");
        for (raw, wanted) in [
            ("solto".to_owned(), "solto"),
            (format!("s {text} t"), "s a t"),
            (block("code", "c"), ""),
            (block("acme/x", "x"), ""),
            (block("list", "<li>a</li>"), "<li>a</li>"),
            (block("list", &item), ""),
            (block("quote", &format!("{text}c")), "ac"),
            (block("quote", &block("quote", &text)), ""),
            (
                block("group", &format!("x{text}{}y", block("image", "i"))),
                "a",
            ),
            (block("group", "x"), "x"),
            (
                block(
                    "columns",
                    &block("column", &format!("{text}{}", block("quote", &text))),
                ),
                "aa",
            ),
            (format!("<!-- wp:group -->{text}"), "a"),
            (block("quote", &format!("<!-- wp:separator /-->{text}")), ""),
            (format!("<!-- /wp:x -->{text}"), "a"),
        ] {
            assert_eq!(excerpt_source(&raw), wanted, "{raw}");
        }
    }

    #[test]
    fn deep_nesting_is_limited() {
        let deep = 100;
        let raw = format!(
            "{}a{}",
            "<!-- wp:group -->".repeat(deep),
            "<!-- /wp:group -->".repeat(deep)
        );
        assert_eq!(excerpt_source(&format!("{raw}b")), "ab");
    }

    proptest! {
        #[test]
        fn output_contains_only_input_text(raw in "(a|b|<!-- wp:(group|quote|paragraph|image) -->|<!-- /wp:group -->|<!-- wp:x /-->|<!--|-->){0,40}") {
            let letters = |text: &str| text.chars().filter(|c| matches!(c, 'a' | 'b')).count();
            let excerpt_source = excerpt_source(&raw);
            prop_assert!(letters(&excerpt_source) <= letters(&raw));
        }
    }
}
