//! The application passwords of a user, all or one.

use std::sync::Arc;

use serde_json::Value;
use site_api::{ApiCall, HandlerResult};
use site_contract::core::application_passwords::codes;
use site_rest::{Reply, RestError};
use site_store::{AppPassword, User};
use uuid::Uuid;

use crate::application_passwords::view::view;

/// The password of `user` that the path names.
pub fn found(call: &ApiCall, user: &User) -> Result<Arc<AppPassword>, RestError> {
    let uuid = call
        .params()
        .text("uuid")
        .and_then(|text| text.parse::<Uuid>().ok());
    uuid.and_then(|uuid| call.caller().store.app_password(user.id, uuid))
        .ok_or_else(|| RestError::new(&codes::APP_PASSWORD_NOT_FOUND))
}

pub fn shown(call: &ApiCall, password: &AppPassword, context: &str) -> Value {
    view(password, None, call.site(), context, call.fields())
}

/// Lists a user's passwords without their plain text.
///
/// # Errors
/// Never fails.
pub async fn list(call: ApiCall, user: Arc<User>) -> HandlerResult {
    let context = call.params().context();
    let passwords = call.caller().store.app_passwords(user.id);
    Ok(Reply::json(
        passwords
            .iter()
            .map(|password| shown(&call, password, context))
            .collect(),
    ))
}

/// Returns the password that authenticated this request, without its plain text.
///
/// # Errors
/// Never fails.
pub async fn introspect(call: ApiCall, password: Arc<AppPassword>) -> HandlerResult {
    Ok(Reply::json(shown(
        &call,
        &password,
        call.params().context(),
    )))
}

/// Returns one password, without its plain text.
///
/// # Errors
/// `rest_application_password_not_found`.
pub async fn read(call: ApiCall, user: Arc<User>) -> HandlerResult {
    let password = found(&call, &user)?;
    Ok(Reply::json(shown(
        &call,
        &password,
        call.params().context(),
    )))
}
