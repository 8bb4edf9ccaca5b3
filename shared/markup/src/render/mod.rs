//! Renders stored text as the HTML that a page of the content site shows (docs/interface/site/rendering.md#content): typographic
//! characters, paragraphs, shortcodes, emoji and excerpts.
//!
//! Stored bodies are plain text with some HTML, or HTML with block delimiters (comments of the block
//! editor). Rendering does not sanitise; bodies are sanitised when they are stored.

mod blocks;
mod emoticons;
mod paragraphs;
mod pictures;
pub mod shortcodes;
mod typography;

pub use blocks::{BlockPart, Part, layout_classes, parts, with_layout};
pub(crate) use blocks::{Delimiter, next_delimiter};
pub use paragraphs::paragraphs;
use shortcodes::Places;
pub use shortcodes::{MOST_FILES, NamedForm, NamedMedia, media_of};
pub(crate) use typography::entity_length;
pub use typography::typography;

use crate::text;

/// Default length of an excerpt in words.
pub const EXCERPT_WORDS: usize = 55;

/// Appended to an excerpt that was cut.
const CUT: &str = " [&hellip;]";

/// Whether a body holds block delimiters.
pub fn has_blocks(raw: &str) -> bool {
    raw.contains("<!-- wp:")
}

/// The site settings that rendering depends on.
#[derive(Debug, Clone, Copy, Default)]
pub struct RenderOptions {
    /// Whether text emoticons such as `:)` become emoji (setting `use_smilies`).
    pub emoticons: bool,
}

impl RenderOptions {
    /// Renders a body: removes block delimiters, converts typographic characters, adds paragraphs unless
    /// the body consists of blocks, expands shortcodes, and adds loading hints to images and frames.
    pub fn content(self, raw: &str) -> String {
        self.finished(&with_paragraphs(raw))
    }

    /// As [`RenderOptions::content`], for a body of blocks of which [`parts`] are rendered.
    pub fn content_of_parts(self, html: &str) -> String {
        self.finished(&typography(html))
    }

    fn finished(self, whole: &str) -> String {
        let html = shortcodes::expand(whole);
        emoticons::to_emoji(pictures::add_hints(&html), self.emoticons)
    }

    /// Renders a body for a page: as [`RenderOptions::content`], with places for code snippets, contact forms and
    /// media.
    pub fn page_body(self, raw: &str) -> PageBody {
        self.with_places(&with_paragraphs(raw))
    }

    /// As [`RenderOptions::page_body`], for a body of blocks of which [`parts`] are rendered.
    pub fn page_body_of_parts(self, html: &str) -> PageBody {
        self.with_places(&typography(html))
    }

    fn with_places(self, whole: &str) -> PageBody {
        let (html, Places { forms, media }) = shortcodes::expand_and_mark(whole);
        let html = emoticons::to_emoji(pictures::add_hints(&html), self.emoticons);
        PageBody { html, forms, media }
    }

    /// Renders an excerpt: the hand-written one, or else the first `words` words of the body.
    pub fn excerpt(self, written: &str, body: &str, words: usize) -> String {
        emoticons::to_emoji(excerpt(written, body, words), self.emoticons)
    }

    /// Makes an excerpt of `words` words from an already rendered body that has no blocks and no
    /// shortcodes.
    pub fn excerpt_of_rendered(self, rendered: &str, words: usize) -> String {
        emoticons::to_emoji(excerpt_of_rendered(rendered, words), self.emoticons)
    }
}

/// A rendered body with places that a page fills.
#[derive(Debug)]
pub struct PageBody {
    html: String,
    forms: Vec<NamedForm>,
    media: Vec<NamedMedia>,
}

impl PageBody {
    /// The contact forms that the body names, in their order.
    pub fn forms(&self) -> &[NamedForm] {
        &self.forms
    }

    /// The media that the body names, in their order.
    pub fn media(&self) -> &[NamedMedia] {
        &self.media
    }

    /// The body with its own HTML changed; what is filled in later is not.
    #[must_use]
    pub fn changed(mut self, change: impl FnOnce(&str) -> String) -> Self {
        self.html = change(&self.html);
        self
    }

    /// The HTML with `snippet` in place of each shortcode of a code snippet, by its identifier, and `form` and `media` in
    /// place of each form and media, by their positions in [`PageBody::forms`] and [`PageBody::media`]. What is filled in is
    /// not changed.
    pub fn fill(
        &self,
        snippet: impl FnMut(u64) -> String,
        mut form: impl FnMut(usize) -> String,
        mut media: impl FnMut(usize) -> String,
    ) -> String {
        // Media come first and hold no marks: their texts are escaped. Forms come last: a snippet may hold what looks like
        // the mark of a snippet, a form holds what visitors sent.
        let html = shortcodes::fill_media_marks(&self.html, once(self.media.len(), &mut media));
        let html = shortcodes::fill_marks(&html, snippet);
        shortcodes::fill_form_marks(&html, once(self.forms.len(), &mut form))
    }
}

/// Fills each of `count` places once.
fn once(count: usize, fill: &mut impl FnMut(usize) -> String) -> impl FnMut(u64) -> String {
    let mut shown = vec![false; count];
    move |at| {
        let at = usize::try_from(at).unwrap_or(usize::MAX);
        match shown.get_mut(at) {
            Some(shown) if !*shown => {
                *shown = true;
                fill(at)
            }
            _ => String::new(),
        }
    }
}

/// Renders a title.
pub fn title(raw: &str) -> String {
    typography(raw).trim().to_owned()
}

fn content(raw: &str) -> String {
    pictures::add_hints(&shortcodes::expand(&with_paragraphs(raw)))
}

/// A body without block delimiters, with typographic characters and paragraphs.
fn with_paragraphs(raw: &str) -> String {
    if has_blocks(raw) {
        typography(&blocks::render(raw))
    } else {
        shortcodes::unwrap_standalone(&paragraphs(&typography(raw)))
    }
}

fn excerpt(written: &str, body: &str, words: usize) -> String {
    if !written.trim().is_empty() {
        return pictures::add_hints(&paragraphs(&typography(written)));
    }
    let text = shortcodes::strip(teaser(body));
    excerpt_of_rendered(&content(&blocks::excerpt_source(&text)), words)
}

/// Separates the pages of a body.
const NEXT_PAGE: &str = "<!--nextpage-->";

/// The text before the first `<!--more` or page separator; lists do not show what follows it. A separator
/// at the very excerpt_of_rendered is skipped.
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

fn excerpt_of_rendered(rendered: &str, words: usize) -> String {
    let mut begun = text::beginning(&tagless(teaser(rendered)), words);
    if begun.cut {
        begun.text.push_str(CUT);
    }
    paragraphs(&typography(&begun.text))
}

/// The text of rendered HTML, entities not decoded.
fn tagless(html: &str) -> String {
    // `text::plain` decodes entities; hiding the `&` keeps them.
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
        assert_eq!(
            excerpt_of_rendered(&content("<!--nextpage-->a"), 55),
            "<p>a</p>\n"
        );
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
            let _ = (title(&raw), excerpt("", &raw, 3), emoticons::to_emoji(content(&raw), true));
        }

        /// Rendering adds markup but drops no word.
        #[test]
        fn words_survive(words in prop::collection::vec("[a-z]{1,8}", 1..12)) {
            let body = words.join(" ");
            prop_assert_eq!(text::plain(&content(&body)), body);
        }
    }
}
