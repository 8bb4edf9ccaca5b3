//! HTML that another site gives to be embedded (oEmbed). Narrower than the body of a post: links,
//! quotations, pictures and one kind of frame; never a script.

use std::collections::HashSet;

use ammonia::Builder;

/// What another site may put into an embedded item. Addresses are https or http. Frames of sites that
/// are not `trusted` are sandboxed: they may run, but know nothing of the page around them.
pub fn embedded(html: &str, trusted: bool) -> String {
    let mut cleaner = Builder::empty();
    cleaner
        .add_tags([
            "a",
            "blockquote",
            "br",
            "cite",
            "em",
            "iframe",
            "img",
            "p",
            "strong",
        ])
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
    cleaner.clean(html).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_frame_stays_and_a_script_goes() {
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
    fn addresses_that_run_something_go() {
        let html = "<a href=\"javascript:x()\">a</a><iframe src=\"data:text/html,x\"></iframe><img src=\"/x\" onerror=\"x()\">";
        let cleaned = embedded(html, true);
        for word in ["javascript", "data:", "onerror", "/x"] {
            assert!(!cleaned.contains(word), "{cleaned}");
        }
    }
}
