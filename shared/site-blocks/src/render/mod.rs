//! Renders the blocks that show records of the site. Their stored form has no HTML.

mod archives;
mod attributes;
mod background;
mod block;
mod breadcrumbs;
mod calendar;
mod comments;
mod context;
mod footnotes;
mod found;
mod icon;
mod item;
mod latest_posts;
mod login;
mod navigation;
mod neighbour;
mod page_list;
mod paging;
mod person;
mod picture;
mod place;
mod query;
mod rss;
mod search;
mod site;
mod social;
mod stack;
mod terms;
mod terms_query;
mod text;

use std::borrow::Cow;

use domain::site::Caller;
use markup::render::{BlockPart, Part, has_blocks, paragraphs, parts, with_layout};
use serde_json::{Map, Value};
use site_store::{Content, SiteStore, StoreError};

pub use self::attributes::Attributes;
use self::context::{Context, Rendering, Scope};
use self::paging::Step;
use self::stack::Stacked;
use self::text::{delimited, delimiter_json};
use crate::feeds::FeedReader;
use crate::types::{self, BlockType};

/// The blocks that the site renders, by their names without a namespace.
const RENDERED: [&str; 51] = [
    "archives",
    "avatar",
    "block",
    "breadcrumbs",
    "calendar",
    "categories",
    "footnotes",
    "home-link",
    "icon",
    "latest-comments",
    "latest-posts",
    "loginout",
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
    "post-time-to-read",
    "post-title",
    "query",
    "query-no-results",
    "query-pagination",
    "query-pagination-next",
    "query-pagination-numbers",
    "query-pagination-previous",
    "query-title",
    "query-total",
    "read-more",
    "rss",
    "search",
    "site-logo",
    "site-tagline",
    "site-title",
    "social-link",
    "tag-cloud",
    "term-count",
    "term-description",
    "term-name",
    "term-template",
    "terms-query",
];

/// Those of them that are entries of a navigation.
const ENTRIES: [&str; 3] = ["home-link", "navigation-link", "navigation-submenu"];

/// Those blocks with stored HTML whose attributes the blocks inside need.
const AROUND: [&str; 1] = ["social-links"];

/// Those of the blocks that have stored HTML around the blocks inside.
const WRAPPED: [&str; 3] = ["query", "social-links", "terms-query"];

/// Whether the site renders the block with this full name.
pub fn is_rendered(name: &str) -> bool {
    name.strip_prefix("core/").is_some_and(is_taken)
}

/// Whether the site renders the block with this name without a namespace.
fn is_taken(bare: &str) -> bool {
    RENDERED.contains(&bare)
}

/// Whether the site reads the block with this name without a namespace and these attributes, or takes its HTML as it is stored.
fn is_read(bare: &str, attributes: &str) -> bool {
    is_taken(bare) || AROUND.contains(&bare) || background::is_asked(bare, attributes)
}

/// Whether a text may contain a block that the site renders, so that its HTML depends on other records.
pub fn may_contain(raw: &str) -> bool {
    raw.split("wp:").skip(1).any(|after| {
        let after = after.strip_prefix("core/").unwrap_or(after);
        RENDERED.iter().any(|name| after.starts_with(name))
    }) || background::may_be_asked(raw)
}

/// Renders the blocks of one text.
pub struct Renderer<'a>(Context<'a>);

impl<'a> Renderer<'a> {
    /// A renderer for a text of the site whose pages are below `home`, which has no slash at its end.
    pub fn new(store: &'a SiteStore, home: &'a str) -> Self {
        Self(Context::new(store, home, inside))
    }

    /// Shows files that this reader may read. Without this, those that everyone may read.
    #[must_use]
    pub fn reader(mut self, reader: &Caller) -> Self {
        self.0.reader = reader.clone();
        self
    }

    /// Shows feeds of other sites. Without this, none is shown.
    #[must_use]
    pub fn feeds(mut self, feeds: &'a dyn FeedReader) -> Self {
        self.0.feeds = feeds;
        self
    }

