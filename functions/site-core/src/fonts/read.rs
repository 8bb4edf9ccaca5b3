//! One family or font.

use std::sync::Arc;

use serde_json::Value;
use site_api::{ApiCall, HandlerResult, OrRefuse, ViewContext};
use site_rest::{Reply, RestError};
use site_store::Content;

use crate::fonts::view;

/// Returns one family.
///
/// # Errors
/// The store fails.
pub async fn family(call: ApiCall, item: Arc<Content>) -> HandlerResult {
    Ok(Reply::json(shown(&call, &item).await?))
}

/// The JSON representation of a family, with its fonts as they are now.
///
/// # Errors
/// The store fails.
pub async fn shown(call: &ApiCall, item: &Content) -> Result<Value, RestError> {
    let faces = call.caller().store.font_faces(item.id).await.or_refuse()?;
    Ok(view::family(item, &faces, &ViewContext::of(call)))
}

/// Returns one font.
pub async fn face(call: ApiCall, item: Arc<Content>) -> HandlerResult {
    Ok(Reply::json(view::face(&item, &ViewContext::of(&call))))
}
