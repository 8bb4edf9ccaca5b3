//! Renders the blocks that show records of the site. Their stored form has no HTML.

mod archives;
mod attributes;
mod block;
mod calendar;
mod comments;
mod context;
mod footnotes;
mod found;
mod icon;
mod item;
mod latest_posts;
mod navigation;
mod neighbour;
mod page_list;
mod person;
mod picture;
mod query;
mod search;
mod site;
mod terms;
mod text;

use markup::render::{BlockPart, Part, has_blocks, paragraphs, parts};
use serde_json::{Map, Value};
use site_store::{Content, SiteStore, StoreError};

use self::attributes::Attributes;
use self::context::{Context, Rendering, Scope};
use crate::types::{self, BlockType};

/// The blocks that the site renders, by their names without a namespace.
const RENDERED: [&str; 34] = [
    "archives",
    "block",
    "calendar",
    "categories",
    "footnotes",
    "home-link",
    "icon",
    "latest-comments",
    "latest-posts",
    "navigation",
    "navigation-link",
    "navigation-submenu",
    "page-list",
    "post-author",
    "post-author-biography",
    "post-author-name",
    "post-comments-count",
    "post-comments-link",
    "post-content",
    "post-date",
    "post-excerpt",
    "post-featured-image",
    "post-navigation-link",
    "post-template",
    "post-terms",
    "post-title",
    "query",
    "query-no-results",
    "read-more",
    "search",
    "site-logo",
    "site-tagline",
    "site-title",
    "tag-cloud",
];

/// Whether the site renders the block with this full name.
pub fn is_rendered(name: &str) -> bool {
    name.strip_prefix("core/").is_some_and(is_taken)
}

/// Whether the site renders the block with this name without a namespace.
fn is_taken(bare: &str) -> bool {
    RENDERED.contains(&bare)
}

/// Whether a text may contain a block that the site renders, so that its HTML depends on other records.
pub fn may_contain(raw: &str) -> bool {
    raw.split("wp:").skip(1).any(|after| {
        let after = after.strip_prefix("core/").unwrap_or(after);
        RENDERED.iter().any(|name| after.starts_with(name))
    })
}

/// Renders the blocks of one text.
pub struct Renderer<'a>(Context<'a>);

impl<'a> Renderer<'a> {
    /// A renderer for a text of the site whose pages are below `home`, which has no slash at its end.
    pub fn new(store: &'a SiteStore, home: &'a str) -> Self {
        Self(Context::new(store, home, inside))
    }

    /// A body of blocks as HTML without delimiters; `item` is what it is the text of. The HTML still needs what
    /// [`markup::render::RenderOptions::content_of_parts`] or its counterpart for pages does.
    ///
    /// # Errors
    /// The store fails.
    pub async fn body(&self, raw: &str, item: Option<&Content>) -> Result<String, StoreError> {
        let above: Vec<u64> = item.map(|item| item.id).into_iter().collect();
        let scope = Scope {
            item,
            above: &above,
            ..Scope::default()
        };
        inside(&self.0, raw, scope).await
    }

    /// The HTML of one block, as that of a body; empty for a block that the site does not render. `item` is the item that it
    /// shows or stands in.
    ///
    /// # Errors
    /// The store fails.
    pub async fn block(
        &self,
        one: &BlockType,
        attributes: Map<String, Value>,
        item: Option<&Content>,
    ) -> Result<String, StoreError> {
        let scope = Scope {
            item,
            ..Scope::default()
        };
        let name = one.name.strip_prefix("core/").unwrap_or_default();
        rendered(&self.0, name, &Attributes::of(one, attributes), "", scope).await
    }
}

/// A text with its blocks; one without blocks gets paragraphs.
fn inside<'f>(cx: &'f Context<'f>, raw: &'f str, scope: Scope<'f>) -> Rendering<'f> {
    Box::pin(async move {
        if !has_blocks(raw) {
            return Ok(paragraphs(raw));
        }
        let mut html = String::with_capacity(raw.len());
        for part in parts(raw, &is_taken) {
            match part {
                Part::Html(stored) => html.push_str(&stored),
                Part::Block(block) => html.push_str(&part_rendered(cx, block, scope).await?),
            }
        }
        Ok(html)
    })
}

