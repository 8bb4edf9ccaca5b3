//! Adds the CSS classes of headings, lists and block layouts. Editors do not store these classes; the host
//! adds them when it renders a body.

use std::borrow::Cow;
use std::sync::LazyLock;

use regex::{Captures, Match, Regex};
use serde::Deserialize;
use serde_json::Value;

use super::Block;

/// A start tag: its name, and the rest of it up to its end.
static TAG: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r#"<([A-Za-z][A-Za-z0-9:-]*)((?:"[^"]*"|'[^']*'|[^'">])*)>"#).ok());

/// The value of the class attribute, in either kind of quotes.
static CLASS: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r#"(?i)\sclass\s*=\s*(?:"([^"]*)"|'([^']*)')"#).ok());

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Attributes {
    layout: Option<Layout>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct Layout {
    r#type: Option<String>,
    /// The legacy notation of the type `constrained`.
    inherit: bool,
    orientation: String,
    justify_content: String,
    flex_wrap: String,
}

/// The text up to the block's first inner block or end, with its classes added. In a block with inner
/// blocks, the classes go to the innermost element of that text that has a class.
pub(super) fn added<'a>(block: &Block<'_>, text: &'a str, holds_blocks: bool) -> Cow<'a, str> {
    let of = |names: &[&str], class| {
        let is_named = |tag: &Captures<'_>| {
            let name = tag.get(1).map_or("", |name| name.as_str());
            names.iter().any(|known| known.eq_ignore_ascii_case(name))
        };
        (tags(text).find(is_named), Cow::from(class))
    };
    let (tag, classes) = match block.name {
        "heading" => of(&["h1", "h2", "h3", "h4", "h5", "h6"], "wp-block-heading"),
        "list" => of(&["ol", "ul"], "wp-block-list"),
        _ => match layout(block) {
            Some(classes) => {
                let has_class =
                    |tag: &Captures<'_>| class(tag).is_some_and(|class| !class.is_empty());
                let container = tags(text).filter(|tag| holds_blocks && has_class(tag));
                let tag = container.last().or_else(|| tags(text).next());
                (tag, Cow::from(classes))
            }
            None => return Cow::from(text),
        },
    };
    tag.and_then(|tag| replaced(text, &tag, &classes))
        .map_or(Cow::from(text), Cow::from)
}

fn tags(text: &str) -> impl Iterator<Item = Captures<'_>> {
    TAG.iter().flat_map(|form| form.captures_iter(text))
}

/// The match of the class attribute's value, relative to the text after the tag's name.
fn class<'a>(tag: &Captures<'a>) -> Option<Match<'a>> {
    let found = CLASS.as_ref()?.captures(tag.get(2)?.as_str())?;
    found.get(1).or_else(|| found.get(2))
}

/// `text` with those of `classes` added that `tag` does not have.
fn replaced(text: &str, tag: &Captures<'_>, classes: &str) -> Option<String> {
    let (name, behind) = (tag.get(1)?, tag.get(2)?);
    let Some(value) = class(tag) else {
        let (before, after) = text.split_at(name.end());
        return Some(format!("{before} class=\"{classes}\"{after}"));
    };
    let known: Vec<_> = value.as_str().split_whitespace().collect();
    let (before, after) = text.split_at(behind.start() + value.end());
    let mut out = before.to_owned();
    for class in classes.split(' ').filter(|class| !known.contains(class)) {
        if !value.is_empty() || out.len() > before.len() {
            out.push(' ');
        }
        out.push_str(class);
    }
    out.push_str(after);
    Some(out)
}

/// The layout classes of a block.
fn layout(block: &Block<'_>) -> Option<String> {
    usual(block.name)?;
    let attributes: Attributes = serde_json::from_str(block.attributes).unwrap_or_default();
    of_layout(block.name, attributes.layout)
}

/// The layout classes of a block with this name, without a namespace, and this attribute `layout`; `None` for a block without a
/// layout.
pub fn layout_classes(name: &str, layout: Option<&Value>) -> Option<String> {
    let layout = layout.and_then(|value| Layout::deserialize(value).ok());
    of_layout(name, layout)
}

/// The layout of a block that names none.
fn usual(name: &str) -> Option<&'static str> {
    match name {
        "column" | "cover" | "details" | "group" | "post-content" | "post-template" | "query"
        | "quote" | "term-template" | "terms-query" => Some("flow"),
        "buttons" | "columns" | "gallery" | "navigation" | "query-pagination" | "social-links" => {
            Some("flex")
        }
        _ => None,
    }
}

