//! Creating, changing and deleting posts, pages, blocks and navigations.

use std::sync::Arc;

use domain::site::{Kind, Status};
use serde_json::{Value, json};
use site_api::rendered_texts::in_place;
use site_api::reply::without_links;
use site_api::{ApiCall, HandlerResult, OrRefuse, PageHeads, ViewContext};
use site_rest::{Reply, RestError, codes};
use site_store::Content;

use crate::content::change::change;
use crate::content::item::created;
use crate::posts::view::view;

/// Creates a post, page, block or navigation.
///
/// # Errors
/// A member is invalid, or the store fails.
pub async fn create(call: ApiCall, kind: Kind) -> HandlerResult {
    let caller = call.caller();
    let change = change(kind, call.params(), caller, None).await?;
    let item = caller
        .store
        .create(kind, caller.id(), &change)
        .await
        .or_refuse()?;
    let body = edited(&call, &item).await?;
    Ok(created(&call, &item, body))
}

/// Changes a post, page, block or navigation.
///
/// # Errors
/// A member is invalid, or the store fails.
pub async fn update(call: ApiCall, item: Arc<Content>) -> HandlerResult {
    let caller = call.caller();
    let change = change(item.kind, call.params(), caller, Some(&item)).await?;
    let access = caller.access.clone();
    let guard = move |item: &Content| access.may_edit(item.subject());
    let item = caller
        .store
        .update(item.kind, item.id, &change, &guard)
        .await
        .or_forbid(&codes::CANNOT_EDIT)?;
    Ok(Reply::json(edited(&call, &item).await?))
}

/// Moves a post, page, block or navigation to the trash, or deletes it permanently.
///
/// # Errors
/// `rest_already_trashed`, or the store fails.
pub async fn delete(call: ApiCall, item: Arc<Content>) -> HandlerResult {
    let caller = call.caller();
    let access = caller.access.clone();
    let guard = move |item: &Content| access.may_delete(item.subject());
    if call.params().flag("force") {
        let gone = caller
            .store
            .delete(item.kind, item.id, &guard)
            .await
            .or_forbid(&codes::CANNOT_DELETE)?;
        let previous = without_links(edited(&call, &gone).await?);
        return Ok(Reply::json(json!({"deleted": true, "previous": previous})));
    }
    if item.status == Status::Trash {
        return Err(RestError::new(&codes::ALREADY_TRASHED));
    }
    let trashed = caller
        .store
        .trash(item.kind, item.id, caller.id(), &guard)
        .await
        .or_forbid(&codes::CANNOT_DELETE)?;
    Ok(Reply::json(edited(&call, &trashed).await?))
}

/// The representation after a write, always in the edit context.
async fn edited(call: &ApiCall, item: &Content) -> Result<Value, RestError> {
    let heads = PageHeads::of_items(call, [item]).await?;
    let cx = ViewContext::in_context(call, "edit");
    let cx = cx.with_item(item).await?;
    in_place(item.content.len(), || view(item, &cx, &heads)).await?
}
