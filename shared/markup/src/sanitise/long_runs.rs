//! Keeps the time of the serialiser linear.
//!
//! For each `&` and each character whose first byte is 0xC2, the serialiser of html5ever searches the rest of the text
//! for the next `<` or `>` (`HtmlSerializer::write_escaped`, html5ever 0.40). In a text or a value without brackets it so
//! reads the whole rest each time: a text of a megabyte takes ten seconds and more. A mark with a bracket every
//! [`RUN`] bytes ends these searches; it is removed from the output, which is the same as without it.

use std::collections::HashSet;

use super::tag_form::next_tag;
use crate::lexer::{self, Lexer, Piece};

/// Upper limit of a run without a mark in bytes; what the serialiser reads for each character is at most this.
const RUN: usize = 1_024;

/// The private-use characters of which the mark is one (Unicode, planes 15 and 16).
const PRIVATE: [(u32, u32); 2] = [(0xF_0000, 0xF_FFFD), (0x10_0000, 0x10_FFFD)];

/// Ends the searches of the serialiser; the character does not occur in the source, written or as a reference.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Mark(char);

impl Mark {
    /// The mark for `html`; `None` when no run is long enough to need one.
    pub fn needed(html: &str) -> Option<Self> {
        let mut runs = html.split(['<', '>']);
        runs.any(is_dear).then(|| Self(unused(html)))
    }

    /// `html`, whose values are in double quotes and whose text holds no `<`, with marks in its long texts.
    pub fn texts(self, html: &str) -> String {
        let mut out = String::with_capacity(html.len() + html.len() / 64);
        let mut rest = html;
        while let Some((text, tag, behind)) = next_tag(rest) {
            self.text(text, &mut out);
            out.push_str(tag);
            rest = behind;
        }
        self.text(rest, &mut out);
        out
    }

    /// `html` of any form with marks in its texts and in those of raw text elements. Values of attributes get theirs when they are
    /// checked: a mark behind a value whose tag is not closed would close it.
    pub fn source(self, html: &str) -> String {
        let mut out = String::with_capacity(html.len() + html.len() / 64);
        let (mut lexer, mut written) = (Lexer::new(html), 0);
        while let Some(piece) = lexer.next() {
            let text = match piece {
                Piece::Text(text) => text,
                Piece::Start(tag) if lexer::is_raw(&tag.name) => lexer.raw_text(),
                Piece::Start(_) | Piece::End(_) => continue,
            };
            let end = html.len() - lexer.rest().len();
            let begin = end - text.len();
            out.push_str(html.get(written..begin).unwrap_or_default());
            self.text(text, &mut out);
            written = end;
        }
        out.push_str(html.get(written..).unwrap_or_default());
        out
    }

    /// A checked value of an attribute, with marks.
    pub fn value(self, value: &str) -> String {
        let mut out = String::with_capacity(value.len() + value.len() / 64);
        self.broken(value, |_| true, &mut out);
        out
    }

    /// Text, with marks. None stands beside a blank, so that a run of blanks stays one for the parser: inside a table it
    /// moves all other text. None divides a reference.
    fn text(self, text: &str, out: &mut String) {
        self.broken(text, |rest| !begins_blank(rest), out);
    }

    fn broken(self, text: &str, may_break: impl Fn(&str) -> bool, out: &mut String) {
        let (mut written, mut begin) = (0, 0);
        for (at, found) in text.match_indices(stops) {
            if found == ">" {
                begin = at;
            } else if at - begin >= RUN
                && let Some(rest) = text.get(at..)
                && may_break(rest)
            {
                out.push_str(text.get(written..at).unwrap_or_default());
                out.extend([self.0, '>']);
                (written, begin) = (at, at);
            }
        }
        out.push_str(text.get(written..).unwrap_or_default());
    }

    /// Serialised HTML without the marks.
    pub fn removed(self, html: &str) -> String {
        html.replace(&format!("{}&gt;", self.0), "")
    }
}

/// A run in which the serialiser would search far and often.
fn is_dear(run: &str) -> bool {
    run.len() > RUN && run.matches(is_escaped).nth(1).is_some()
}

/// The characters at which a search of the serialiser begins: `&` and those whose first byte is 0xC2.
const fn is_escaped(character: char) -> bool {
    matches!(character, '&' | '\u{80}'..='\u{bf}')
}

const fn stops(character: char) -> bool {
    character == '>' || is_escaped(character)
}

/// Whether the character reference at the beginning of `text` is a blank of HTML.
fn begins_blank(text: &str) -> bool {
    let Some(reference) = text.strip_prefix('&') else {
        return false;
    };
    match reference.strip_prefix('#') {
        Some(number) => matches!(code(number), Some(9 | 10 | 12 | 13 | 32)),
        None => ["Tab;", "NewLine;"]
            .iter()
            .any(|name| reference.starts_with(name)),
    }
}

