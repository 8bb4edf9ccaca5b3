//! What a site stores of texts by people who may not write any HTML. Deployed systems drop tags, never
//! words: the text of a script stays, as text. They also keep the marks between blocks, without which an
//! editor no longer knows them. Safety rests on the allow-list, which everything passes.

use std::borrow::Cow;
use std::sync::LazyLock;

use regex::{Captures, Regex};

use super::written::next_tag;
use super::{Form, body, cleaned};
use crate::escape;

/// Elements of a comment, a title, or what a term or a person says of itself.
const MARKS: [&str; 14] = [
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

/// Elements whose content is no markup. Without their tags it is text.
const RAW: [&str; 8] = [
    "script", "style", "textarea", "title", "xmp", "noembed", "noframes", "noscript",
];

/// Characters around the number of something kept; nobody's text has them.
const OPEN: char = '\u{e0b1}';
const SHUT: char = '\u{e0b2}';

/// A tag, its name first. An attribute value in quotes may hold a `>`.
static TAG: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r#"</?([A-Za-z][A-Za-z0-9:-]*)(?:"[^"]*"|'[^']*'|[^'">])*>"#).ok());

/// A comment, or a character as an entity, or a space that does not break, which is written as one. Comments are
/// the marks between blocks, those for more and for the next page, and notes. One with brackets or dashes that
/// some parser takes for its end is none.
static KEPT: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new("(?<comment><!--(?:[^<>-]|-[^<>-])*-->)|&(?:[A-Za-z][A-Za-z0-9]*|#[0-9]+|#[xX][0-9A-Fa-f]+);|\u{a0}")
        .ok()
});

static NUMBER: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new("\u{e0b1}([0-9]+)\u{e0b2}").ok());

/// Something that a parser would lose or write in another way.
enum Kept {
    Comment(String),
    /// A character that is no ASCII, or an opening bracket, as it was written and as a parser reads it.
    Character(String, String),
}

/// The body of an item: see [`body`] for what is kept. Besides, comments stay, safe declarations of `style`,
/// the slash of empty elements, tables whose rows have no body, and characters as entities where they were
/// written so.
pub fn content(html: &str) -> String {
    let html = html.replace([OPEN, SHUT], "");
    let mut kept = Vec::new();
    let numbered = replaced(&KEPT, &html, |found| {
        let written = found.get(0).map_or("", |all| all.as_str()).to_owned();
        if found.name("comment").is_some() {
            kept.push(Kept::Comment(written));
        } else {
            let read = escape::decode(&written);
            // A bracket is no markup, but written as itself it may begin a shortcode.
            if read != "[" && read.bytes().any(|byte| byte.is_ascii()) {
                return written;
            }
            kept.push(Kept::Character(written, read));
        }
        format!("{OPEN}{}{SHUT}", kept.len() - 1)
    });
    let safe = cleaned(
        &with_tags(&numbered, |name| !is_among(&RAW, name)),
        Form::Stored,
    );
    unnumbered(&safe, &kept)
}

/// Puts back what numbers stand for, in HTML as the serialiser writes it. In a tag a comment goes, which was
/// no comment but part of a value that its quotes would end, and a character stands as it was read when the
/// value was judged.
fn unnumbered(html: &str, kept: &[Kept]) -> String {
    let in_text = |kept: &Kept| match kept {
        Kept::Comment(written) | Kept::Character(written, _) => written.clone(),
    };
    let in_tag = |kept: &Kept| match kept {
        Kept::Comment(_) => String::new(),
        Kept::Character(_, read) => read.clone(),
    };
    let mut out = String::with_capacity(html.len());
    let mut rest = html;
    while let Some((text, tag, behind)) = next_tag(rest) {
        out.push_str(&numbers(text, kept, in_text));
        out.push_str(&numbers(tag, kept, in_tag));
        rest = behind;
    }
    out.push_str(&numbers(rest, kept, in_text));
    out
}

