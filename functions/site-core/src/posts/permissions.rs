//! Permission checks for posts, pages, blocks and navigations.

use std::sync::Arc;

use domain::site::{Capability, Kind};
use serde_json::json;
use site_api::ApiCall;
use site_contract::core::posts::codes;
use site_rest::RestError;
use site_store::Content;

use crate::content::change::{check_rights, check_terms};
use crate::content::item::named;

/// The list is public; its edit context is for those who edit.
///
/// # Errors
/// `rest_forbidden_context`.
pub async fn may_list(call: ApiCall, kind: Kind) -> Result<(), RestError> {
    if call.params().context() == "edit" && !call.caller().access.may_edit_kind(kind) {
        return Err(RestError::new(&codes::FORBIDDEN_CONTEXT));
    }
    Ok(())
}

/// Checks that the caller may read the item of `kind` that the path names.
///
/// # Errors
/// `rest_post_invalid_id`, `rest_forbidden_context`, `rest_post_incorrect_password`,
/// `rest_forbidden`.
pub async fn may_read(call: ApiCall, kind: Kind) -> Result<Arc<Content>, RestError> {
    let item = named(&call, kind).await?;
    let access = &call.caller().access;
    if call.params().context() == "edit" && !access.may_edit(item.subject()) {
        return Err(RestError::new(&codes::FORBIDDEN_CONTEXT));
    }
    let presented = call.request().query.get("password");
    if let Some(password) = presented.and_then(serde_json::Value::as_str)
        && !password.is_empty()
        && password != item.password.0
    {
        return Err(RestError::new(&codes::INCORRECT_POST_PASSWORD));
    }
    if !access.may_read(item.subject()) {
        return Err(RestError::new(&codes::FORBIDDEN));
    }
    Ok(item)
}

/// Checks that the caller may create an item.
///
/// # Errors
/// `rest_post_exists`, `rest_cannot_create` and the errors of single members.
pub async fn may_create(call: ApiCall, kind: Kind) -> Result<(), RestError> {
    let (params, caller) = (call.params(), call.caller());
    if params
        .get("id")
        .is_some_and(|id| *id != json!(0) && *id != json!(""))
    {
        return Err(RestError::new(&codes::POST_EXISTS));
    }
    check_rights(kind, params, caller)?;
    if !caller.access.may_create(kind) {
        return Err(RestError::new(&codes::CANNOT_CREATE));
    }
    check_terms(kind, params, caller)
}

/// Checks that the caller may change the item of `kind` that the path names.
///
/// # Errors
/// `rest_post_invalid_id`, `rest_cannot_edit` and the errors of single members.
pub async fn may_update(call: ApiCall, kind: Kind) -> Result<Arc<Content>, RestError> {
    let item = named(&call, kind).await?;
    let (params, caller) = (call.params(), call.caller());
    if !caller.access.may_edit(item.subject()) {
        return Err(RestError::new(&codes::CANNOT_EDIT));
    }
    check_rights(kind, params, caller)?;
    check_terms(kind, params, caller)?;
    Ok(item)
}

/// Checks that the caller may delete the item of `kind` that the path names. Deleting the home page or the posts page
/// also needs the right to change the settings that choose them.
///
/// # Errors
/// `rest_post_invalid_id`, `rest_cannot_delete`.
pub async fn may_delete(call: ApiCall, kind: Kind) -> Result<Arc<Content>, RestError> {
    let item = named(&call, kind).await?;
    let caller = call.caller();
    let settings = caller.store.settings();
    let is_front = [settings.page_on_front, settings.page_for_posts].contains(&item.id);
    let may_delete = caller.access.may_delete(item.subject())
        && (!is_front || caller.can(Capability::ManageOptions));
    if !may_delete {
        return Err(RestError::new(&codes::CANNOT_DELETE));
    }
    Ok(item)
}
