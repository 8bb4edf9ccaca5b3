//! What a site stores of texts by people who may not write any HTML. Deployed systems drop tags, never
//! words: the text of a script stays, as text. They also keep the marks between blocks, without which an
//! editor no longer knows them. Safety rests on the allow-list, which everything passes.

use std::borrow::Cow;
use std::sync::LazyLock;

use regex::{Captures, Regex};

use super::{Form, body, cleaned};

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

/// Characters around the number that stands for a mark between blocks; nobody's text has them.
const OPEN: char = '\u{e0b1}';
const SHUT: char = '\u{e0b2}';

/// A tag, its name first. An attribute value in quotes may hold a `>`.
static TAG: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r#"</?([A-Za-z][A-Za-z0-9:-]*)(?:"[^"]*"|'[^']*'|[^'">])*>"#).ok());

/// A mark between blocks: a comment with the block's name and its attributes as JSON, in which editors
/// write every character that could end the comment as an escape.
static MARK: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"<!--\s+/?wp:[a-z][a-z0-9_-]*(?:/[a-z][a-z0-9_-]*)?\s+(?:\{[^<>]*?\}\s+)?/?-->")
        .ok()
});

static NUMBER: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new("\u{e0b1}([0-9]+)\u{e0b2}").ok());

/// The body of an item: see [`body`] for what is kept. Besides, the marks between blocks stay, safe
/// declarations of `style`, the slash of empty elements, and tables whose rows have no body.
pub fn content(html: &str) -> String {
    let html = html.replace([OPEN, SHUT], "");
    let mut marks: Vec<String> = Vec::new();
    let numbered = replaced(&MARK, &html, |found| {
        let mark = found.get(0).map_or("", |all| all.as_str());
        if mark.matches("--").count() > 2 {
            return String::new();
        }
        marks.push(mark.to_owned());
        format!("{OPEN}{}{SHUT}", marks.len() - 1)
    });
    let safe = cleaned(
        &with_tags(&numbered, |name| !is_among(&RAW, name)),
        Form::Stored,
    );
    replaced(&NUMBER, &safe, |found| {
        let mark = found.get(1).and_then(|number| number.as_str().parse().ok());
        mark.and_then(|at: usize| marks.get(at))
            .cloned()
            .unwrap_or_default()
    })
    .into_owned()
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

    #[test]
    fn marks_between_blocks_stay() {
        let text = "<!-- wp:group {\"align\":\"wide\"} -->\n<div class=\"wp-block-group\"><!-- wp:paragraph -->\n<p>a</p>\n<!-- /wp:paragraph --></div>\n<!-- /wp:group -->\n\n<!-- wp:core/separator /-->";
        assert_eq!(content(text), text);
        assert_eq!(content("<p>a</p><!-- nota -->"), "<p>a</p>");
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
                    "<style>", "</style>", "<title>", "<svg onload=x>", "<table>", "<td>", "<iframe srcdoc=x>",
                ]),
                0..20,
            ),
        ) {
            let kept = content(&pieces.concat());
            prop_assert_eq!(body(&kept), body(&content(&kept)));
            for tag in ["<script", "<style", "<title", "<svg", "<iframe", "onerror=", "onload="] {
                let bare = MARK.as_ref().unwrap().replace_all(&kept, "").into_owned();
                prop_assert!(tag.ends_with('=') || !bare.contains(tag), "{}", kept);
            }
            let bare = MARK.as_ref().unwrap().replace_all(&kept, "").into_owned();
            prop_assert!(!bare.contains("<!--"), "{}", kept);
        }
    }
}
