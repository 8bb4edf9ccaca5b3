//! Permission checks for revisions and autosaves.

use std::sync::Arc;

use domain::site::Kind;
use site_api::params::path_id;
use site_api::{ApiCall, OrRefuse};
use site_contract::core::revisions::codes;
use site_rest::RestError;
use site_store::{Content, RevisionSummary};

use crate::content::change::{check_rights, check_terms};
use crate::content::revisions::named;

/// The item of `kind` that the path parameter `name` names.
pub async fn item(call: &ApiCall, kind: Kind, name: &str) -> Result<Arc<Content>, RestError> {
    let unknown = || RestError::new(&codes::POST_INVALID_PARENT);
    let id = path_id(call.params(), name).ok_or_else(unknown)?;
    let found = call.caller().store.get(id).await.or_refuse()?;
    found.filter(|item| item.kind == kind).ok_or_else(unknown)
}

/// Checks that the caller may read the revisions of an item: those who may change it.
///
/// # Errors
/// `rest_post_invalid_parent`, `rest_cannot_read`.
pub async fn may_read_of(
    call: ApiCall,
    kind: Kind,
    name: &'static str,
) -> Result<Arc<Content>, RestError> {
    let item = item(&call, kind, name).await?;
    if !call.caller().access.may_edit(item.subject()) {
        return Err(RestError::new(&codes::CANNOT_READ));
    }
    Ok(item)
}

/// Checks that the caller may delete a revision: those who may delete the item (docs/interface/site/revisions.md#deleting-a-revision).
///
/// # Errors
/// `rest_post_invalid_parent`, `rest_cannot_delete`, `rest_post_invalid_id`, `rest_cannot_read`,
/// `rest_revision_parent_id_mismatch`.
pub async fn may_delete(
    call: ApiCall,
    kind: Kind,
) -> Result<(Arc<Content>, Arc<RevisionSummary>), RestError> {
    let item = item(&call, kind, "parent").await?;
    let caller = call.caller();
    if !caller.access.may_delete(item.subject()) {
        return Err(RestError::new(&codes::CANNOT_DELETE));
    }
    if !caller.access.may_edit(item.subject()) {
        return Err(RestError::new(&codes::CANNOT_READ));
    }
    let found = named(caller, call.params(), &item)?;
    Ok((item, found))
}

/// Checks that the caller may autosave: callers who may change the item.
///
/// # Errors
/// `rest_post_invalid_id`, `rest_cannot_edit` and the errors of single members.
pub async fn may_create(call: ApiCall, kind: Kind) -> Result<Arc<Content>, RestError> {
    let (params, caller) = (call.params(), call.caller());
    let unknown = || RestError::new(&codes::POST_INVALID_ID);
    let id = path_id(params, "id").ok_or_else(unknown)?;
    let found = caller.store.get(id).await.or_refuse()?;
    let item = found.filter(|item| item.kind == kind).ok_or_else(unknown)?;
    if !caller.access.may_edit(item.subject()) {
        return Err(RestError::new(&codes::CANNOT_EDIT));
    }
    check_rights(kind, params, caller)?;
    check_terms(kind, params, caller)?;
    Ok(item)
}
