//! The list of an item's revisions, which kinds of content show in forms of their own.

use std::sync::Arc;

use serde_json::Value;
use site_api::params::{ids, path_id};
use site_api::{ApiCall, Caller, OrRefuse};
use site_contract::core::revisions::codes;
use site_rest::paging::pages;
use site_rest::{Params, RestError};
use site_store::{Content, Revision, RevisionSummary, SiteStore};

/// The requested page of a list of revisions.
pub struct RevisionPage {
    /// The records of the page; none for a HEAD request.
    pub revisions: Vec<Revision>,
    /// Number of matches.
    pub total: u64,
    /// Number of the page.
    pub page: u64,
    /// Size of the pages.
    pub per_page: u64,
}

/// The requested page of the revisions of an item, including its autosaves.
///
/// # Errors
/// The parameters are contradictory, or the store fails.
pub async fn page(call: &ApiCall, item: &Content) -> Result<RevisionPage, RestError> {
    let (params, store) = (call.params(), &call.caller().store);
    let order_by = params.text("orderby").unwrap_or("date");
    if order_by == "relevance" && params.filled("search").is_none() {
        return Err(RestError::new(&codes::NO_SEARCH_TERM));
    }
    if order_by == "include" && params.list("include").is_none_or(<[Value]>::is_empty) {
        return Err(RestError::new(&codes::ORDERBY_INCLUDE_MISSING));
    }
    let found = matching(params, store, item, order_by).await?;
    let total = found.len() as u64;
    let page = params.id("page").unwrap_or(1).max(1);
    let window = window(params, page, total)?;
    let mut revisions = Vec::new();
    if !call.is_head() {
        let start = usize::try_from(window.start).unwrap_or(usize::MAX);
        let length = usize::try_from(window.length).unwrap_or(usize::MAX);
        let part: Vec<_> = found.into_iter().skip(start).take(length).collect();
        revisions = store.revisions(&part).await.or_refuse()?;
    }
    Ok(RevisionPage {
        revisions,
        total,
        page,
        per_page: window.per_page,
    })
}

/// The revision of `item` that the path names.
///
/// # Errors
/// `rest_post_invalid_id`, `rest_revision_parent_id_mismatch`.
pub fn named(
    caller: &Caller,
    params: &Params,
    item: &Content,
) -> Result<Arc<RevisionSummary>, RestError> {
    let found = path_id(params, "id").and_then(|id| caller.store.revision(id));
    let found = found.ok_or_else(|| RestError::new(&codes::POST_INVALID_ID))?;
    if found.parent == item.id {
        Ok(found)
    } else {
        Err(RestError::new(&codes::REVISION_PARENT_MISMATCH))
    }
}

/// The record of a revision.
///
/// # Errors
/// `rest_post_invalid_id` for one that was deleted meanwhile; the store fails.
pub async fn record(caller: &Caller, found: Arc<RevisionSummary>) -> Result<Revision, RestError> {
    let mut records = caller.store.revisions(&[found]).await.or_refuse()?;
    let record = records.pop();
    record.ok_or_else(|| RestError::new(&codes::POST_INVALID_ID))
}

/// The autosaves of all authors of an item, newest first.
pub fn autosaves(caller: &Caller, item: &Content) -> Vec<Arc<RevisionSummary>> {
    let mut found = caller.store.revisions_of(item.id);
    found.retain(|one| one.is_autosave);
    found
}

/// The caller's autosave of an item, otherwise the newest.
///
/// # Errors
/// `rest_post_no_autosave`; the store fails.
pub async fn own_autosave(caller: &Caller, item: &Content) -> Result<Revision, RestError> {
    let found = autosaves(caller, item);
    let own = found
        .iter()
        .find(|one| one.author == caller.id())
        .or(found.first());
    let one: Vec<_> = own.cloned().into_iter().collect();
    let mut records = caller.store.revisions(&one).await.or_refuse()?;
    let record = records.pop();
    record.ok_or_else(|| RestError::new(&codes::POST_NO_AUTOSAVE))
}

/// The requested part of the list.
struct Window {
    start: u64,
    length: u64,
    per_page: u64,
}

/// Without `per_page` the list is one page and `offset` does not shorten it; both are still refused beyond the end,
/// as in deployed systems.
fn window(params: &Params, page: u64, total: u64) -> Result<Window, RestError> {
    let asked = params.id("per_page");
    let per_page = asked.unwrap_or(total).max(1);
    let offset = params.integer("offset").unwrap_or(0);
    if total > 0 {
        if offset.max(0).unsigned_abs() >= total {
            return Err(RestError::new(&codes::REVISION_INVALID_OFFSET));
        }
        if offset == 0 && page > pages(total, per_page) {
            return Err(RestError::new(&codes::REVISION_INVALID_PAGE));
        }
    }
    let start = match asked {
        None => 0,
        Some(_) if params.has("offset") => offset.unsigned_abs(),
        Some(per_page) => (page - 1).saturating_mul(per_page),
    };
    Ok(Window {
        start,
        length: per_page,
        per_page,
    })
}

/// The revisions that match the filters, in the requested order.
async fn matching(
    params: &Params,
    store: &SiteStore,
    item: &Content,
    order_by: &str,
) -> Result<Vec<Arc<RevisionSummary>>, RestError> {
    let mut found = store.revisions_of(item.id);
    let (include, exclude) = (ids(params, "include"), ids(params, "exclude"));
    if include.is_empty() {
        found.retain(|one| !exclude.contains(&one.id));
    } else {
        found.retain(|one| include.contains(&one.id));
    }
    let search = params.filled("search");
    let mut titles = Vec::new();
    if search.is_some() || order_by == "title" {
        let language = store.settings().language.clone();
        let records = store.revisions(&found).await.or_refuse()?;
        let fits = |one: &Revision| search.is_none_or(|text| one.is_found_by(text, &language));
        titles = records
            .into_iter()
            .filter(fits)
            .map(|one| (one.id, one.title.to_lowercase()))
            .collect();
        found.retain(|one| titles.iter().any(|(id, _)| *id == one.id));
    }
    let ascending = params.text("order") == Some("asc");
    if order_by == "include" {
        found.sort_by_key(|one| include.iter().position(|id| *id == one.id));
        return Ok(found);
    }
    // The list is sorted newest first, and stable sorting keeps that order among equals.
    found.reverse();
    match order_by {
        "id" => found.sort_by_key(|one| one.id),
        "slug" => found.sort_by_key(|one| !one.is_autosave),
        "title" => found.sort_by_key(|one| {
            let of = titles.iter().find(|(id, _)| *id == one.id);
            of.map(|(_, title)| title.clone())
        }),
        _ => {}
    }
    if !ascending {
        found.reverse();
    }
    Ok(found)
}
