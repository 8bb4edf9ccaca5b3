//! From stored text to what a page of the content site shows (spec: Rendering): typographic
//! characters, paragraphs, summaries.
//!
//! Stored bodies are plain text with some HTML, or HTML with block delimiters (comments that an
//! editor of blocks keeps). Nothing here makes HTML safe; that happened on write.

mod paragraphs;
mod pictures;
pub mod shortcodes;
mod typography;

pub use paragraphs::paragraphs;
pub use typography::typography;

use crate::text;

/// Words of a summary when nobody says otherwise.
pub const EXCERPT_WORDS: usize = 55;

/// What follows a summary that was cut.
const CUT: &str = " [&hellip;]";

/// Whether a body holds block delimiters.
pub fn has_blocks(raw: &str) -> bool {
    raw.contains("<!-- wp:")
}

/// A title as a page shows it.
pub fn title(raw: &str) -> String {
    typography(raw).trim().to_owned()
}

/// A body as a page shows it: without block delimiters, with typographic characters, with paragraphs unless
/// blocks brought their own, with what shortcodes stand for, and with a hint how pictures are decoded.
pub fn content(raw: &str) -> String {
    let text = if has_blocks(raw) {
        typography(&without_delimiters(raw))
    } else {
        shortcodes::alone(&paragraphs(&typography(raw)))
    };
    pictures::hinted(&shortcodes::shown(&text))
}

/// A summary as a page shows it: the one written by hand, else the beginning of the body.
pub fn excerpt(written: &str, body: &str, words: usize) -> String {
    if !written.trim().is_empty() {
        return pictures::hinted(&paragraphs(&typography(written)));
    }
    beginning(&content(&shortcodes::without(body)), words)
}

/// The beginning of a shown body, one without shortcodes, as a summary. What an author puts behind the
/// mark for more is not for lists.
pub fn beginning(shown: &str, words: usize) -> String {
    let teaser = shown
        .split_once("<!--more")
        .map_or(shown, |(teaser, _)| teaser);
    let bare = tagless(teaser);
    let mut all = bare.split_whitespace();
    let mut kept: String = all.by_ref().take(words).collect::<Vec<_>>().join(" ");
    if all.next().is_some() {
        kept.push_str(CUT);
    }
    paragraphs(&typography(&kept))
}

/// The text of rendered HTML with its entities left alone.
fn tagless(html: &str) -> String {
    // Entities must survive, so they are hidden from the reader of text.
    let hidden = html.replace('&', "\u{e000}");
    text::plain(&hidden)
        .replace('\u{e000}', "&")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

fn without_delimiters(raw: &str) -> String {
    let mut kept = String::with_capacity(raw.len());
    let mut rest = raw;
    while let Some(open) = rest.find("<!-- ") {
        let (before, comment) = rest.split_at(open);
        kept.push_str(before);
        let is_delimiter = comment.starts_with("<!-- wp:") || comment.starts_with("<!-- /wp:");
        let end = comment.find("-->").map_or(comment.len(), |at| at + 3);
        let (comment, after) = comment.split_at(end);
        if !is_delimiter {
            kept.push_str(comment);
        }
        rest = after;
    }
    kept.push_str(rest);
    kept
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn titles() {
        assert_eq!(title(" \"Olá\" & mundo "), "&#8220;Olá&#8221; &#038; mundo");
    }

    #[test]
    fn bodies_of_blocks_keep_their_own_paragraphs() {
        let raw = "<!-- wp:paragraph -->\n<p>Um</p>\n<!-- /wp:paragraph -->\n\n<!-- nota -->";
        assert_eq!(content(raw), "\n<p>Um</p>\n\n\n<!-- nota -->");
    }

    #[test]
    fn plain_bodies_get_paragraphs() {
        assert_eq!(
            content("Um\nDois\n\nTrês"),
            "<p>Um<br />\nDois</p>\n<p>Três</p>\n"
        );
        assert_eq!(content("<p>a</p><h2>b</h2>"), "<p>a</p>\n<h2>b</h2>\n");
    }

    #[test]
    fn summaries() {
        assert_eq!(excerpt("Breve", "ignorado", 55), "<p>Breve</p>\n");
        assert_eq!(
            excerpt("", "<h2>Um</h2><p>dois três</p>", 2),
            "<p>Um dois [&hellip;]</p>\n"
        );
        assert_eq!(excerpt("", "a & b", 55), "<p>a &#038; b</p>\n");
        assert_eq!(excerpt("", "", 55), "");
        assert_eq!(
            excerpt("", "a [gallery] b\n\n[caption]x[/caption]", 55),
            "<p>a b</p>\n"
        );
    }

    #[test]
    fn shortcodes_of_a_body() {
        assert_eq!(content("a\n\n[gallery]\n\nb"), "<p>a</p>\n\n<p>b</p>\n");
        assert_eq!(content("[caption id=\"1\"]x[/caption]"), "x\n");
        assert_eq!(content("x\n[gallery]\ny"), "<p>x<br />\n<br />\ny</p>\n");
        assert_eq!(content("[[gallery]] z"), "<p>[gallery] z</p>\n");
        assert_eq!(
            content("<!-- wp:shortcode -->\n[gallery]\n<!-- /wp:shortcode -->"),
            "\n\n"
        );
    }

    proptest! {
        #[test]
        fn nothing_panics(raw in "(\\PC|[<>\"'&\n!-]|<p>|</p>|<pre>|<!-- wp:x -->|<br>|\\[gallery\\]|\\[caption|\\[/caption\\]|<script>){0,60}") {
            let _ = (title(&raw), content(&raw), excerpt("", &raw, 3));
        }

        /// Rendering adds marks but loses no word.
        #[test]
        fn words_survive(words in prop::collection::vec("[a-z]{1,8}", 1..12)) {
            let body = words.join(" ");
            prop_assert_eq!(text::plain(&content(&body)), body);
        }
    }
}