async fn part_rendered(
    cx: &Context<'_>,
    block: BlockPart<'_>,
    scope: Scope<'_>,
) -> Result<String, StoreError> {
    let Some(one) = types::named(&format!("core/{}", block.name)) else {
        return Ok(String::new());
    };
    if matches!(
        block.name,
        "home-link" | "navigation-link" | "navigation-submenu"
    ) {
        let BlockPart {
            name,
            attributes,
            inside,
        } = block;
        let raw = format!("<!-- wp:{name} {attributes} -->{inside}<!-- /wp:{name} -->");
        return navigation::links(cx, &raw, scope).await;
    }
    let attributes = Attributes::parsed(one, block.attributes);
    rendered(cx, block.name, &attributes, block.inside, scope).await
}

/// The HTML of a block by its name without the namespace; empty for one that the site does not render.
async fn rendered(
    cx: &Context<'_>,
    name: &str,
    attributes: &Attributes,
    body: &str,
    scope: Scope<'_>,
) -> Result<String, StoreError> {
    if !is_taken(name) || !cx.spend(1) {
        return Ok(String::new());
    }
    match name {
        "archives" => archives::list(cx, attributes),
        "block" => block::of(cx, attributes, scope).await,
        "calendar" => calendar::month(cx, attributes),
        "categories" => Ok(terms::list(cx, attributes)),
        "icon" => Ok(icon::shown(attributes)),
        "latest-comments" => comments::latest(cx, attributes).await,
        "latest-posts" => latest_posts::list(cx, attributes, scope).await,
        "navigation" => navigation::list(cx, attributes, body, scope).await,
        "page-list" => page_list::list(cx, attributes, scope).await,
        "query" => query::query(cx, attributes, body, scope).await,
        "query-no-results" => query::no_results(cx, body, scope).await,
        "post-template" => query::posts(cx, attributes, body, scope).await,
        "search" => Ok(search::form(cx, attributes)),
        "site-logo" => site::logo(cx, attributes).await,
        "site-tagline" => Ok(site::tagline(cx, attributes)),
        "site-title" => Ok(site::title(cx, attributes)),
        "tag-cloud" => Ok(terms::cloud(cx, attributes)),
        _ => match scope.item {
            Some(item) => of_item(cx, name, attributes, item, scope).await,
            None => Ok(String::new()),
        },
    }
}

/// A block that shows the item that it stands in.
async fn of_item(
    cx: &Context<'_>,
    name: &str,
    attributes: &Attributes,
    item: &Content,
    scope: Scope<'_>,
) -> Result<String, StoreError> {
    match name {
        "footnotes" => Ok(footnotes::list(cx, attributes, item)),
        "post-author" => Ok(person::author(cx, attributes, item)),
        "post-author-biography" => Ok(person::biography(cx, attributes, item)),
        "post-author-name" => Ok(person::name(cx, attributes, item)),
        "post-comments-count" => Ok(comments::count(cx, attributes, item)),
        "post-comments-link" => comments::link(cx, attributes, item),
        "post-content" => block::content(cx, attributes, item, scope).await,
        "post-date" => item::date(cx, attributes, item),
        "post-excerpt" => item::excerpt(cx, attributes, item),
        "post-featured-image" => picture::featured(cx, attributes, item).await,
        "post-navigation-link" => neighbour::link(cx, attributes, item).await,
        "post-terms" => Ok(terms::of_item(cx, attributes, item)),
        "post-title" => item::title(cx, attributes, item),
        "read-more" => item::read_more(cx, attributes, item),
        _ => Ok(String::new()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_with_rendered_blocks_are_found() {
        for (raw, expected) in [
            ("<!-- wp:search /-->", true),
            ("<!-- wp:core/tag-cloud {\"a\":1} /-->", true),
            ("<!--  wp:site-title  /-->", true),
            (
                "<!-- wp:paragraph --><p>wp</p><!-- /wp:paragraph -->",
                false,
            ),
            ("busca wp: search", false),
            ("", false),
        ] {
            assert_eq!(may_contain(raw), expected, "{raw}");
        }
    }

    #[test]
    fn rendered_blocks_are_types() {
        for name in RENDERED {
            let full = format!("core/{name}");
            assert!(is_rendered(&full), "{name}");
            assert!(types::named(&full).is_some(), "{name}");
            assert!(!is_rendered(name), "{name}");
        }
    }
}
