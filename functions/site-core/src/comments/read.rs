//! One comment.

use serde_json::Value;
use site_api::rendered_texts::in_place;
use site_api::{ApiCall, HandlerResult, ViewContext};
use site_rest::Reply;

use crate::comments::permissions::Found;
use crate::comments::view::view;

/// Returns one comment.
///
/// # Errors
/// Too many long texts are being shown.
pub async fn read(call: ApiCall, found: Found) -> HandlerResult {
    let view = || shown(&call, &found, call.params().context());
    let shown = in_place(found.comment.content.len(), view).await?;
    Ok(Reply::json(shown))
}

pub fn shown(call: &ApiCall, found: &Found, context: &str) -> Value {
    let cx = ViewContext::in_context(call, context);
    view(&found.comment, found.post.as_deref(), &cx)
}
