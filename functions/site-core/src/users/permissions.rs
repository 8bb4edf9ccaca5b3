//! Permission checks for users.

use std::sync::Arc;

use domain::site::Capability;
use site_api::call::user_of_path;
use site_api::{ApiCall, OrRefuse};
use site_contract::core::users::codes;
use site_rest::RestError;
use site_store::User;

use crate::users::view::PUBLIC_KINDS;

/// Checks a list request. Users with published items are public; other filters need the right to list users, and
/// `who=authors` the right to edit posts.
///
/// # Errors
/// `rest_user_cannot_view`, `rest_forbidden_context`, `rest_forbidden_orderby`,
/// `rest_forbidden_who`.
pub async fn may_list(call: ApiCall) -> Result<(), RestError> {
    let (params, caller) = (call.params(), call.caller());
    let keeps = caller.can(Capability::ListUsers);
    let asks = |name: &str| params.list(name).is_some_and(|list| !list.is_empty());
    if (asks("roles") || asks("capabilities")) && !keeps {
        return Err(RestError::new(&codes::USER_CANNOT_VIEW));
    }
    if params.context() == "edit" && !keeps {
        return Err(RestError::new(&codes::FORBIDDEN_CONTEXT));
    }
    if matches!(params.text("orderby"), Some("email" | "registered_date")) && !keeps {
        return Err(RestError::new(&codes::FORBIDDEN_ORDERBY));
    }
    if params.text("who") == Some("authors") && !caller.can(Capability::EditPosts) {
        return Err(RestError::new(&codes::FORBIDDEN_WHO));
    }
    Ok(())
}

/// Checks that the caller may read the user that the path names: the user themselves, callers who may list users, and
/// everyone if the user has published.
///
/// # Errors
/// `rest_user_invalid_id`, `rest_user_cannot_view`.
pub async fn may_read(call: ApiCall) -> Result<Arc<User>, RestError> {
    let user = user_of_path(&call, "id")?;
    let caller = call.caller();
    if caller.id() == user.id {
        return Ok(user);
    }
    if call.params().context() == "edit" && !caller.can(Capability::EditUsers) {
        return Err(RestError::new(&codes::FORBIDDEN_CONTEXT));
    }
    let public = caller
        .store
        .has_published(user.id, &PUBLIC_KINDS)
        .or_refuse()?;
    if !public && !caller.can(Capability::EditUsers) && !caller.can(Capability::ListUsers) {
        return Err(RestError::new(&codes::USER_CANNOT_VIEW));
    }
    Ok(user)
}

/// Checks that the caller may create users.
///
/// # Errors
/// `rest_cannot_create_user`.
pub async fn may_create(call: ApiCall) -> Result<(), RestError> {
    if call.caller().can(Capability::CreateUsers) {
        Ok(())
    } else {
        Err(RestError::new(&codes::CANNOT_CREATE_USER))
    }
}

/// Checks that the caller may change the user that the path names.
///
/// # Errors
/// `rest_user_invalid_id`, `rest_cannot_edit`, `rest_cannot_edit_roles`.
pub async fn may_update(call: ApiCall) -> Result<Arc<User>, RestError> {
    let user = user_of_path(&call, "id")?;
    editable(&call, user)
}

/// Checks that the caller may change themselves.
///
/// # Errors
/// `rest_not_logged_in`, `rest_cannot_edit_roles`.
pub async fn may_update_self(call: ApiCall) -> Result<Arc<User>, RestError> {
    editable(&call, own_user(&call)?)
}

/// The caller's own user.
fn own_user(call: &ApiCall) -> Result<Arc<User>, RestError> {
    let user = call.caller().user.clone();
    user.ok_or_else(|| RestError::new(&codes::USER_INVALID_ID))
}

fn editable(call: &ApiCall, user: Arc<User>) -> Result<Arc<User>, RestError> {
    let caller = call.caller();
    // Roles are checked first, as in deployed systems.
    let asks_roles = call
        .params()
        .list("roles")
        .is_some_and(|roles| !roles.is_empty());
    if asks_roles && !caller.can(Capability::PromoteUsers) {
        return Err(RestError::new(&codes::CANNOT_EDIT_ROLES));
    }
    if !caller.access.may_edit_user(user.id) {
        return Err(RestError::new(&codes::CANNOT_EDIT));
    }
    Ok(user)
}

/// Checks that the caller may delete the user that the path names.
///
/// # Errors
/// `rest_user_invalid_id`, `rest_user_cannot_delete`.
pub async fn may_delete(call: ApiCall) -> Result<Arc<User>, RestError> {
    let user = user_of_path(&call, "id")?;
    deletable(&call, user)
}

/// Checks that the caller may delete themselves.
///
/// # Errors
/// `rest_not_logged_in`, `rest_user_cannot_delete`.
pub async fn may_delete_self(call: ApiCall) -> Result<Arc<User>, RestError> {
    deletable(&call, own_user(&call)?)
}

fn deletable(call: &ApiCall, user: Arc<User>) -> Result<Arc<User>, RestError> {
    if call.caller().can(Capability::DeleteUsers) {
        Ok(user)
    } else {
        Err(RestError::new(&codes::USER_CANNOT_DELETE))
    }
}
