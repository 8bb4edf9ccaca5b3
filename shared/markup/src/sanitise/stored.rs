//! Sanitises the content that a site stores for users without the `unfiltered_html` capability. As in
//! deployed WordPress sites, tags are dropped but words are protected: the text of a script stays as text. Block
//! delimiters are protected too, because an editor cannot recognise blocks without them. Safety depends on the
//! allow-list, which filters all output.

use std::borrow::Cow;
use std::sync::LazyLock;

use regex::{Captures, Regex};
use step_budget::{Budget, Stopped};

use super::tag_form::next_tag;
use super::{Form, body, cleaned, without_limit};
use crate::escape;

/// Elements allowed in comments, titles, and descriptions of terms and users.
const INLINE_ELEMENTS: [&str; 14] = [
    "a",
    "abbr",
    "acronym",
    "b",
    "blockquote",
    "cite",
    "code",
    "del",
    "em",
    "i",
    "q",
    "s",
    "strike",
    "strong",
];

/// Raw text elements. Without their tags, their content is text.
const RAW: [&str; 8] = [
    "script", "style", "textarea", "title", "xmp", "noembed", "noframes", "noscript",
];

/// Delimiters of a placeholder's number; private-use characters that are removed from input.
const OPEN: char = '\u{e0b1}';
const SHUT: char = '\u{e0b2}';

/// A tag, its name first. A quoted attribute value may hold a `>`.
static TAG: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r#"</?([A-Za-z][A-Za-z0-9:-]*)(?:"[^"]*"|'[^']*'|[^'">])*>"#).ok());

/// A comment, a character reference, or a no-break space (which the serialiser writes as a reference).
/// Comments are block delimiters, `more` and page separators, and notes. A comment whose text holds
/// brackets or dashes that some parser takes for its end is not matched.
static PROTECTED: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new("(?<comment><!--(?:[^<>-]|-[^<>-])*-->)|&(?:[A-Za-z][A-Za-z0-9]*|#[0-9]+|#[xX][0-9A-Fa-f]+);|\u{a0}")
        .ok()
});

static PLACEHOLDER: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new("\u{e0b1}([0-9]+)\u{e0b2}").ok());

/// Source text that the parser would drop or rewrite; a placeholder stands for it meanwhile.
enum Protected {
    Comment(String),
    /// A non-ASCII character or an opening bracket: as written, and decoded.
    Character(String, String),
}

/// Sanitises the body of an item: see [`body`] for the base rules. Additionally protected are comments, safe
/// declarations of `style`, the slash of empty elements, tables whose rows have no body, and character
/// references as written.
pub fn content(html: &str) -> String {
    without_limit(|budget| content_within(html, budget))
}

/// Like [`content`], within a budget. A step is a byte that one of the passes reads.
///
/// # Errors
/// [`Stopped`] between two passes.
pub fn content_within(html: &str, budget: &Budget) -> Result<String, Stopped> {
    let html = html.replace([OPEN, SHUT], "");
    let mut protected = Vec::new();
    let with_placeholders = replaced(&PROTECTED, &html, |found| {
        let written = found.get(0).map_or("", |all| all.as_str()).to_owned();
        if found.name("comment").is_some() {
            protected.push(Protected::Comment(written));
        } else {
            let read = escape::decode(&written);
            // A bracket is not markup, but decoded it could begin a shortcode.
            if read != "[" && read.bytes().any(|byte| byte.is_ascii()) {
                return written;
            }
            protected.push(Protected::Character(written, read));
        }
        format!("{OPEN}{}{SHUT}", protected.len() - 1)
    });
    let safe = cleaned(
        &with_tags(&with_placeholders, |name| !is_among(&RAW, name)),
        Form::Stored,
        budget,
    )?;
    Ok(restore_protected(&safe, &protected))
}

/// Replaces the placeholders in serialised HTML by their source text. Inside a tag, a comment is dropped
/// (it was part of an attribute value, which its quotes could end), and a character is written decoded, as
/// it was when the value was checked.
fn restore_protected(html: &str, protected: &[Protected]) -> String {
    let in_text = |protected: &Protected| match protected {
        Protected::Comment(written) | Protected::Character(written, _) => written.clone(),
    };
    let in_tag = |protected: &Protected| match protected {
        Protected::Comment(_) => String::new(),
        Protected::Character(_, read) => read.clone(),
    };
    let mut out = String::with_capacity(html.len());
    let mut rest = html;
    while let Some((text, tag, behind)) = next_tag(rest) {
        out.push_str(&fill_placeholders(text, protected, in_text));
        out.push_str(&fill_placeholders(tag, protected, in_tag));
        rest = behind;
    }
    out.push_str(&fill_placeholders(rest, protected, in_text));
    out
}