/// The number of a numeric reference, from behind its `&#`; `None` when it is none or too large.
fn code(number: &str) -> Option<u32> {
    let (digits, radix) = match number.strip_prefix(['x', 'X']) {
        Some(digits) => (digits, 16),
        None => (number, 10),
    };
    let end = digits.find(|c: char| !c.is_digit(radix));
    let digits = digits.get(..end.unwrap_or(digits.len()))?;
    u32::from_str_radix(digits, radix).ok()
}

/// A private-use character that `html` does not hold. In the text that holds all of them, the last one is lost where it
/// stands before a `>`.
fn unused(html: &str) -> char {
    let references = html.split("&#").skip(1).filter_map(code);
    let used: HashSet<u32> = html
        .chars()
        .map(u32::from)
        .chain(references)
        .filter(|code| PRIVATE.iter().any(|(from, to)| (from..=to).contains(&code)))
        .collect();
    let mut candidates = PRIVATE.into_iter().flat_map(|(from, to)| from..=to);
    candidates
        .find(|code| !used.contains(code))
        .and_then(char::from_u32)
        .unwrap_or('\u{10fffd}')
}

#[cfg(test)]
mod tests {
    use ammonia::Builder;
    use proptest::prelude::*;

    use super::super::{Form, outline, policy};
    use super::*;

    #[test]
    fn the_mark_is_a_character_that_the_source_does_not_hold() {
        let long = "&".repeat(2_000);
        assert_eq!(Mark::needed("a & b & c"), None);
        assert_eq!(Mark::needed(&"a".repeat(5_000)), None);
        assert_eq!(Mark::needed(&long), Some(Mark('\u{f0000}')));
        let taken = format!("{long}\u{f0000}&#xF0001;&#0983042&#x10F0003;");
        assert_eq!(Mark::needed(&taken), Some(Mark('\u{f0003}')));
    }

    #[test]
    fn no_search_is_longer_than_a_run() {
        let mark = Mark('\u{f0000}');
        for text in ["&", "&amp;", "&#38;", "&lt", "\u{a0}", "\u{ba}x", "a&&#32;"] {
            let marked = mark.texts(&text.repeat(9_000));
            let longest = marked.split('>').map(str::len).max().unwrap();
            assert!(longest <= RUN + 20, "{text}: {longest}");
            assert_eq!(marked.replace("\u{f0000}>", ""), text.repeat(9_000));
            let value = mark.value(&text.repeat(9_000));
            assert!(value.split('>').all(|run| run.len() <= RUN + 20), "{text}");
        }
    }

    #[test]
    fn a_mark_closes_no_tag() {
        let blanks = "&nbsp;".repeat(300);
        for html in [
            format!("<a href=\"https://a.example/?a=<p>\"{blanks}"),
            format!("<p title='a > b' {blanks}"),
            format!("<!-- > -->a{blanks}<b title='>'{blanks}"),
            format!("<textarea>'>{blanks}</textarea>{blanks}"),
        ] {
            let mut cleaner = Builder::default();
            let once = cleaner.clean(&html).to_string();
            assert_eq!(
                super::super::cleaned_by(&mut cleaner, &html),
                once,
                "{html}"
            );
        }
    }

    /// Pieces, each of them repeated: runs of a few thousand bytes that meet tags, tables, values and each other.
    fn sources() -> impl Strategy<Value = String> {
        let piece = proptest::sample::select(vec![
            "&",
            "&amp;",
            "&amp",
            "&#38;",
            "&#38",
            "&#32;",
            "&#9;",
            "&Tab;",
            "&nbsp;",
            "\u{a0}",
            "\u{ba}",
            "&lt;",
            "&#xF0000;",
            "\u{f0000}",
            "\u{f0000}>",
            "a",
            " ",
            "\n",
            ">",
            "<",
            "\"",
            "'",
            "<p>",
            "</p>",
            "<table>",
            "<tr>",
            "<td>",
            "</table>",
            "<colgroup>",
            "<pre>",
            "<b>",
            "</b>",
            "<p title=\"",
            "<p title='a > ",
            "'>",
            "\">",
            "<a href=\"https://a.example/?a=",
            "<!--",
            "-->",
            "<img src=a alt=\"",
            "<img srcset=\"",
            "<p style=\"",
            "<script>",
            "</script>",
            "<iframe src=x>",
            "<svg>",
            "<li>",
            "<br/>",
            "\u{e0b3}",
        ]);
        proptest::collection::vec(
            (piece, proptest::sample::select(vec![1, 1, 1, 300, 1_500])),
            0..9,
        )
        .prop_map(|parts| {
            parts
                .iter()
                .map(|(piece, times)| piece.repeat(*times))
                .collect()
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

        /// The output of the serialiser is that without marks.
        #[test]
        fn marks_leave_no_trace(html in sources()) {
            for form in [Form::Editor, Form::Stored] {
                let html = outline::rewrite(&html, form);
                prop_assert_eq!(policy::clean(&html, form), policy::clean_at_once(&html, form));
            }
            let mut cleaner = Builder::default();
            let once = cleaner.clean(&html).to_string();
            prop_assert_eq!(super::super::cleaned_by(&mut cleaner, &html), once);
        }
    }
}
