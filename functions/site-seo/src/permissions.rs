//! Who may call the routes.

use std::sync::Arc;

use domain::site::Capability;
use site_api::{ApiCall, OrRefuse};
use site_rest::{RestError, codes};
use site_store::Content;

use crate::identifiers::identifier;

fn may(call: &ApiCall, capability: Capability) -> Result<(), RestError> {
    if call.caller().can(capability) {
        Ok(())
    } else {
        Err(RestError::new(&codes::FORBIDDEN))
    }
}

/// Those who manage the site.
///
/// # Errors
/// `rest_forbidden`.
pub async fn may_manage(call: ApiCall) -> Result<(), RestError> {
    may(&call, Capability::ManageOptions)
}

/// Those who are signed in.
///
/// # Errors
/// `rest_forbidden`.
pub async fn may_read(call: ApiCall) -> Result<(), RestError> {
    may(&call, Capability::Read)
}

/// Those who take over the data of other products.
///
/// # Errors
/// `rest_forbidden`.
pub async fn may_import(call: ApiCall) -> Result<(), RestError> {
    may(&call, Capability::ActivatePlugins)
}

/// Those who write posts.
///
/// # Errors
/// `rest_forbidden`.
pub async fn may_edit(call: ApiCall) -> Result<(), RestError> {
    may(&call, Capability::EditPosts)
}

/// Those who edit the posts of others.
///
/// # Errors
/// `rest_forbidden`.
pub async fn may_edit_others(call: ApiCall) -> Result<(), RestError> {
    may(&call, Capability::EditOthersPosts)
}

/// Those who edit items of the type of the item that `post_id` names; the item goes to the handler. An unknown one is refused
/// like a forbidden one.
///
/// # Errors
/// `rest_forbidden`.
pub async fn may_search_meta(call: ApiCall) -> Result<Arc<Content>, RestError> {
    let forbidden = || RestError::new(&codes::FORBIDDEN);
    let id = call.params().get("post_id").and_then(identifier);
    let id = id.ok_or_else(forbidden)?;
    let summary = call.caller().store.summary(id).or_refuse()?;
    // The right is checked before the item is read from the table.
    let kind = summary.ok_or_else(forbidden)?.kind;
    if !call.caller().access.may_edit_kind(kind) {
        return Err(forbidden());
    }
    let found = call.caller().store.get(id).await.or_refuse()?;
    found.ok_or_else(forbidden)
}