/// Replaces the placeholders of `text`.
fn fill_placeholders<'a>(
    text: &'a str,
    protected: &[Protected],
    shown: impl Fn(&Protected) -> String,
) -> Cow<'a, str> {
    replaced(&PLACEHOLDER, text, |found| {
        let number = found.get(1).and_then(|number| number.as_str().parse().ok());
        let one = number.and_then(|at: usize| protected.get(at));
        one.map(&shown).unwrap_or_default()
    })
}

/// Sanitises a short text: only links, quotations and inline formatting are allowed.
pub fn inline(html: &str) -> String {
    body(&with_tags(html, |name| is_among(&INLINE_ELEMENTS, name)))
}

/// Removes the tags whose element name `keeps` rejects.
fn with_tags(html: &str, keeps: impl Fn(&str) -> bool) -> Cow<'_, str> {
    replaced(&TAG, html, |found| {
        let tag = found.get(0).filter(|_| {
            let name = found.get(1);
            name.is_some_and(|name| keeps(name.as_str()))
        });
        tag.map_or_else(String::new, |tag| tag.as_str().to_owned())
    })
}

fn is_among(names: &[&str], name: &str) -> bool {
    names.iter().any(|known| known.eq_ignore_ascii_case(name))
}

fn replaced<'a>(
    form: &LazyLock<Option<Regex>>,
    text: &'a str,
    by: impl FnMut(&Captures<'_>) -> String,
) -> Cow<'a, str> {
    match form.as_ref() {
        Some(form) => form.replace_all(text, by),
        None => Cow::from(text),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::lexer::{Lexer, Piece};

    #[test]
    fn comments_stay() {
        let text = "<!-- wp:group {\"align\":\"wide\"} -->\n<div class=\"wp-block-group\"><!-- wp:paragraph -->\n<p>a</p>\n<!-- /wp:paragraph --></div>\n<!-- /wp:group -->\n\n<!-- wp:core/separator /-->";
        assert_eq!(content(text), text);
        for text in [
            "a<!--more Leia mais-->b<!--nextpage-->c",
            "<p>a</p><!-- nota \"um\" -->",
        ] {
            assert_eq!(content(text), text);
        }
    }

    #[test]
    fn text_of_dropped_elements_stays() {
        assert_eq!(content("e <script>alert(1)</script>"), "e alert(1)");
        assert_eq!(content("a<style>p{}</style>"), "ap{}");
        assert_eq!(content("<scr<script>ipt>x</script>"), "ipt&gt;x");
        assert_eq!(
            content("<script>\"<img src=x onerror=y>\"</script>"),
            "\"<img src=\"x\">\""
        );
    }

    #[test]
    fn safe_styles_are_kept() {
        let text = "<p style=\"text-align:center\">a <span style=\"color:red;font-weight:bold\">b</span></p>";
        assert_eq!(content(text), text);
        assert_eq!(
            content("<p style='position:fixed;COLOR:red;background:url(//x)'>a</p>"),
            "<p>a</p>"
        );
        assert_eq!(inline("<em style=\"color:red\">a</em>"), "<em>a</em>");
    }

    #[test]
    fn tags_keep_their_notation() {
        for text in [
            "linha<br>outra<br />mais<hr /><img src=\"/a.jpg\" alt=\"x\" />",
            "<table><tr><td>1</td></tr></table>",
            "<table>\n<thead><tr><th>a</th></tr></thead>\n<tr>\n<td><table><tbody><tr><td>b</td></tr></tbody></table></td></tr></table>",
            "<table><colgroup><col><col></colgroup><tr><td>1</td></tr><tbody><tr><td>2</td></tr></tbody></table>",
        ] {
            assert_eq!(content(text), text);
        }
        assert_eq!(content("a<br/>b<p/>c<img/>"), "a<br />b<p>c</p>");
        assert_eq!(
            content("<table><td>1</table>"),
            "<table><tbody><tr><td>1</td></tr></tbody></table>"
        );
        assert_eq!(content("<br>\u{e0b3}<tbody title=\u{e0b4}>x"), "<br>x");
    }

    #[test]
    fn a_comment_cannot_be_ended_early() {
        for text in [
            "<!-- wp:a {\"x\":\"--><script>y</script>\"} -->",
            "<!-- wp:a {\"x\":\"--!><img src=x onerror=y>\"} -->",
            "<!-- wp:a {-- } -->",
            "\u{e0b1}0\u{e0b2}<!-- wp:a -->",
        ] {
            let protected = content(text);
            assert!(
                !protected.contains("<script") && !protected.contains("onerror"),
                "{protected}"
            );
            assert!(
                !protected.contains("{--") && !protected.contains("--!"),
                "{protected}"
            );
        }
    }

    #[test]
    fn character_references_are_kept() {
        for text in [
            "&copy; &#169; &#xE9; \u{a0}&nbsp;x &amp; &lt;b&gt; &unknown;",
            "<p title=\"a\u{a0}b\">&mdash;</p>",
            "<p>&#091;gallery] &#91;x] [y]</p>",
        ] {
            assert_eq!(content(text), text.replace("&unknown", "&amp;unknown"));
        }
        assert_eq!(
            content("&quot;a&#39; <a title='&eacute;\"'>b</a>"),
            "\"a' <a title=\"é&quot;\">b</a>"
        );
        for text in [
            "&eacute;<a href='&#xe0b1;0&#xe0b2;javascript:x'>b</a>",
            "<a href='&#106;avascript:x'>b</a>",
            "<a href='java&nbsp;script&colon;x'>b</a>",
        ] {
            assert!(
                !content(text).contains("=\"javascript"),
                "{}",
                content(text)
            );
        }
    }

    #[test]
    fn block_editor_markup_is_kept() {
        for text in [
            "<sup data-fn=\"a-1\" class=\"fn\"><a href=\"#a-1\" id=\"a-1-link\">1</a></sup>",
            "<article aria-label=\"x\" role=\"note\"><p id=\"b\" align=\"center\">t</p></article>",
            "<figure class=\"wp-block-video\"><video controls=\"\" src=\"/a.mp4\" poster=\"https://e.example/a.jpg\"></video></figure>",
            "<table border=\"1\"><tr><td align=\"right\" width=\"50%\">1</td></tr></table>",
        ] {
            assert_eq!(content(text), text);
        }
        assert_eq!(
            content("<video src=\"javascript:x\" poster=\"data:x\" onplay=\"y\">a</video>"),
            "<video>a</video>"
        );
        assert_eq!(
            content("<audio align=up preload=all>a</audio>"),
            "<audio>a</audio>"
        );
    }

    #[test]
    fn a_comment_in_a_value_adds_no_attribute() {
        for text in [
            "<a href=\"#\" title=\"<!-- wp:a {\" onmouseover=alert(1) x=\"} -->\">b</a>",
            "<p title='<!-- wp:a {\"x\":1} -->'>b</p>",
            "<p class=\"<!--\" onclick=\"alert(1)-->\">b</p>",
            "<img src=\"/a\" alt=\"<!--\" onerror=\"alert(1)-->\">",
        ] {
            let protected = content(text);
            assert!(
                !protected.contains("alert") && !protected.contains("<!--"),
                "{protected}"
            );
        }
    }

    #[test]
    fn short_texts_allow_inline_elements_only() {
        assert_eq!(
            inline("<p>a <b>b</b> <img src=x> <script>c</script></p>"),
            "a <b>b</b>  c"
        );
        assert_eq!(inline("<a href='javascript:x'>y</a>"), "<a>y</a>");
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 500, ..ProptestConfig::default() })]

        #[test]
        fn output_passes_the_allow_list(
            pieces in proptest::collection::vec(
                proptest::sample::select(vec![
                    "<!-- wp:a -->", "<!-- /wp:a -->", "<!--", "-->", "--!>", "<script>", "</script>", "<p>", "</p>",
                    "<b>", "</b>", "\"", "'", "<", ">", "{", "}", " ", "wp:a", "\u{e0b1}", "\u{e0b2}", "0", "<img src=x onerror=y>",
                    "<a title=\"", "\">", " onclick=z ", "<p title='", "'>",
                    "<style>", "</style>", "<title>", "<svg onload=x>", "<table>", "<td>", "<iframe srcdoc=x>",
                ]),
                0..20,
            ),
        ) {
            let protected = content(&pieces.concat());
            for piece in Lexer::new(&protected) {
                if let Piece::Start(tag) = piece {
                    let handles = tag.attributes.iter().any(|(name, _)| name.starts_with("on"));
                    prop_assert!(!handles, "{}", protected);
                }
            }
            prop_assert_eq!(body(&protected), body(&content(&protected)));
            for tag in ["<script", "<style", "<title", "<svg", "<iframe", "onerror=", "onload="] {
                let bare = PROTECTED.as_ref().unwrap().replace_all(&protected, "").into_owned();
                prop_assert!(tag.ends_with('=') || !bare.contains(tag), "{}", protected);
            }
            let bare = PROTECTED.as_ref().unwrap().replace_all(&protected, "").into_owned();
            prop_assert!(!bare.contains("<!--"), "{}", protected);
        }
    }
}
