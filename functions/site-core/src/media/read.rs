//! One media item.

use http::header;
use serde_json::Value;
use site_api::rendered_texts::in_place;
use site_api::{ApiCall, HandlerResult, ViewContext, links};
use site_rest::{Reply, RestError};
use site_store::Content;

use crate::media::permissions::{Found, parent_of};
use crate::media::view::view;

/// Returns one media item.
///
/// # Errors
/// Too many long texts are being shown.
pub async fn read(call: ApiCall, found: Found) -> HandlerResult {
    let (item, parent) = (&found.item, found.parent.as_deref());
    let cx = ViewContext::of(&call);
    let body = in_place(item.content.len(), || view(item, parent, &cx)).await?;
    let page = links::item(&found.item, &call.caller().store, call.site());
    let alternate = format!("<{page}>; rel=\"alternate\"; type=text/html");
    Ok(Reply::json(body).header(header::LINK, &alternate))
}

/// The representation after a write, always in the edit context.
pub async fn edited(call: &ApiCall, item: &Content) -> Result<Value, RestError> {
    shown(call, item, "edit").await
}

pub async fn shown(call: &ApiCall, item: &Content, context: &str) -> Result<Value, RestError> {
    let parent = parent_of(&call.caller().store, item).await?;
    let cx = ViewContext::in_context(call, context);
    in_place(item.content.len(), || view(item, parent.as_deref(), &cx)).await
}
