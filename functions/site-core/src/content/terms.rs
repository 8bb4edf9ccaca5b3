//! Lists of terms, and sanitising of their descriptions.

use std::sync::Arc;

use domain::site::Taxonomy;
use serde_json::Value;
use site_api::paging::page_number;
use site_api::params::ids;
use site_api::{ApiCall, HandlerResult, OrRefuse};
use site_rest::paging::paged;
use site_rest::{Params, Reply, RestError};
use site_store::{Listed, Term, TermFilter, TermOrder};

/// The requested page of terms.
///
/// # Errors
/// The store fails.
pub fn listed(call: &ApiCall, taxonomy: Taxonomy) -> Result<Listed<Arc<Term>>, RestError> {
    let filter = filter(call.params());
    call.caller().store.terms(taxonomy, &filter).or_refuse()
}

/// The response with a page of terms; `shown` makes the representation of each.
///
/// # Errors
/// That of `shown`.
pub fn answered(
    call: &ApiCall,
    listed: &Listed<Arc<Term>>,
    shown: impl Fn(&Term) -> Result<Value, RestError>,
) -> HandlerResult {
    let params = call.params();
    let items = listed.items.iter().map(|term| shown(term));
    let items = items.collect::<Result<Vec<_>, _>>()?;
    let per_page = params.id("per_page").unwrap_or(10);
    let page = page_number(params, per_page);
    Ok(paged(
        Reply::json(Value::Array(items)),
        call,
        listed.total,
        page,
        per_page,
    ))
}

fn filter(params: &Params) -> TermFilter {
    let per_page = params.id("per_page").unwrap_or(10);
    let page = params.id("page").unwrap_or(1).max(1);
    let offset = params
        .integer("offset")
        .map(|offset| offset.max(0).unsigned_abs());
    let offset = offset.unwrap_or_else(|| (page - 1).saturating_mul(per_page));
    TermFilter {
        search: params.filled("search").map(str::to_owned),
        include: ids(params, "include"),
        exclude: ids(params, "exclude"),
        slugs: params
            .texts("slug")
            .into_iter()
            .map(str::to_owned)
            .collect(),
        parent: params.integer("parent").map(i64::unsigned_abs),
        content: params.id("post").filter(|id| *id > 0),
        hide_empty: params.flag("hide_empty"),
        keep_ancestors: true,
        order_by: match params.text("orderby") {
            Some("id" | "term_group") => TermOrder::Id,
            Some("slug") => TermOrder::Slug,
            Some("description") => TermOrder::Description,
            Some("count") => TermOrder::Count,
            Some("include") => TermOrder::Include,
            Some("include_slugs") => TermOrder::IncludeSlugs,
            _ => TermOrder::Name,
        },
        descending: params.text("order") == Some("desc"),
        offset: usize::try_from(offset).unwrap_or(usize::MAX),
        limit: usize::try_from(per_page).ok(),
    }
}

/// Sanitises a description to inline markup, whatever the role of its author.
pub fn safe_description(text: &str) -> String {
    if text.contains(['<', '&']) {
        markup::sanitise::inline(text)
    } else {
        text.to_owned()
    }
}
