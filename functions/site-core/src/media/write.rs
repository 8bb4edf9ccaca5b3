//! Changing and deleting media.

use std::sync::Arc;

use domain::site::Kind;
use serde_json::json;
use site_api::reply::without_links;
use site_api::{ApiCall, Caller, HandlerResult, OrRefuse};
use site_rest::{Params, Reply, RestError, codes};
use site_store::{Content, ContentChange};

use crate::content::change::change as content_change;
use crate::content::change::text;
use crate::content::named_files::check_text;
use crate::content::safe::safe;
use crate::media::read::edited;

/// Changes the texts of a media item.
///
/// # Errors
/// A member is invalid, or the store fails.
pub async fn update(call: ApiCall, item: Arc<Content>) -> HandlerResult {
    let caller = call.caller();
    let change = change(&call, Some(&item)).await?;
    let access = caller.access.clone();
    let guard = move |item: &Content| access.may_edit(item.subject());
    let updated = caller
        .store
        .update(Kind::Attachment, item.id, &change, &guard)
        .await;
    let item = updated.or_forbid(&codes::CANNOT_EDIT)?;
    Ok(Reply::json(edited(&call, &item).await?))
}

/// Generates the missing sizes of a picture.
///
/// # Errors
/// The store fails.
pub async fn process(call: ApiCall, item: Arc<Content>) -> HandlerResult {
    let caller = call.caller();
    let access = caller.access.clone();
    let guard = move |item: &Content| access.may_edit(item.subject());
    let made = caller.store.make_missing_sizes(item.id, &guard).await;
    let item = made.or_forbid(&codes::CANNOT_EDIT)?;
    Ok(Reply::json(edited(&call, &item).await?))
}

/// Deletes a media item with its files.
///
/// # Errors
/// `rest_trash_not_supported` without force, or the store fails.
pub async fn delete(call: ApiCall, item: Arc<Content>) -> HandlerResult {
    if !call.params().flag("force") {
        return Err(RestError::new(&codes::TRASH_NOT_SUPPORTED));
    }
    let caller = call.caller();
    let previous = without_links(edited(&call, &item).await?);
    let access = caller.access.clone();
    let guard = move |item: &Content| access.may_delete(item.subject());
    caller
        .store
        .delete(Kind::Attachment, item.id, &guard)
        .await
        .or_forbid(&codes::CANNOT_DELETE)?;
    Ok(Reply::json(json!({"deleted": true, "previous": previous})))
}

/// Converts a request to a change of a media item.
pub async fn change(call: &ApiCall, current: Option<&Content>) -> Result<ContentChange, RestError> {
    let (params, caller) = (call.params(), call.caller());
    let mut change = content_change(Kind::Attachment, params, caller, current).await?;
    change.content = safe(text(params, "description", true), caller).await?;
    let former = current.map(|item| item.content.as_str());
    check_text(caller, "description", change.content.as_deref(), former)?;
    change.excerpt = safe(text(params, "caption", true), caller).await?;
    change.alt_text = params.text("alt_text").map(str::to_owned);
    change.parent = parent(params, caller).await?;
    Ok(change)
}

/// The item that a file is to be attached to: not a file, and editable by the caller.
pub async fn parent(params: &Params, caller: &Caller) -> Result<Option<u64>, RestError> {
    let Some(id) = params.integer("post").map(i64::unsigned_abs) else {
        return Ok(None);
    };
    if id == 0 {
        return Ok(Some(0));
    }
    if caller.store.revision(id).is_some() {
        return Err(RestError::new(&codes::INVALID_PARAM_BARE));
    }
    let found = caller.store.get(id).await.or_refuse()?;
    match found {
        Some(item) if item.kind == Kind::Attachment => {
            Err(RestError::new(&codes::INVALID_PARAM_BARE))
        }
        Some(item) if !caller.access.may_edit(item.subject()) => {
            Err(RestError::new(&codes::CANNOT_EDIT))
        }
        Some(_) => Ok(Some(id)),
        None => Err(RestError::new(&codes::POST_INVALID_ID).status(400)),
    }
}
