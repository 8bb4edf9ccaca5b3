//! Texts that come with a file: its name, and the metadata of pictures and recordings. They are plain text from
//! the maker of the file, and become HTML here.

use serde_json::{Map, Value};

/// A plain text as HTML. What looks like a tag is dropped, and the rest is encoded; quotes stay.
pub(super) fn as_html(text: &str) -> String {
    markup::text::plain(text)
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

/// [`as_html`], or `None` when nothing remains.
pub(super) fn filled(text: Option<String>) -> Option<String> {
    text.map(|text| as_html(&text))
        .filter(|text| !text.is_empty())
}

/// The metadata of a recording with its texts as HTML.
pub(super) fn details(read: Map<String, Value>) -> Map<String, Value> {
    read.into_iter()
        .map(|(name, value)| match value {
            Value::String(text) => (name, Value::String(as_html(&text))),
            other => (name, other),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_are_dropped_and_the_rest_is_encoded() {
        for (text, html) in [
            ("Ipê d'água", "Ipê d'água"),
            ("a < b & c", "a &lt; b &amp; c"),
            ("<img src=x onerror=alert(1)>a", "a"),
            ("<script>alert(1)</script>", ""),
            ("&lt;img src=x&gt;", "&lt;img src=x&gt;"),
            ("<img src=x onerror=alert(1)", ""),
            ("I <3 ipês", "I &lt;3 ipês"),
        ] {
            assert_eq!(as_html(text), html, "{text}");
        }
        assert_eq!(filled(Some("<b></b> ".to_owned())), None);
    }
}
