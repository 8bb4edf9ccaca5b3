//! One comment.

use serde_json::Value;
use site_api::{ApiCall, HandlerResult, ViewContext};
use site_rest::Reply;

use crate::comments::permissions::Found;
use crate::comments::view::view;

/// Returns one comment.
///
/// # Errors
/// Never fails.
pub async fn read(call: ApiCall, found: Found) -> HandlerResult {
    Ok(Reply::json(shown(&call, &found, call.params().context())))
}

pub fn shown(call: &ApiCall, found: &Found, context: &str) -> Value {
    let cx = ViewContext::in_context(call, context);
    view(&found.comment, found.post.as_deref(), &cx)
}
