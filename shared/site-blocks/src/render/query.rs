//! Loops: items that a query finds, each shown by the same blocks.

use std::fmt::Write as _;
use std::sync::Arc;

use domain::site::{Kind, Taxonomy};
use site_store::{
    Content, ContentFilter, OrderBy, Reader, Search, StoreError, TermClause, TermOperator,
};

use super::attributes::Attributes;
use super::context::{Context, Scope, UNIT};
use super::found;
use super::place::parameter;
use super::text::escaped;
use crate::item_classes;

/// Number of the newest published items that a search in a loop compares.
const NEWEST: u64 = 1000;

/// The blocks inside of a loop, with its query.
///
/// # Errors
/// The store fails.
pub async fn query(
    cx: &Context<'_>,
    attributes: &Attributes,
    body: &str,
    scope: Scope<'_>,
) -> Result<String, StoreError> {
    let query = attributes.members("query");
    let layout = attributes.members("displayLayout");
    let scope = Scope {
        query: Some(&query),
        display_layout: Some(&layout),
        query_id: attributes.number("queryId"),
        ..scope
    };
    (cx.inside)(cx, body, scope).await
}

/// The items of the page that the loop shows; none outside of a loop.
async fn found(cx: &Context<'_>, scope: Scope<'_>) -> Result<Vec<Arc<Content>>, StoreError> {
    let Some(mut filter) = filter(cx, scope) else {
        return Ok(Vec::new());
    };
    let page = cx.place.page(&parameter(scope.query_id));
    if page > 1 {
        // Only pages that there are reach the store, whose lists are cached.
        let Some(counted) = counted(cx, scope)
            .await?
            .filter(|found| page <= found.pages)
        else {
            return Ok(Vec::new());
        };
        filter.offset += (page - 1) * counted.per_page;
        filter.sticky_first = false;
    }
    found::public(cx, filter).await
}

/// What a loop finds on all of its pages.
pub struct Counted {
    /// Name of the parameter with the number of its page.
    pub parameter: String,
    /// The page that shows.
    pub page: u64,
    /// Number of pages.
    pub pages: u64,
    /// Items on a page.
    pub per_page: u64,
    /// Number of items.
    pub total: u64,
}

/// Counts the pages of the loop; `None` outside of a loop.
///
/// # Errors
/// The store fails.
pub async fn counted(cx: &Context<'_>, scope: Scope<'_>) -> Result<Option<Counted>, StoreError> {
    let Some(filter) = filter(cx, scope) else {
        return Ok(None);
    };
    let per_page = filter.limit.unwrap_or(found::MOST).clamp(1, found::MOST);
    let offset = filter.offset;
    let total = found::total(cx, filter).await?.saturating_sub(offset);
    let most = scope.query.and_then(|query| query.number("pages"));
    let most = most.filter(|pages| *pages > 0);
    let pages = total.div_ceil(per_page).min(most.unwrap_or(u64::MAX));
    let name = parameter(scope.query_id);
    Ok(Some(Counted {
        page: cx.place.page(&name),
        parameter: name,
        pages,
        per_page,
        total,
    }))
}

/// What shows when the loop finds nothing.
///
/// # Errors
/// The store fails.
pub async fn no_results(
    cx: &Context<'_>,
    body: &str,
    scope: Scope<'_>,
) -> Result<String, StoreError> {
    if found(cx, scope).await?.is_empty() {
        (cx.inside)(cx, body, scope).await
    } else {
        Ok(String::new())
    }
}