/// `text` with what its numbers stand for.
fn numbers<'a>(text: &'a str, kept: &[Kept], shown: impl Fn(&Kept) -> String) -> Cow<'a, str> {
    replaced(&NUMBER, text, |found| {
        let number = found.get(1).and_then(|number| number.as_str().parse().ok());
        let one = number.and_then(|at: usize| kept.get(at));
        one.map(&shown).unwrap_or_default()
    })
}

/// A short text with nothing but inline marks.
pub fn marked(html: &str) -> String {
    body(&with_tags(html, |name| is_among(&MARKS, name)))
}

/// With those tags only whose element's name is kept.
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
    fn words_of_dropped_elements_stay() {
        assert_eq!(content("e <script>alert(1)</script>"), "e alert(1)");
        assert_eq!(content("a<style>p{}</style>"), "ap{}");
        assert_eq!(content("<scr<script>ipt>x</script>"), "ipt&gt;x");
        assert_eq!(
            content("<script>\"<img src=x onerror=y>\"</script>"),
            "\"<img src=\"x\">\""
        );
    }

    #[test]
    fn styles_that_are_safe_stay() {
        let text = "<p style=\"text-align:center\">a <span style=\"color:red;font-weight:bold\">b</span></p>";
        assert_eq!(content(text), text);
        assert_eq!(
            content("<p style='position:fixed;COLOR:red;background:url(//x)'>a</p>"),
            "<p>a</p>"
        );
        assert_eq!(marked("<em style=\"color:red\">a</em>"), "<em>a</em>");
    }

    #[test]
    fn tags_keep_their_form() {
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
            let kept = content(text);
            assert!(
                !kept.contains("<script") && !kept.contains("onerror"),
                "{kept}"
            );
            assert!(!kept.contains("{--") && !kept.contains("--!"), "{kept}");
        }
    }

    #[test]
    fn characters_stay_as_they_were_written() {
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
    fn what_editors_of_blocks_write_stays() {
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
    fn a_comment_in_a_value_brings_no_attribute() {
        for text in [
            "<a href=\"#\" title=\"<!-- wp:a {\" onmouseover=alert(1) x=\"} -->\">b</a>",
            "<p title='<!-- wp:a {\"x\":1} -->'>b</p>",
            "<p class=\"<!--\" onclick=\"alert(1)-->\">b</p>",
            "<img src=\"/a\" alt=\"<!--\" onerror=\"alert(1)-->\">",
        ] {
            let kept = content(text);
            assert!(!kept.contains("alert") && !kept.contains("<!--"), "{kept}");
        }
    }

    #[test]
    fn short_texts_have_inline_marks_only() {
        assert_eq!(
            marked("<p>a <b>b</b> <img src=x> <script>c</script></p>"),
            "a <b>b</b>  c"
        );
        assert_eq!(marked("<a href='javascript:x'>y</a>"), "<a>y</a>");
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 500, ..ProptestConfig::default() })]

        #[test]
        fn what_is_stored_is_clean(
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
            let kept = content(&pieces.concat());
            for piece in Lexer::new(&kept) {
                if let Piece::Start(tag) = piece {
                    let handles = tag.attributes.iter().any(|(name, _)| name.starts_with("on"));
                    prop_assert!(!handles, "{}", kept);
                }
            }
            prop_assert_eq!(body(&kept), body(&content(&kept)));
            for tag in ["<script", "<style", "<title", "<svg", "<iframe", "onerror=", "onload="] {
                let bare = KEPT.as_ref().unwrap().replace_all(&kept, "").into_owned();
                prop_assert!(tag.ends_with('=') || !bare.contains(tag), "{}", kept);
            }
            let bare = KEPT.as_ref().unwrap().replace_all(&kept, "").into_owned();
            prop_assert!(!bare.contains("<!--"), "{}", kept);
        }
    }
}
