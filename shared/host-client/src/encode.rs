//! Plain text on its way to a host and back. People write plain text; hosts keep HTML, or text that they
//! clean of markup. There is one function for each kind of field, so that what was written reads the same on
//! the host and no part of it is taken for markup.

use std::sync::LazyLock;

use regex::{Captures, Regex};

use crate::words;

/// A percent sign that two hexadecimal digits follow. Hosts remove such triples from text of one line.
static OCTET: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new("%([0-9A-Fa-f]{2})").ok());

/// An ampersand that HTML may read as the beginning of a character reference.
static REFERENCE: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new("&([0-9A-Za-z#])").ok());

/// A line break of HTML, with the white space behind it.
static BREAK: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"(?i)<br\s*/?>[ \t]*\n?").ok());

/// The boundary of two paragraphs.
static PARAGRAPHS: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"(?i)</p>\s*<p(?:\s[^>]*)?>").ok());

/// Title of a post or a file: HTML on hosts.
#[must_use]
pub fn title(text: &str) -> String {
    html(text)
}

/// Summary of a post: HTML on hosts, which make a break of each line's end and a paragraph of what an empty
/// line separates.
#[must_use]
pub fn excerpt(text: &str) -> String {
    without_shortcodes(&html(text))
}

/// Name of a tag. Hosts encode what has a meaning in HTML but leave character references, and remove
/// percent-encoded characters.
#[must_use]
pub fn tag_name(text: &str) -> String {
    without_octets(&html(text))
}

/// Text for readers who do not see a picture. Hosts remove tags and percent-encoded characters, and show the
/// rest, also within descriptions, as the value of an attribute in which character references stay what they
/// are. What is safe as it is stays as it is, because some clients show the stored text.
#[must_use]
pub fn alt_text(text: &str) -> String {
    attribute(text)
}

/// Caption of a picture: HTML on hosts. Themes show it without making breaks, so it brings its own.
#[must_use]
pub fn caption(text: &str) -> String {
    with_breaks(&without_shortcodes(&html(text)))
}

/// Description of a file: HTML on hosts, shown like the body of a post, with its shortcodes.
#[must_use]
pub fn description(text: &str) -> String {
    without_shortcodes(&html(text))
}

/// A text of a FAQ of one line, such as a question: HTML.
#[must_use]
pub fn faq_line(text: &str) -> String {
    html(text)
}

/// A text of a FAQ of several lines, such as an answer: HTML that brings its breaks.
#[must_use]
pub fn faq_text(text: &str) -> String {
    with_breaks(&html(text))
}

/// A custom field for search engines. Hosts show these as values of attributes, like [`alt_text`].
#[must_use]
pub fn search_field(text: &str) -> String {
    attribute(text)
}

/// The plain text of one line that a host's HTML stands for: tags dropped, character references read once.
#[must_use]
pub fn read_line(html: &str) -> String {
    words::plain(html)
}

/// The plain text that a host's HTML stands for, with its line breaks.
#[must_use]
pub fn read_lines(html: &str) -> String {
    let html = replaced(&PARAGRAPHS, html, |_| "\n\n".to_owned());
    let html = replaced(&BREAK, &html, |_| "\n".to_owned());
    let lines: Vec<_> = html.lines().map(words::plain).collect();
    lines.join("\n").trim().to_owned()
}

/// The plain text that a stored attribute value stands for.
#[must_use]
pub fn read_attribute(text: &str) -> String {
    words::decoded(text)
}

/// Text as HTML. Quotation marks mean nothing between tags, and hosts turn straight ones into typographic
/// ones only while they are not encoded.
fn html(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

fn attribute(text: &str) -> String {
    let text = replaced(&REFERENCE, text, |found| format!("&amp;{}", first(found)));
    without_shortcodes(&without_octets(&text.replace('<', "&lt;")))
}

/// Opening brackets as character references, in the form that hosts store: they run what stands between
/// brackets, in attributes too.
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
    fn each_kind_is_encoded_as_hosts_read_it() {
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
    fn what_hosts_show_is_read_as_text() {
        assert_eq!(
            read_line("Sol &amp; <em>mar</em> &#8211; 5 &lt; 10"),
            "Sol & mar – 5 < 10"
        );
        assert_eq!(read_line("&amp;lt;"), "&lt;");
        let shown = "<p>um<br />\ndois &amp; tr&ecirc;s</p>\n<p>quatro</p>\n";
        assert_eq!(read_lines(shown), "um\ndois & três\n\nquatro");
        assert_eq!(read_attribute("5 &lt; 10 & &#037;3C"), "5 < 10 & %3C");
    }

    /// A line as people write them: trimmed, single spaces.
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
        fn no_kind_holds_a_tag_and_all_read_as_written(one in line(), other in line()) {
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