/// The items of the loop around the block, each by the blocks inside of it.
///
/// # Errors
/// The store fails.
pub async fn posts(
    cx: &Context<'_>,
    attributes: &Attributes,
    body: &str,
    scope: Scope<'_>,
) -> Result<String, StoreError> {
    let items = found(cx, scope).await?;
    if items.is_empty() {
        return Ok(String::new());
    }
    let mut list = String::new();
    for item in &items {
        if !cx.spend(body.len() / UNIT) {
            break;
        }
        let scope = Scope {
            item: Some(item),
            ..scope
        };
        let inner = (cx.inside)(cx, body, scope).await?;
        let classes = escaped(&item_classes(item, cx.store).join(" "));
        let _ = write!(list, "<li class=\"wp-block-post {classes}\">{inner}</li>");
    }
    let layout = attributes.members("layout");
    let mut class = attributes.with_layout("wp-block-post-template", "post-template");
    if layout.text("type") == Some("grid")
        && let Some(columns) = layout.number("columnCount")
    {
        let _ = write!(class, " columns-{columns}");
    }
    let former = scope.display_layout;
    if let Some(layout) = former.filter(|layout| layout.text("type") == Some("flex")) {
        let columns = layout.number("columns").unwrap_or(3);
        let _ = write!(class, " is-flex-container columns-{columns}");
    }
    Ok(format!("<ul {}>{list}</ul>", attributes.outer(&class)))
}

/// The kind of items that a query names; `None` for one without pages in loops.
fn kind(query: &Attributes) -> Option<Kind> {
    match query.text("postType") {
        None | Some("" | "post") => Some(Kind::Post),
        Some("page") => Some(Kind::Page),
        Some(_) => query.flag("inherit").then_some(Kind::Post),
    }
}

/// The filter of the query around a block, as editors write it; `None` outside of a loop. A query that takes over that of its
/// page shows the newest posts, because a text has no such query.
fn filter(cx: &Context<'_>, scope: Scope<'_>) -> Option<ContentFilter> {
    let query = scope.query?;
    let kind = kind(query)?;
    let usual = u64::try_from(cx.store.settings().posts_per_page).unwrap_or(10);
    let usual = usual.max(1);
    if query.flag("inherit") {
        return Some(ContentFilter {
            limit: Some(usual),
            ..ContentFilter::all(Kind::Post)
        });
    }
    let mut exclude = query.ids("exclude");
    if query.flag("excludeCurrent") {
        exclude.extend(scope.above.first());
    }
    let search = query.text("search").filter(|text| !text.trim().is_empty());
    Some(ContentFilter {
        search: search.map(|text| Search {
            text: text.to_owned(),
            columns: Vec::new(),
            exact: false,
        }),
        search_newest: search.map(|_| NEWEST),
        reader: search.map(|_| Reader::public()),
        exclude,
        author: query.ids("author"),
        parent: query.ids("parents"),
        terms: clauses(query),
        sticky: match query.text("sticky") {
            Some("only") => Some(true),
            Some("exclude") => Some(false),
            _ => None,
        },
        sticky_first: kind == Kind::Post && query.text("sticky").is_none_or(str::is_empty),
        order_by: match query.text("orderBy") {
            Some("title") => OrderBy::Title,
            Some("modified") => OrderBy::Modified,
            Some("menu_order") => OrderBy::MenuOrder,
            _ => OrderBy::Date,
        },
        ascending: query.text("order") == Some("asc"),
        offset: query.number("offset").unwrap_or(0),
        limit: Some(query.number("perPage").filter(|n| *n > 0).unwrap_or(usual)),
        ..ContentFilter::all(kind)
    })
}

/// The conditions on terms: identifiers by taxonomy, in newer versions as `include` and `exclude`. Former versions named the
/// terms beside the taxonomies.
fn clauses(query: &Attributes) -> Vec<TermClause> {
    let written = query.members("taxQuery");
    let (include, exclude) = (written.members("include"), written.members("exclude"));
    let mut clauses = Vec::new();
    for (taxonomy, former) in [
        (Taxonomy::Category, "categoryIds"),
        (Taxonomy::PostTag, "tagIds"),
    ] {
        let name = taxonomy.name();
        for (terms, operator) in [
            (query.ids(former), TermOperator::AnyOf),
            (written.ids(name), TermOperator::AnyOf),
            (include.ids(name), TermOperator::AnyOf),
            (exclude.ids(name), TermOperator::NoneOf),
        ] {
            if !terms.is_empty() {
                clauses.push(TermClause {
                    taxonomy,
                    terms,
                    // As on deployed systems, a query names the terms that it means.
                    include_children: false,
                    operator,
                });
            }
        }
    }
    clauses
}
