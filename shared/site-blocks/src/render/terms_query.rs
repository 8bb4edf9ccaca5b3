//! Loops over terms, and the blocks that show the term of the loop.

use std::fmt::Write as _;
use std::sync::Arc;

use site_store::{StoreError, Term, TermFilter, TermOrder};
use site_urls::address;

use super::attributes::Attributes;
use super::context::{Context, Scope, UNIT};
use super::terms;
use super::text::{element, escaped};

/// Most terms of a loop.
const TERMS: u64 = 100;

/// The blocks inside of a loop over terms, with its query.
///
/// # Errors
/// The store fails.
pub async fn query(
    cx: &Context<'_>,
    attributes: &Attributes,
    body: &str,
    scope: Scope<'_>,
) -> Result<String, StoreError> {
    let query = attributes.members("termQuery");
    let scope = Scope {
        term_query: Some(&query),
        ..scope
    };
    (cx.inside)(cx, body, scope).await
}

/// The terms that the loop finds.
fn found(cx: &Context<'_>, query: &Attributes, scope: Scope<'_>) -> Vec<Arc<Term>> {
    let Some(taxonomy) = terms::public(query.text("taxonomy").unwrap_or("category")) else {
        return Vec::new();
    };
    let include = query.ids("include");
    let parent = match query.text("parent") {
        Some("inherit") => scope.term.map(|term| term.id),
        _ if !include.is_empty() => None,
        _ => match query.number("parent") {
            Some(parent) => Some(parent),
            None if query.flag("showNested") => None,
            None => Some(0),
        },
    };
    let limit = query.number("perPage").filter(|number| *number > 0);
    let filter = TermFilter {
        include,
        parent: parent.filter(|_| taxonomy.is_hierarchical()),
        hide_empty: query.flag_of("hideEmpty").unwrap_or(true),
        keep_ancestors: true,
        order_by: match query.text("orderBy") {
            Some("count") => TermOrder::Count,
            _ => TermOrder::Name,
        },
        descending: query.text("order") == Some("desc"),
        limit: usize::try_from(limit.unwrap_or(10).min(TERMS)).ok(),
        ..TermFilter::default()
    };
    let listed = cx.store.terms(taxonomy, &filter);
    listed.map(|listed| listed.items).unwrap_or_default()
}

/// The terms of the loop around the block, each by the blocks inside of it.
///
/// # Errors
/// The store fails.
pub async fn template(
    cx: &Context<'_>,
    attributes: &Attributes,
    body: &str,
    scope: Scope<'_>,
) -> Result<String, StoreError> {
    let Some(query) = scope.term_query else {
        return Ok(String::new());
    };
    let terms = found(cx, query, scope);
    if terms.is_empty() || !cx.spend(terms.len()) {
        return Ok(String::new());
    }
    let mut list = String::new();
    for term in &terms {
        if !cx.spend(body.len() / UNIT) {
            break;
        }
        let scope = Scope {
            term: Some(term),
            ..scope
        };
        let inner = (cx.inside)(cx, body, scope).await?;
        let (id, taxonomy) = (term.id, term.taxonomy.name());
        let _ = write!(
            list,
            "<li class=\"wp-block-term term-{id} {taxonomy} taxonomy-{taxonomy}\">{inner}</li>"
        );
    }
    let outer =
        attributes.outer(&attributes.with_layout("wp-block-term-template", "term-template"));
    Ok(format!("<ul {outer}>{list}</ul>"))
}

/// The name of the term, with a link to its archive where the block asks for it.
pub fn name(cx: &Context<'_>, attributes: &Attributes, term: &Term) -> String {
    let mut name = escaped(&term.name);
    if attributes.flag("isLink") {
        let href = escaped(&address::term(term, cx.store, cx.home));
        name = format!("<a href=\"{href}\">{name}</a>");
    }
    let tag = element(attributes.number("level"), 0);
    let outer = attributes.outer("wp-block-term-name");
    format!("<{tag} {outer}>{name}</{tag}>")
}

/// The description of the term as plain text; nothing without one.
pub fn description(attributes: &Attributes, term: &Term) -> String {
    let text = escaped(&markup::text::plain(&term.description));
    if text.is_empty() {
        return text;
    }
    let outer = attributes.outer("wp-block-term-description");
    format!("<div {outer}><p>{text}</p></div>")
}

/// The number of published items with the term.
pub fn count(cx: &Context<'_>, attributes: &Attributes, term: &Term) -> String {
    let (before, after) = match attributes.text("bracketType") {
        Some("none") => ("", ""),
        Some("square") => ("[", "]"),
        Some("curly") => ("{", "}"),
        Some("angle") => ("<", ">"),
        _ => ("(", ")"),
    };
    let text = escaped(&format!("{before}{}{after}", cx.store.term_count(term.id)));
    let outer = attributes.outer("wp-block-term-count");
    format!("<div {outer}>{text}</div>")
}
