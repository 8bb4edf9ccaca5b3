//! One menu item.

use std::sync::Arc;

use serde_json::Value;
use site_api::{ApiCall, HandlerResult, ViewContext};
use site_rest::{Reply, RestError};
use site_store::Content;

use crate::menus::items::target::Targets;
use crate::menus::items::view::view;

/// Returns one menu item.
///
/// # Errors
/// The store fails.
pub async fn read(call: ApiCall, item: Arc<Content>) -> HandlerResult {
    let context = call.params().context();
    Ok(Reply::json(shown(&call, &item, context).await?))
}

pub async fn shown(call: &ApiCall, item: &Content, context: &str) -> Result<Value, RestError> {
    let targets = Targets::of(&call.caller().store, &item.menu_item).await?;
    let cx = ViewContext::in_context(call, context);
    Ok(view(item, &targets, &cx))
}
