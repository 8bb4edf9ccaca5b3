//! What the blocks of a template say about the page of a single item.

use serde_json::{Map, Value};

/// Parts of an item's page that a template shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is one part of a page")]
pub struct Layout {
    /// The head of the page with logo, menu and search.
    pub has_header: bool,
    /// The foot of the page.
    pub has_footer: bool,
    /// The title above the text.
    pub has_title: bool,
    /// Author and date.
    pub has_meta: bool,
    /// The featured picture.
    pub has_picture: bool,
    /// Tags, and what stands with them: addresses to share, and the author's description.
    pub has_terms: bool,
    /// Comments and their form.
    pub has_comments: bool,
    /// Links to other posts.
    pub has_others: bool,
    /// The text takes the whole width of the page.
    pub is_wide: bool,
}

impl Layout {
    /// A page with all its parts.
    pub const WHOLE: Self = Self {
        has_header: true,
        has_footer: true,
        has_title: true,
        has_meta: true,
        has_picture: true,
        has_terms: true,
        has_comments: true,
        has_others: true,
        is_wide: false,
    };

    /// The parts that the blocks of a template name; none for a template without the item's text, which no page can be
    /// made with.
    pub fn of(markup: &str) -> Option<Self> {
        let mut layout = Self {
            has_header: false,
            has_footer: false,
            has_title: false,
            has_meta: false,
            has_picture: false,
            has_terms: false,
            has_comments: false,
            has_others: false,
            is_wide: false,
        };
        let mut has_text = false;
        for block in blocks(markup) {
            match block.name {
                "post-content" => {
                    has_text = true;
                    layout.is_wide = matches!(block.text("align"), "full" | "wide");
                }
                "post-title" => layout.has_title = true,
                "post-author" | "post-author-name" | "post-date" => layout.has_meta = true,
                "post-featured-image" => layout.has_picture = true,
                "post-terms" => layout.has_terms = true,
                "comments" | "post-comments" | "post-comments-form" => layout.has_comments = true,
                "post-navigation-link" => layout.has_others = true,
                "template-part" => match block.text("slug") {
                    "header" => layout.has_header = true,
                    "footer" => layout.has_footer = true,
                    "comments" => layout.has_comments = true,
                    _ => {}
                },
                _ => {}
            }
        }
        has_text.then_some(layout)
    }
}

/// A block's delimiter.
struct Block<'a> {
    name: &'a str,
    /// Empty without attributes, and when they are not an object of JSON.
    attributes: Map<String, Value>,
}

impl Block<'_> {
    /// The attribute of this name; empty when it is missing or no text.
    fn text(&self, name: &str) -> &str {
        let value = self.attributes.get(name).and_then(Value::as_str);
        value.unwrap_or_default()
    }
}

/// The blocks of a template that are about the page's own item, so without those inside a list of posts.
fn blocks(markup: &str) -> Vec<Block<'_>> {
    let mut found = Vec::new();
    let mut lists = 0_usize;
    let mut rest = markup;
    while let Some((_, after)) = rest.split_once("<!--") {
        let (comment, behind) = after.split_once("-->").unwrap_or((after, ""));
        rest = behind;
        let comment = comment.trim();
        if let Some(closed) = comment.strip_prefix("/wp:") {
            if own_name(closed.trim()) == "query" {
                lists = lists.saturating_sub(1);
            }
            continue;
        }
        let Some(block) = comment.strip_prefix("wp:") else {
            continue;
        };
        let (name, attributes) = block.split_once(char::is_whitespace).unwrap_or((block, ""));
        let is_empty = comment.ends_with('/');
        let name = own_name(name.trim_end_matches('/'));
        if lists == 0 {
            let attributes = attributes.trim_end_matches('/');
            let attributes = serde_json::from_str(attributes).unwrap_or_default();
            found.push(Block { name, attributes });
        }
        if name == "query" && !is_empty {
            lists += 1;
        }
    }
    found
}

/// The name of a block without its namespace, which delimiters may leave out.
fn own_name(name: &str) -> &str {
    name.strip_prefix("core/").unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_template_without_the_text_makes_no_page() {
        for markup in ["", "x", "<!-- wp:post-title /-->", "<!-- wp:post-content"] {
            assert_eq!(
                Layout::of(markup).is_some(),
                markup.contains("post-content"),
                "{markup}"
            );
        }
    }

    #[test]
    fn blocks_of_a_list_are_about_other_posts() {
        let list = "<!-- wp:query {\"a\":1} --><!-- wp:post-title /--><!-- wp:post-date /--><!-- /wp:query -->";
        let layout = Layout::of(&format!("{list}<!-- wp:post-content /-->")).unwrap();
        assert!(!layout.has_title && !layout.has_meta);
        let layout = Layout::of(&format!(
            "{list}<!-- wp:core/post-title --><!-- wp:post-content /-->"
        ));
        assert!(layout.unwrap().has_title);
        for (open, close) in [
            ("core/query", "core/query"),
            ("query", "core/query"),
            ("core/query", "query "),
        ] {
            let list = format!("<!-- wp:{open} --><!-- wp:post-title /--><!-- /wp:{close} -->");
            let layout = Layout::of(&format!("{list}<!-- wp:post-content /-->"));
            assert!(!layout.expect(close).has_title, "{close}");
        }
    }

    #[test]
    fn attributes_and_parts() {
        let layout = Layout::of(
            "<!-- wp:template-part {\"slug\":\"header\"} /--><!-- wp:post-content {\"align\":\"wide\"} /-->",
        );
        let layout = layout.unwrap();
        assert!(layout.has_header && layout.is_wide && !layout.has_footer);
        let spaced = Layout::of(
            "<!-- wp:template-part { \"slug\" : \"header\" } /-->\n<!-- wp:core/post-content { \"align\": \"wide\" } -->",
        );
        assert_eq!(spaced, Some(layout));
        let nested = Layout::of(
            "<!-- wp:template-part {\"style\":{\"slug\":\"header\"},\"slug\":\"footer\"} /-->\
             <!-- wp:post-content {\"layout\":{\"align\":\"full\"}} /-->",
        );
        let nested = nested.unwrap();
        assert!(!nested.has_header && nested.has_footer && !nested.is_wide);
        let broken = "<!-- wp:template-part {\"slug\":\"header\" /--><!-- wp:post-content [1] /-->";
        assert!(!Layout::of(broken).unwrap().has_header);
    }
}
