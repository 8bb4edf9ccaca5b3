//! Permission checks for application passwords.

use std::sync::Arc;

use site_api::ApiCall;
use site_api::call::user_of_path;
use site_contract::core::application_passwords::codes;
use site_rest::{Code, RestError};
use site_store::{AppPassword, User};

/// The user that the path names, if the caller may manage that user's passwords.
fn owner(call: &ApiCall, refusal: &'static Code) -> Result<Arc<User>, RestError> {
    if !call.app().takes_passwords(call.site()) {
        return Err(RestError::new(&codes::APP_PASSWORDS_DISABLED));
    }
    let user = user_of_path(call, "user_id")?;
    if call.caller().access.may_edit_user(user.id) {
        Ok(user)
    } else {
        Err(RestError::new(refusal))
    }
}

/// Checks that the caller may list a user's passwords.
///
/// # Errors
/// `rest_user_invalid_id`, `rest_cannot_list_application_passwords`.
pub async fn may_list(call: ApiCall) -> Result<Arc<User>, RestError> {
    owner(&call, &codes::CANNOT_LIST_APP_PASSWORDS)
}

/// Checks that the caller may create a password for a user.
///
/// # Errors
/// `rest_user_invalid_id`, `rest_cannot_create_application_passwords`.
pub async fn may_create(call: ApiCall) -> Result<Arc<User>, RestError> {
    owner(&call, &codes::CANNOT_CREATE_APP_PASSWORDS)
}

/// Checks that the caller may revoke all passwords of a user.
///
/// # Errors
/// `rest_user_invalid_id`, `rest_cannot_delete_application_passwords`.
pub async fn may_delete_all(call: ApiCall) -> Result<Arc<User>, RestError> {
    owner(&call, &codes::CANNOT_DELETE_APP_PASSWORDS)
}

/// The password that this very request used.
///
/// # Errors
/// `rest_user_invalid_id`, `rest_cannot_introspect_app_password_for_non_authenticated_user`,
/// `rest_no_authenticated_app_password`.
pub async fn may_introspect(call: ApiCall) -> Result<Arc<AppPassword>, RestError> {
    let user = owner(&call, &codes::CANNOT_INTROSPECT)?;
    let caller = call.caller();
    if caller.id() != user.id {
        return Err(RestError::new(&codes::CANNOT_INTROSPECT));
    }
    let uuid = caller
        .password
        .ok_or_else(|| RestError::new(&codes::NO_AUTHENTICATED_APP_PASSWORD))?;
    caller
        .store
        .app_password(user.id, uuid)
        .ok_or_else(|| RestError::new(&codes::APP_PASSWORD_NOT_FOUND).status(500))
}

/// Checks that the caller may read a password.
///
/// # Errors
/// `rest_user_invalid_id`, `rest_cannot_read_application_password`.
pub async fn may_read(call: ApiCall) -> Result<Arc<User>, RestError> {
    owner(&call, &codes::CANNOT_READ_APP_PASSWORD)
}

/// Checks that the caller may rename a password.
///
/// # Errors
/// `rest_user_invalid_id`, `rest_cannot_edit_application_password`.
pub async fn may_update(call: ApiCall) -> Result<Arc<User>, RestError> {
    owner(&call, &codes::CANNOT_EDIT_APP_PASSWORD)
}

/// Checks that the caller may revoke a password.
///
/// # Errors
/// `rest_user_invalid_id`, `rest_cannot_delete_application_password`.
pub async fn may_delete(call: ApiCall) -> Result<Arc<User>, RestError> {
    owner(&call, &codes::CANNOT_DELETE_APP_PASSWORD)
}
