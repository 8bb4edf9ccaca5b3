//! The revisions of an item.

use std::sync::Arc;

use serde_json::Value;
use site_api::{ApiCall, HandlerResult, ViewContext};
use site_rest::Reply;
use site_rest::paging::paged;
use site_store::Content;

use crate::content::revisions::page;
use crate::revisions::view::{bodies, view};

/// Lists the revisions of an item, including its autosaves.
///
/// # Errors
/// The parameters are contradictory, or the store fails.
pub async fn list(call: ApiCall, item: Arc<Content>) -> HandlerResult {
    let found = page(&call, &item).await?;
    let cx = ViewContext::of(&call);
    let cx = cx.with_revisions(bodies(&found.revisions), &item).await?;
    let shown = found.revisions.iter().map(|revision| {
        let mut value = view(revision, &item, &cx);
        if let Some(map) = value.as_object_mut() {
            map.shift_remove("preview_link");
        }
        value
    });
    let reply = Reply::json(Value::Array(shown.collect()));
    Ok(paged(reply, &call, found.total, found.page, found.per_page))
}
