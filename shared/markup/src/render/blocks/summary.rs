//! What a summary tells of a body's blocks: the words that belong to the text itself, not captions, buttons or code.

use std::borrow::Cow;

use super::{Piece, pieces};

/// Blocks whose words are told.
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

/// Blocks that are told by what they hold.
const WRAPPERS: [&str; 3] = ["column", "columns", "group"];

/// Blocks within blocks; what lies deeper counts as text of the last.
const DEEPEST: usize = 32;

/// A block that is being read.
#[derive(Debug, Default)]
struct Open<'a> {
    name: &'a str,
    /// All its text.
    whole: String,
    /// What is told of the blocks that it holds.
    held: String,
    holds_blocks: bool,
    /// Whether it holds something that is not told, or that holds blocks again.
    is_mixed: bool,
}

impl Open<'_> {
    fn is_told(&self) -> bool {
        TEXTS.contains(&self.name) || WRAPPERS.contains(&self.name)
    }

    /// What is told of a block that stands in no other.
    fn outermost(self) -> String {
        let is_wrapper = WRAPPERS.contains(&self.name);
        match (self.is_told(), self.holds_blocks) {
            (true, true) if is_wrapper => self.held,
            (true, true) if self.is_mixed => String::new(),
            (true, _) => self.whole,
            (false, _) => String::new(),
        }
    }

    /// Takes in a block that it holds.
    fn take(&mut self, block: &Open<'_>) {
        self.holds_blocks = true;
        self.is_mixed |= block.holds_blocks || !TEXTS.contains(&block.name);
        if block.is_told() {
            self.held.push_str(if block.holds_blocks {
                &block.held
            } else {
                &block.whole
            });
        }
        self.whole.push_str(&block.whole);
    }
}

/// The text of a body that a summary is made of, as deployed systems choose it.
pub(in crate::render) fn told(raw: &str) -> Cow<'_, str> {
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
            Piece::Void(name) => {
                let block = Open {
                    name,
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
    fn words_of_the_text_are_told() {
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
            assert_eq!(told(&raw), wanted, "{raw}");
        }
    }

    #[test]
    fn depth_has_an_end() {
        let deep = 100;
        let raw = format!(
            "{}a{}",
            "<!-- wp:group -->".repeat(deep),
            "<!-- /wp:group -->".repeat(deep)
        );
        assert_eq!(told(&format!("{raw}b")), "ab");
    }

    proptest! {
        #[test]
        fn nothing_is_invented(raw in "(a|b|<!-- wp:(group|quote|paragraph|image) -->|<!-- /wp:group -->|<!-- wp:x /-->|<!--|-->){0,40}") {
            let letters = |text: &str| text.chars().filter(|c| matches!(c, 'a' | 'b')).count();
            let told = told(&raw);
            prop_assert!(letters(&told) <= letters(&raw));
        }
    }
}
