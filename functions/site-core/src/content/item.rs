//! Loading the item that a path names, and the response to a creation.

use site_api::params::path_id;
use std::sync::Arc;

use domain::site::Kind;
use serde_json::Value;
use site_api::{ApiCall, OrRefuse};
use site_rest::{Reply, RestError, codes};
use site_store::Content;

use site_contract::core::rest_bases::kind_base;

/// The item of `kind` that the path names.
///
/// # Errors
/// `rest_post_invalid_id`.
pub async fn named(call: &ApiCall, kind: Kind) -> Result<Arc<Content>, RestError> {
    let unknown = || RestError::new(&codes::POST_INVALID_ID);
    let id = path_id(call.params(), "id").ok_or_else(unknown)?;
    let found = call.caller().store.get(id).await.or_refuse()?;
    found.filter(|item| item.kind == kind).ok_or_else(unknown)
}

/// The 201 response to a creation, with the item's address in `Location`.
pub fn created(call: &ApiCall, item: &Content, body: Value) -> Reply {
    let path = format!("/core/v2/{}/{}", kind_base(item.kind), item.id);
    Reply::created(body, &call.site().url(&path))
}
