//! Writes nodes of a parsed fragment as HTML. The serialiser of the parser's own crate reads the rest of a text again for each
//! `&` in it; this one is linear.

use ego_tree::NodeRef;
use ego_tree::iter::Edge;
use scraper::{ElementRef, Node};

use super::attributes::escaped_value;

/// Elements without content and end tag.
pub(super) const VOID: [&str; 14] = [
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source",
    "track", "wbr",
];

/// Elements of phrasing content that a sanitised body may have. Frames are none here: the editor's texts cannot hold them.
const PHRASING: [&str; 31] = [
    "a", "abbr", "acronym", "b", "bdi", "bdo", "br", "cite", "code", "del", "dfn", "em", "i",
    "img", "ins", "kbd", "mark", "q", "s", "samp", "small", "span", "strike", "strong", "sub",
    "sup", "time", "tt", "u", "var", "wbr",
];

/// Elements whose content is written without references.
const RAW: [&str; 5] = ["iframe", "noembed", "noframes", "script", "style"];

/// Whether `name` is an element of phrasing content.
pub(super) fn is_phrasing_name(name: &str) -> bool {
    PHRASING.contains(&name)
}

/// Whether a node is text or phrasing content without anything else inside.
pub(super) fn is_phrasing(node: NodeRef<'_, Node>) -> bool {
    node.descendants().all(|node| match node.value() {
        Node::Text(_) => true,
        Node::Element(element) => is_phrasing_name(element.name()),
        _ => false,
    })
}

/// Whether everything inside of an element is phrasing content.
pub(super) fn holds_phrasing(element: ElementRef<'_>) -> bool {
    element.children().all(is_phrasing)
}

/// Whether a node is text of white space only.
pub(super) fn is_blank(node: NodeRef<'_, Node>) -> bool {
    match node.value() {
        Node::Text(text) => text.trim_ascii().is_empty(),
        _ => false,
    }
}

/// The HTML of the content of an element.
pub(super) fn inner(element: ElementRef<'_>, out: &mut String) {
    for child in element.children() {
        outer(child, out);
    }
}

/// The HTML of a node.
pub(super) fn outer(node: NodeRef<'_, Node>, out: &mut String) {
    for edge in node.traverse() {
        match edge {
            Edge::Open(node) => open(node, out),
            Edge::Close(node) => {
                if let Node::Element(element) = node.value()
                    && !VOID.contains(&element.name())
                {
                    out.push_str("</");
                    out.push_str(element.name());
                    out.push('>');
                }
            }
        }
    }
}

fn open(node: NodeRef<'_, Node>, out: &mut String) {
    match node.value() {
        Node::Element(element) => {
            out.push('<');
            out.push_str(element.name());
            for (name, value) in element.attrs() {
                out.push(' ');
                out.push_str(name);
                out.push_str("=\"");
                escaped_value(value, out);
                out.push('"');
            }
            out.push('>');
            // The parser drops the first line break of such a text.
            let first = node.first_child();
            if element.name() == "pre"
                && let Some(Node::Text(text)) = first.map(|child| child.value())
                && text.starts_with('\n')
            {
                out.push('\n');
            }
        }
        Node::Text(text) if is_in_raw(node) => out.push_str(text),
        Node::Text(text) => escaped_text(text, out),
        Node::Comment(comment) => {
            out.push_str("<!--");
            out.push_str(comment);
            out.push_str("-->");
        }
        _ => {}
    }
}

fn is_in_raw(node: NodeRef<'_, Node>) -> bool {
    let parent = node.parent().and_then(|parent| parent.value().as_element());
    parent.is_some_and(|parent| RAW.contains(&parent.name()))
}

/// Writes text as the serialiser of the HTML standard does.
fn escaped_text(text: &str, out: &mut String) {
    for character in text.chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '\u{a0}' => out.push_str("&nbsp;"),
            other => out.push(other),
        }
    }
}
