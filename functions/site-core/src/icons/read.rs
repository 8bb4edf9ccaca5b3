//! One icon, and the collection.

use site_api::{ApiCall, HandlerResult};
use site_blocks::Icon;
use site_rest::Reply;

use crate::icons::view;

/// Returns one icon.
pub async fn icon(call: ApiCall, found: &'static Icon) -> HandlerResult {
    let context = call.params().context();
    Ok(Reply::json(view::icon(found, call.site(), context)))
}

/// Returns the collection.
pub async fn collection(call: ApiCall, (): ()) -> HandlerResult {
    let context = call.params().context();
    Ok(Reply::json(view::collection(call.site(), context)))
}
