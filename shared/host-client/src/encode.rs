//! Converts plain text to the form that hosts store, and back. Users write plain text; hosts store HTML, or
//! text from which they strip markup. There is one function per kind of field, so that the text reads the
//! same on the host and no part of it is interpreted as markup.

use std::sync::LazyLock;

use regex::{Captures, Regex};

use crate::message;

/// A percent-encoded byte. Hosts remove these from single-line text.
static OCTET: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new("%([0-9A-Fa-f]{2})").ok());

/// An ampersand that could begin a character reference.
static REFERENCE: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new("&([0-9A-Za-z#])").ok());

/// An HTML line break with the white space after it.
static BREAK: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"(?i)<br\s*/?>[ \t]*\n?").ok());

/// The boundary of two paragraphs.
static PARAGRAPHS: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"(?i)</p>\s*<p(?:\s[^>]*)?>").ok());

/// Title of a post or a file: HTML.
#[must_use]
pub fn title(text: &str) -> String {
    html(text)
}

/// Excerpt of a post: HTML. Hosts convert line ends to breaks, and empty lines to paragraphs.
#[must_use]
pub fn excerpt(text: &str) -> String {
    without_shortcodes(&html(text))
}

/// Name of a tag. Hosts encode characters with a meaning in HTML but keep character references, and remove
/// percent-encoded bytes.
#[must_use]
pub fn tag_name(text: &str) -> String {
    without_octets(&html(text))
}

/// Alternative text. Hosts remove tags and percent-encoded bytes, and output the rest (also within
/// descriptions) as an attribute value without decoding character references. Safe text is not encoded,
/// because some clients show the stored text.
#[must_use]
pub fn alt_text(text: &str) -> String {
    attribute(text)
}

/// Caption of an image: HTML. Themes do not convert line ends, so the breaks are encoded.
#[must_use]
pub fn caption(text: &str) -> String {
    with_breaks(&without_shortcodes(&html(text)))
}

/// Description of a file: HTML, rendered like the body of a post, with shortcodes.
#[must_use]
pub fn description(text: &str) -> String {
    without_shortcodes(&html(text))
}

/// Single-line text of a FAQ, such as a question: HTML.
#[must_use]
pub fn faq_line(text: &str) -> String {
    html(text)
}

/// Multi-line text of a FAQ, such as an answer: HTML with breaks.
#[must_use]
pub fn faq_text(text: &str) -> String {
    with_breaks(&html(text))
}

/// A custom field for search engines. Hosts output these as attribute values, like [`alt_text`].
#[must_use]
pub fn search_field(text: &str) -> String {
    attribute(text)
}

/// Converts a single-line HTML text to plain text: drops tags, decodes character references once.
#[must_use]
pub fn read_line(html: &str) -> String {
    message::plain(html)
}

/// Converts an HTML text to plain text with line breaks.
#[must_use]
pub fn read_lines(html: &str) -> String {
    let html = replaced(&PARAGRAPHS, html, |_| "\n\n".to_owned());
    let html = replaced(&BREAK, &html, |_| "\n".to_owned());
    let lines: Vec<_> = html.lines().map(message::plain).collect();
    lines.join("\n").trim().to_owned()
}

/// Converts a stored attribute value to plain text.
#[must_use]
pub fn read_attribute(text: &str) -> String {
    message::decoded(text)
}

/// Escapes text. Quotation marks are not escaped: they have no meaning between tags, and hosts convert only
/// unescaped ones to typographic quotes.
fn html(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

fn attribute(text: &str) -> String {
    let text = replaced(&REFERENCE, text, |found| format!("&amp;{}", first(found)));
    without_shortcodes(&without_octets(&text.replace('<', "&lt;")))
}

/// Replaces opening brackets by character references, in the notation that hosts keep. Otherwise hosts run
/// shortcodes, even in attributes.
fn without_shortcodes(html: &str) -> String {
    html.replace('[', "&#091;")
}

fn without_octets(text: &str) -> String {
    replaced(&OCTET, text, |found| format!("&#037;{}", first(found)))
}

fn with_breaks(html: &str) -> String {
    html.replace('\n', "<br />\n")
}

fn first<'t>(found: &Captures<'t>) -> &'t str {
    found.get(1).map_or("", |part| part.as_str())
}

fn replaced(
    pattern: &LazyLock<Option<Regex>>,
    text: &str,
    by: impl Fn(&Captures<'_>) -> String,
) -> String {
    match pattern.as_ref() {
        Some(pattern) => pattern.replace_all(text, by).into_owned(),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn each_kind_of_field_has_its_encoding() {
        let text = "5 < 10 & \"R&D\" &amp; %3Cb [x]";
        let html = "5 &lt; 10 &amp; \"R&amp;D\" &amp;amp; %3Cb [x]";
        assert_eq!(title(text), html);
        assert_eq!(faq_line(text), html);
        assert_eq!(excerpt(text), html.replace('[', "&#091;"));
        assert_eq!(tag_name(text), html.replace('%', "&#037;"));
        assert_eq!(
            alt_text(text),
            "5 &lt; 10 & \"R&amp;D\" &amp;amp; &#037;3Cb &#091;x]"
        );
        assert_eq!(alt_text("Sol & mar, 100% > 5"), "Sol & mar, 100% > 5");
        assert_eq!(caption("um\ndois"), "um<br />\ndois");
        assert_eq!(description("um\ndois"), "um\ndois");
        assert_eq!(faq_text("<i>\n&"), "&lt;i&gt;<br />\n&amp;");
    }

    #[test]
    fn host_html_is_read_as_plain_text() {
        assert_eq!(
            read_line("Sol &amp; <em>mar</em> &#8211; 5 &lt; 10"),
            "Sol & mar – 5 < 10"
        );
        assert_eq!(read_line("&amp;lt;"), "&lt;");
        let shown = "<p>um<br />\ndois &amp; tr&ecirc;s</p>\n<p>quatro</p>\n";
        assert_eq!(read_lines(shown), "um\ndois & três\n\nquatro");
        assert_eq!(read_attribute("5 &lt; 10 & &#037;3C"), "5 < 10 & %3C");
    }

    /// A line of trimmed text with single spaces.
    fn line() -> impl Strategy<Value = String> {
        let piece = prop_oneof![
            "[^\\s\\p{C}]{1,6}",
            Just("<script>".to_owned()),
            Just("&amp;".to_owned()),
            Just("&lt".to_owned()),
            Just("%3Cb".to_owned()),
            Just("[x]".to_owned()),
        ];
        prop::collection::vec(piece, 1..6).prop_map(|pieces| pieces.join(" "))
    }

    proptest! {
        #[test]
        fn no_encoding_contains_a_tag_and_all_round_trip(one in line(), other in line()) {
            for encode in [title, excerpt, tag_name, description, faq_line] {
                let sent = encode(&one);
                prop_assert!(!sent.contains(['<', '>']), "{}", sent);
                prop_assert_eq!(read_line(&sent), one.as_str());
            }
            for encode in [alt_text, search_field] {
                let sent = encode(&one);
                prop_assert!(!sent.contains('<'), "{}", sent);
                prop_assert_eq!(read_attribute(&sent), one.as_str());
            }
            let lines = format!("{one}\n{other}\n\n{one}");
            for encode in [excerpt, caption, description, faq_text] {
                let sent = encode(&lines);
                prop_assert!(!sent.replace("<br />", "").contains(['<', '>']), "{}", sent);
                prop_assert_eq!(read_lines(&sent), lines.as_str());
            }
        }
    }
}
