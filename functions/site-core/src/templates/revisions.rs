//! Revisions and autosaves of stored templates and parts.

use std::sync::Arc;

use serde_json::{Value, json};
use site_api::reply::without_links;
use site_api::{ApiCall, HandlerResult, OrRefuse, ViewContext};
use site_contract::core::templates::codes;
use site_rest::paging::paged;
use site_rest::{Reply, RestError};
use site_store::{Autosaved, Content};

use crate::content::revisions::{self, named, record};
use crate::templates::found::Found;
use crate::templates::view::{of_draft, revision};
use crate::templates::write::change;

/// Lists the revisions of a template, including its autosaves.
///
/// # Errors
/// The parameters are contradictory, or the store fails.
pub async fn list(call: ApiCall, item: Arc<Content>) -> HandlerResult {
    let found = revisions::page(&call, &item).await?;
    let (cx, one) = (ViewContext::of(&call), Found::stored(Arc::clone(&item)));
    let shown = found.revisions.iter();
    let shown: Value = shown
        .map(|record| revision(record, &one, &item, &cx))
        .collect();
    let reply = Reply::json(shown);
    Ok(paged(reply, &call, found.total, found.page, found.per_page))
}

/// Returns one revision or autosave.
///
/// # Errors
/// `rest_post_invalid_id`, `rest_revision_parent_id_mismatch`; the store fails.
pub async fn read(call: ApiCall, item: Arc<Content>) -> HandlerResult {
    Ok(Reply::json(shown(&call, &item).await?))
}

async fn shown(call: &ApiCall, item: &Arc<Content>) -> Result<Value, RestError> {
    let found = named(call.caller(), call.params(), item)?;
    let record = record(call.caller(), found).await?;
    let one = Found::stored(Arc::clone(item));
    Ok(revision(&record, &one, item, &ViewContext::of(call)))
}

/// Deletes a revision permanently.
///
/// # Errors
/// `rest_cannot_delete` without force; `rest_post_invalid_id`, `rest_revision_parent_id_mismatch`; the store fails.
pub async fn delete(call: ApiCall, item: Arc<Content>) -> HandlerResult {
    let previous = without_links(shown(&call, &item).await?);
    if !call.params().flag("force") {
        return Err(RestError::new(&codes::CANNOT_DELETE));
    }
    let found = named(call.caller(), call.params(), &item)?;
    let gone = call.caller().store.delete_revision(item.id, found.id);
    gone.await.or_forbid(&codes::CANNOT_DELETE)?;
    Ok(Reply::json(json!({"deleted": true, "previous": previous})))
}

/// Lists the autosaves of all authors of a template.
///
/// # Errors
/// The store fails.
pub async fn autosaves(call: ApiCall, item: Arc<Content>) -> HandlerResult {
    let mut records = Vec::new();
    if !call.is_head() {
        let found = revisions::autosaves(call.caller(), &item);
        records = call.caller().store.revisions(&found).await.or_refuse()?;
    }
    let (cx, one) = (ViewContext::of(&call), Found::stored(Arc::clone(&item)));
    let shown = records.iter();
    let shown = shown.map(|record| revision(record, &one, &item, &cx));
    Ok(Reply::json(shown.collect()))
}

/// Returns the caller's autosave of a template, otherwise the newest.
///
/// # Errors
/// `rest_post_no_autosave`; the store fails.
pub async fn own_autosave(call: ApiCall, item: Arc<Content>) -> HandlerResult {
    let record = revisions::own_autosave(call.caller(), &item).await?;
    let one = Found::stored(Arc::clone(&item));
    let cx = ViewContext::of(&call);
    Ok(Reply::json(revision(&record, &one, &item, &cx)))
}

/// Stores an autosave beside the template.
///
/// # Errors
/// A member is invalid, or the store fails.
pub async fn autosave(call: ApiCall, item: Arc<Content>) -> HandlerResult {
    let caller = call.caller();
    let one = Found::stored(Arc::clone(&item));
    let change = change(&call, Some(&one))?;
    let access = caller.access.clone();
    let guard = move |item: &Content| access.may_edit(item.subject());
    let kept = caller
        .store
        .autosave(item.kind, item.id, &change, &guard)
        .await
        .or_forbid(&codes::CANNOT_MANAGE_TEMPLATES)?;
    let cx = ViewContext::in_context(&call, "edit");
    Ok(Reply::json(match kept {
        Autosaved::Item(item) => of_draft(&Found::stored(Arc::clone(&item)), &item, &cx),
        Autosaved::Beside(record) => revision(&record, &one, &item, &cx),
    }))
}
