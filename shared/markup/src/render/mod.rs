//! From stored text to what a page of the content site shows (docs/interface/site/rendering.md): typographic
//! characters, paragraphs, summaries.
//!
//! Stored bodies are plain text with some HTML, or HTML with block delimiters (comments that an
//! editor of blocks keeps). Nothing here makes HTML safe; that happened on write.

mod blocks;
mod paragraphs;
mod pictures;
pub mod shortcodes;
mod smilies;
mod typography;

pub use paragraphs::paragraphs;
pub use typography::typography;

use smilies::smilies;

use crate::text;

/// Words of a summary when nobody says otherwise.
pub const EXCERPT_WORDS: usize = 55;

/// What follows a summary that was cut.
const CUT: &str = " [&hellip;]";

/// Whether a body holds block delimiters.
pub fn has_blocks(raw: &str) -> bool {
    raw.contains("<!-- wp:")
}

/// How a site shows texts.
#[derive(Debug, Clone, Copy, Default)]
pub struct Look {
    /// Whether faces that people type are drawn.
    pub smilies: bool,
}

impl Look {
    /// A body as a page shows it: blocks without their delimiters, with typographic characters, with paragraphs
    /// unless blocks brought their own, with what shortcodes stand for, and with hints how pictures are loaded.
    pub fn content(self, raw: &str) -> String {
        smilies(content(raw), self.smilies)
    }

    /// A summary as a page shows it: the one written by hand, else the beginning of the body.
    pub fn excerpt(self, written: &str, body: &str, words: usize) -> String {
        smilies(excerpt(written, body, words), self.smilies)
    }

    /// The beginning of a shown body, one without blocks and shortcodes, as a summary.
    pub fn beginning(self, shown: &str, words: usize) -> String {
        smilies(beginning(shown, words), self.smilies)
    }
}

/// A title as a page shows it.
pub fn title(raw: &str) -> String {
    typography(raw).trim().to_owned()
}

fn content(raw: &str) -> String {
    let text = if has_blocks(raw) {
        typography(&blocks::shown(raw))
    } else {
        shortcodes::alone(&paragraphs(&typography(raw)))
    };
    pictures::hinted(&shortcodes::shown(&text))
}

fn excerpt(written: &str, body: &str, words: usize) -> String {
    if !written.trim().is_empty() {
        return pictures::hinted(&paragraphs(&typography(written)));
    }
    let text = shortcodes::without(teaser(body));
    beginning(&content(&blocks::told(&text)), words)
}

/// The mark at which a body's next page begins.
const NEXT_PAGE: &str = "<!--nextpage-->";

/// What stands before the first mark for more, or for the next page: what an author puts behind it is not for lists.
/// A mark before all text begins no further page.
fn teaser(text: &str) -> &str {
    let begun = text.strip_prefix("<p>").unwrap_or(text);
    let text = begun.strip_prefix(NEXT_PAGE).unwrap_or(text);
    ["<!--more", NEXT_PAGE]
        .into_iter()
        .filter_map(|mark| text.split_once(mark))
        .map(|(before, _)| before)
        .min_by_key(|before| before.len())
        .unwrap_or(text)
}

fn beginning(shown: &str, words: usize) -> String {
    let bare = tagless(teaser(shown));
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
        let raw = "<!-- wp:paragraph -->\n<p>\"Um\"</p>\n<!-- /wp:paragraph -->\n\n<!-- nota -->";
        assert_eq!(content(raw), "\n<p>&#8220;Um&#8221;</p>\n\n\n<!-- nota -->");
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
        assert_eq!(
            excerpt("", "a<!--nextpage-->b<!--more-->c", 55),
            "<p>a</p>\n"
        );
        assert_eq!(
            excerpt("", "<!--nextpage-->a<!--nextpage-->b", 55),
            "<p>a</p>\n"
        );
        assert_eq!(beginning(&content("<!--nextpage-->a"), 55), "<p>a</p>\n");
        assert_eq!(
            excerpt(
                "",
                "<!-- wp:image --><figcaption>c</figcaption><!-- /wp:image --><!-- wp:paragraph --><p>a</p>\
                 <!-- /wp:paragraph --><!-- wp:more --><!--more--><!-- /wp:more -->b",
                55
            ),
            "<p>a</p>\n"
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
            let _ = (title(&raw), excerpt("", &raw, 3), smilies(content(&raw), true));
        }

        /// Rendering adds marks but loses no word.
        #[test]
        fn words_survive(words in prop::collection::vec("[a-z]{1,8}", 1..12)) {
            let body = words.join(" ");
            prop_assert_eq!(text::plain(&content(&body)), body);
        }
    }
}