    /// Shows the pages of loops that the query of the page's address names.
    #[must_use]
    pub fn query(mut self, query: &str) -> Self {
        self.0.place.read_pages(query);
        self
    }

    /// Says why a block shows nothing, for someone who writes.
    #[must_use]
    pub const fn preview(mut self) -> Self {
        self.0.is_preview = true;
        self
    }

    /// A body of blocks as HTML without delimiters; `item` is what it is the text of. The HTML still needs what
    /// [`markup::render::RenderOptions::content_of_parts`] or its counterpart for pages does.
    ///
    /// # Errors
    /// The store fails.
    pub async fn body(mut self, raw: &str, item: Option<&Content>) -> Result<String, StoreError> {
        self.stand_in(item)?;
        let above: Vec<u64> = item.map(|item| item.id).into_iter().collect();
        let scope = Scope {
            item,
            above: &above,
            ..Scope::default()
        };
        inside(&self.0, raw, scope).await
    }

    /// Links between the pages of loops lead to the page of the item.
    fn stand_in(&mut self, item: Option<&Content>) -> Result<(), StoreError> {
        let cx = &mut self.0;
        cx.place.address = match item {
            Some(item) => site_urls::address::item(item, cx.store, cx.home)?,
            None => format!("{}/", cx.home),
        };
        Ok(())
    }

    /// The HTML of one block, as that of a body; empty for a block that the site does not render. `item` is the item that it
    /// shows or stands in.
    ///
    /// # Errors
    /// The store fails.
    pub async fn block(
        mut self,
        one: &BlockType,
        attributes: Map<String, Value>,
        item: Option<&Content>,
    ) -> Result<String, StoreError> {
        self.stand_in(item)?;
        let scope = Scope {
            item,
            ..Scope::default()
        };
        let name = one.name.strip_prefix("core/").unwrap_or_default();
        if ENTRIES.contains(&name) {
            let raw = delimited(name, &delimiter_json(attributes), "");
            return navigation::links(&self.0, &raw, scope).await;
        }
        rendered(&self.0, name, &Attributes::of(one, attributes), "", scope).await
    }
}

/// A text with its blocks; one without blocks gets paragraphs.
fn inside<'f>(cx: &'f Context<'f>, raw: &'f str, scope: Scope<'f>) -> Rendering<'f> {
    Box::pin(Stacked(Box::pin(async move {
        let Some(scope) = scope.inner() else {
            return Ok(String::new());
        };
        if !has_blocks(raw) {
            // Too many long texts are answered like a statement that takes too long.
            return heavy_work::in_place(raw.len(), || paragraphs(raw))
                .await
                .map_err(|_| StoreError::Stopped);
        }
        let mut html = String::with_capacity(raw.len());
        for part in parts(raw, &is_read) {
            match part {
                Part::Html(stored) => html.push_str(&stored),
                Part::Block(block) => {
                    html.push_str(&part_rendered(cx, block, scope).await?);
                    cx.pause().await;
                }
            }
        }
        Ok(html)
    })))
}

async fn part_rendered(
    cx: &Context<'_>,
    block: BlockPart<'_>,
    scope: Scope<'_>,
) -> Result<String, StoreError> {
    let Some(one) = types::named(&format!("core/{}", block.name)) else {
        return Ok(String::new());
    };
    if ENTRIES.contains(&block.name) {
        let raw = delimited(block.name, block.attributes, block.inside);
        return navigation::links(cx, &raw, scope).await;
    }
    // Those with content are parts only when they ask for the picture, and the others show nothing.
    if background::BLOCKS.contains(&block.name) {
        return background::shown(cx, block, scope).await;
    }
    let attributes = Attributes::parsed(one, block.attributes);
    let body = if WRAPPED.contains(&block.name) {
        with_layout(&block)
    } else {
        Cow::from(block.inside)
    };
    rendered(cx, block.name, &attributes, &body, scope).await
}

