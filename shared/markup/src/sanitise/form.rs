//! Sanitises the template of a contact form: blocks, labels, lists, tables, links and emphasis.

use std::collections::HashSet;

use ammonia::{Builder, UrlRelative};

use super::cleaned_by;
use super::outline::of_elements;

/// Elements that a template may have.
const ELEMENTS: [&str; 40] = [
    "a",
    "abbr",
    "b",
    "blockquote",
    "br",
    "code",
    "dd",
    "details",
    "div",
    "dl",
    "dt",
    "em",
    "fieldset",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "hr",
    "i",
    "img",
    "label",
    "legend",
    "li",
    "ol",
    "p",
    "section",
    "small",
    "span",
    "strong",
    "sub",
    "summary",
    "sup",
    "table",
    "tbody",
    "td",
    "th",
    "thead",
    "tr",
    "ul",
];

/// Sanitises the HTML of a form template. Form elements, scripts, styles and event handlers are removed.
pub fn form_template(html: &str) -> String {
    let mut cleaner = Builder::empty();
    cleaner
        .add_tags(ELEMENTS)
        .add_generic_attributes(["class", "id", "lang", "dir", "title"])
        .add_tag_attributes("a", ["href"])
        .add_tag_attributes("img", ["src", "alt", "width", "height"])
        .add_tag_attributes("label", ["for"])
        .add_tag_attributes("td", ["colspan", "rowspan"])
        .add_tag_attributes("th", ["colspan", "rowspan", "scope"])
        .clean_content_tags(HashSet::from(["script", "style"]))
        .url_schemes(HashSet::from(["http", "https", "mailto", "tel"]))
        .url_relative(UrlRelative::PassThrough)
        .link_rel(Some("noopener"));
    cleaned_by(&mut cleaner, &of_elements(html, &ELEMENTS))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_kept_and_scripts_removed() {
        assert_eq!(
            form_template(
                "<label for=\"x\" onclick=\"y()\">Nome</label><form><input></form><script>z()</script><p class=\"a\">b</p>"
            ),
            "<label for=\"x\">Nome</label><p class=\"a\">b</p>"
        );
        assert_eq!(
            form_template("<a href=\"javascript:x()\">a</a>"),
            "<a rel=\"noopener\">a</a>"
        );
    }
}
