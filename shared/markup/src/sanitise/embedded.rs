//! Sanitises HTML that another site provides for embedding (oEmbed). The allow-list is narrower than that
//! of a post body: links, quotations, images and one kind of frame; never a script.

use std::collections::HashSet;

use ammonia::Builder;

use super::cleaned_by;
use super::outline::of_elements;

/// Elements that an embed may have.
const ELEMENTS: [&str; 9] = [
    "a",
    "blockquote",
    "br",
    "cite",
    "em",
    "iframe",
    "img",
    "p",
    "strong",
];

/// Sanitises the HTML of an embed. URLs are http or https. Frames of providers that are not `trusted` are
/// sandboxed: their scripts run, but without access to the embedding page.
pub fn embedded(html: &str, trusted: bool) -> String {
    let mut cleaner = Builder::empty();
    cleaner
        .add_tags(ELEMENTS)
        .add_tag_attributes("a", ["href", "title"])
        .add_tag_attributes("blockquote", ["cite"])
        .add_tag_attributes(
            "iframe",
            ["src", "width", "height", "title", "allowfullscreen"],
        )
        .add_tag_attributes("img", ["src", "alt", "width", "height"])
        .clean_content_tags(HashSet::from(["script", "style"]))
        .url_schemes(HashSet::from(["http", "https"]))
        .url_relative(ammonia::UrlRelative::Deny)
        .link_rel(Some("noopener"));
    if !trusted {
        cleaner.set_tag_attribute_value("iframe", "sandbox", "allow-scripts");
    }
    cleaned_by(&mut cleaner, &of_elements(html, &ELEMENTS))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_are_kept_and_scripts_removed() {
        let html = "<iframe src=\"https://v.example/1\" width=\"600\" onload=\"x()\"></iframe><script>x()</script>";
        assert_eq!(
            embedded(html, true),
            "<iframe src=\"https://v.example/1\" width=\"600\"></iframe>"
        );
        assert_eq!(
            embedded(html, false),
            "<iframe src=\"https://v.example/1\" width=\"600\" sandbox=\"allow-scripts\"></iframe>"
        );
    }

    #[test]
    fn script_urls_are_removed() {
        let html = "<a href=\"javascript:x()\">a</a><iframe src=\"data:text/html,x\"></iframe><img src=\"/x\" onerror=\"x()\">";
        let cleaned = embedded(html, true);
        for word in ["javascript", "data:", "onerror", "/x"] {
            assert!(!cleaned.contains(word), "{cleaned}");
        }
    }
}