/// The HTML of a block by its name without the namespace; empty for one that the site does not render.
async fn rendered(
    cx: &Context<'_>,
    name: &str,
    attributes: &Attributes,
    body: &str,
    scope: Scope<'_>,
) -> Result<String, StoreError> {
    if !(is_taken(name) || AROUND.contains(&name)) || !cx.spend(1) {
        return Ok(String::new());
    }
    match name {
        "archives" => archives::list(cx, attributes),
        "avatar" => person::avatar(cx, attributes, scope.item),
        "block" => block::of(cx, attributes, scope).await,
        "calendar" => calendar::month(cx, attributes),
        "categories" => terms::list(cx, attributes).await,
        "icon" => Ok(icon::shown(attributes)),
        "latest-comments" => comments::latest(cx, attributes).await,
        "latest-posts" => latest_posts::list(cx, attributes, scope).await,
        "loginout" => Ok(login::link(cx, attributes)),
        "navigation" => navigation::list(cx, attributes, body, scope).await,
        "page-list" => page_list::list(cx, attributes, scope).await,
        "query" => query::query(cx, attributes, body, scope).await,
        "post-template" => query::posts(cx, attributes, body, scope).await,
        // As in deployed systems, it shows the title of a list or a search, and a text is neither.
        "query-title" => Ok(String::new()),
        "rss" => Ok(rss::list(cx, attributes).await),
        "search" => Ok(search::form(cx, attributes)),
        "site-logo" => site::logo(cx, attributes).await,
        "site-tagline" => Ok(site::tagline(cx, attributes)),
        "site-title" => Ok(site::title(cx, attributes)),
        "social-link" => Ok(social::link(cx, attributes, scope)),
        "social-links" => social::list(cx, attributes, body, scope).await,
        "tag-cloud" => Ok(terms::cloud(cx, attributes)),
        _ if name.starts_with("query-") => of_loop(cx, name, attributes, body, scope).await,
        _ if name.starts_with("term") => of_terms(cx, name, attributes, body, scope).await,
        _ => match scope.item {
            Some(item) => of_item(cx, name, attributes, item, scope).await,
            None => Ok(String::new()),
        },
    }
}

/// A block that shows the pages of the loop that it stands in.
async fn of_loop(
    cx: &Context<'_>,
    name: &str,
    attributes: &Attributes,
    body: &str,
    scope: Scope<'_>,
) -> Result<String, StoreError> {
    match name {
        "query-no-results" => query::no_results(cx, body, scope).await,
        "query-pagination" => paging::links(cx, attributes, body, scope).await,
        "query-pagination-next" => paging::step(cx, attributes, Step::Next, scope).await,
        "query-pagination-numbers" => paging::numbers(cx, attributes, scope).await,
        "query-pagination-previous" => paging::step(cx, attributes, Step::Previous, scope).await,
        "query-total" => paging::total(cx, attributes, scope).await,
        _ => Ok(String::new()),
    }
}

/// A loop over terms, or a block that shows the term of the loop.
async fn of_terms(
    cx: &Context<'_>,
    name: &str,
    attributes: &Attributes,
    body: &str,
    scope: Scope<'_>,
) -> Result<String, StoreError> {
    match (name, scope.term) {
        ("terms-query", _) => terms_query::query(cx, attributes, body, scope).await,
        ("term-template", _) => terms_query::template(cx, attributes, body, scope).await,
        ("term-count", Some(term)) => Ok(terms_query::count(cx, attributes, term)),
        ("term-description", Some(term)) => Ok(terms_query::description(attributes, term)),
        ("term-name", Some(term)) => Ok(terms_query::name(cx, attributes, term)),
        _ => Ok(String::new()),
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
        "breadcrumbs" => breadcrumbs::trail(cx, attributes, item).await,
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
        "post-time-to-read" => Ok(item::time_to_read(cx, attributes, item)),
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
            ("<!-- wp:cover {\"useFeaturedImage\":true} -->", true),
            ("<!-- wp:cover {\"url\":\"/a.jpg\"} -->", false),
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
