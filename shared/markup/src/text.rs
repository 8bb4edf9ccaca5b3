//! Extracts, counts and shortens the plain text of HTML.

use crate::escape;
use crate::lexer::{Lexer, Piece};

/// Inline elements; every other tag separates words.
const INLINE: [&str; 26] = [
    "a", "abbr", "b", "bdi", "bdo", "cite", "code", "data", "del", "em", "font", "i", "ins", "kbd",
    "mark", "q", "s", "samp", "small", "span", "strong", "sub", "sup", "time", "u", "var",
];

/// The first words of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Excerpt {
    /// The words, separated by single spaces.
    pub text: String,
    /// Whether the text has more words.
    pub cut: bool,
}

/// The text of `html`: entities decoded, runs of whitespace collapsed to one space, scripts and styles
/// dropped. Block elements and line breaks separate words; inline elements do not.
pub fn plain(html: &str) -> String {
    let mut spaced = String::with_capacity(html.len());
    for piece in Lexer::new(html) {
        match piece {
            Piece::Text(text) => spaced.push_str(text),
            Piece::Start(tag) if INLINE.contains(&tag.name.as_str()) => {}
            Piece::End(name) if INLINE.contains(&name.as_str()) => {}
            Piece::Start(_) | Piece::End(_) => spaced.push(' '),
        }
    }
    fold(&escape::decode(&spaced))
}

/// The text of `html` block by block, each as [`plain`]; empty blocks are left out. A cell of a table is a block.
pub fn blocks(html: &str) -> Vec<String> {
    let mut blocks = vec![String::new()];
    for piece in Lexer::new(html) {
        match piece {
            Piece::Text(text) => {
                if let Some(block) = blocks.last_mut() {
                    block.push_str(text);
                }
            }
            Piece::Start(tag) if INLINE.contains(&tag.name.as_str()) => {}
            Piece::End(name) if INLINE.contains(&name.as_str()) => {}
            Piece::Start(_) | Piece::End(_) => blocks.push(String::new()),
        }
    }
    let blocks = blocks
        .into_iter()
        .map(|block| fold(&escape::decode(&block)));
    blocks.filter(|block| !block.is_empty()).collect()
}

/// The length of [`plain`] in Unicode scalar values.
pub fn plain_chars(html: &str) -> usize {
    plain(html).chars().count()
}

/// The number of words of [`plain`]: runs without whitespace that hold a letter or a digit. `guarda-chuva`
/// is one word; a dash between spaces is none.
pub fn words(html: &str) -> usize {
    plain(html)
        .split(' ')
        .filter(|word| word.contains(char::is_alphanumeric))
        .count()
}

/// The first `words` words of [`plain`], where a word is a run without whitespace.
pub fn excerpt(html: &str, words: usize) -> Excerpt {
    beginning(&plain(html), words)
}

/// The first `words` words of plain text, where a word is a run without whitespace.
pub fn beginning(plain: &str, words: usize) -> Excerpt {
    let mut all = plain.split_whitespace();
    let kept: Vec<_> = all.by_ref().take(words).collect();
    Excerpt {
        text: kept.join(" "),
        cut: all.next().is_some(),
    }
}

fn fold(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !folded.is_empty() {
            folded.push(' ');
        }
        folded.push_str(word);
    }
    folded
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn extracts_visible_text() {
        assert_eq!(
            plain("<h2>T&iacute;tulo</h2><p>Um <b>te</b>xto&nbsp;curto.<br>Fim</p>"),
            "Título Um texto curto. Fim"
        );
        assert_eq!(
            plain("<ul><li>um<li>dois</ul><table><tr><td>a<td>b</table>"),
            "um dois a b"
        );
        assert_eq!(
            plain("a<script>alert('x')</script><style>p{}</style>b<!-- c -->"),
            "a b"
        );
        assert_eq!(plain("1 < 2 &amp;&lt;b&gt;"), "1 < 2 &<b>");
        assert_eq!(plain(""), "");
    }

    #[test]
    fn blocks_are_told_apart_and_inline_elements_are_not() {
        assert_eq!(
            blocks(
                "<h2>T&iacute;tulo</h2>\n<p>Um <b>te</b>xto\ncurto.</p><p> </p>\
                 <ul><li>um<li>dois</ul><tr><td>a</td><td>b</td></tr>"
            ),
            ["Título", "Um texto curto.", "um", "dois", "a", "b"]
        );
        assert_eq!(blocks(""), [""; 0]);
    }

    #[test]
    fn counts_characters_not_bytes() {
        assert_eq!(plain_chars("<p>ação</p>\n<p>é</p>"), 6);
    }

    #[test]
    fn counts_words_with_a_letter_or_digit() {
        assert_eq!(
            words("<p>O guarda-chuva – azul – de R$ 10,50</p><p>é d'água</p>"),
            8
        );
        assert_eq!(words("<p>&nbsp;</p>"), 0);
    }

    #[test]
    fn an_excerpt_reports_whether_it_was_cut() {
        let html = "<p>um dois</p><p>três</p>";
        let excerpt = |words| super::excerpt(html, words);
        assert_eq!(
            excerpt(2),
            Excerpt {
                text: "um dois".into(),
                cut: true
            }
        );
        assert_eq!(
            excerpt(3),
            Excerpt {
                text: "um dois três".into(),
                cut: false
            }
        );
        assert_eq!(
            excerpt(0),
            Excerpt {
                text: String::new(),
                cut: true
            }
        );
    }

    proptest! {
        #[test]
        fn whitespace_is_collapsed_for_any_input(html in "(\\PC|<[a-z]{1,6}>|[ \n\t]){0,60}") {
            let plain = plain(&html);
            prop_assert!(!plain.contains("  "));
            prop_assert_eq!(plain.trim(), plain.as_str());
        }
    }
}