fn of_layout(name: &str, layout: Option<Layout>) -> Option<String> {
    let usual = usual(name)?;
    let mut classes = Vec::new();
    let kind = match layout {
        None => usual,
        Some(layout) => {
            if ["horizontal", "vertical"].contains(&&*layout.orientation) {
                classes.push(format!("is-{}", layout.orientation));
            }
            let places = ["left", "center", "right", "space-between", "stretch"];
            if places.contains(&&*layout.justify_content) {
                let place = layout.justify_content;
                classes.push(format!("is-content-justification-{place}"));
            }
            if layout.flex_wrap == "nowrap" {
                classes.push("is-nowrap".to_owned());
            }
            match layout.r#type.as_deref() {
                _ if layout.inherit => "constrained",
                Some("constrained") => "constrained",
                Some("flex") => "flex",
                Some("grid") => "grid",
                _ => "flow",
            }
        }
    };
    classes.push(format!("is-layout-{kind}"));
    classes.push(format!("wp-block-{name}-is-layout-{kind}"));
    Some(classes.join(" "))
}

#[cfg(test)]
mod tests {
    use super::super::render;

    #[track_caller]
    fn renders_as(raw: &str, wanted: &str) {
        assert_eq!(render(raw), wanted);
    }

    #[test]
    fn headings_and_lists() {
        renders_as(
            "<!-- wp:heading {\"level\":3} --><h3>T</h3><!-- /wp:heading -->",
            "<h3 class=\"wp-block-heading\">T</h3>",
        );
        renders_as(
            "<!-- wp:heading --><h2 id='a' class='x'>T</h2><!-- /wp:heading -->",
            "<h2 id='a' class='x wp-block-heading'>T</h2>",
        );
        renders_as(
            "<!-- wp:heading --><h2 class=\"wp-block-heading\">T</h2><h2>U</h2>",
            "<h2 class=\"wp-block-heading\">T</h2><h2>U</h2>",
        );
        renders_as(
            "<!-- wp:list --><ul><!-- wp:list-item --><li>a<!-- wp:list --><ol class=\"\"></ol>",
            "<ul class=\"wp-block-list\"><li>a<ol class=\"wp-block-list\"></ol>",
        );
        renders_as("<!-- wp:heading --><p>a > b</p>", "<p>a > b</p>");
        renders_as("<!-- wp:heading --><h2 title=\"", "<h2 title=\"");
    }

    #[test]
    fn layouts() {
        for (attributes, classes) in [
            ("", "is-layout-flow wp-block-group-is-layout-flow"),
            ("not JSON", ""),
            (
                "{\"layout\":{\"type\":\"constrained\"}}",
                "is-layout-constrained wp-block-group-is-layout-constrained",
            ),
            (
                "{\"layout\":{\"inherit\":true}}",
                "is-layout-constrained wp-block-group-is-layout-constrained",
            ),
            (
                "{\"layout\":{\"type\":\"flex\",\"flexWrap\":\"nowrap\",\"orientation\":\"vertical\",\
                 \"justifyContent\":\"center\"}}",
                "is-vertical is-content-justification-center is-nowrap is-layout-flex \
                 wp-block-group-is-layout-flex",
            ),
            (
                "{\"layout\":{\"type\":\"\\\"><x\",\"justifyContent\":\"\\\"><x\"}}",
                "is-layout-flow wp-block-group-is-layout-flow",
            ),
            (
                "{\"layout\":7}",
                "is-layout-flow wp-block-group-is-layout-flow",
            ),
        ] {
            let raw = format!("<!-- wp:group {attributes} --><div class=\"g\">a</div>");
            if classes.is_empty() {
                renders_as(&raw, &raw);
            } else {
                renders_as(&raw, &format!("<div class=\"g {classes}\">a</div>"));
            }
        }
    }

    #[test]
    fn layout_classes_go_to_the_innermost_element_with_a_class() {
        renders_as(
            "<!-- wp:cover --><div class=\"c\"><span class=\"s\"></span><div class=\"i\"><!-- wp:paragraph --><p>a</p>",
            "<div class=\"c\"><span class=\"s\"></span>\
             <div class=\"i is-layout-flow wp-block-cover-is-layout-flow\"><p>a</p>",
        );
        renders_as(
            "<!-- wp:details --><details class=\"d\"><summary>s</summary><!-- wp:paragraph --><p>a</p>",
            "<details class=\"d is-layout-flow wp-block-details-is-layout-flow\"><summary>s</summary><p>a</p>",
        );
        renders_as(
            "<!-- wp:quote --><blockquote><p class=\"x\">a</p>",
            "<blockquote class=\"is-layout-flow wp-block-quote-is-layout-flow\"><p class=\"x\">a</p>",
        );
    }
}
