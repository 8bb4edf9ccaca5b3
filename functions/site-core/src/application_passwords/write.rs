//! Creating, renaming and revoking application passwords.

use std::sync::Arc;

use serde_json::json;
use site_api::reply::without_links;
use site_api::{ApiCall, HandlerResult, OrRefuse};
use site_contract::core::application_passwords::codes;
use site_rest::{Reply, RestError};
use site_store::{Refusal, StoreError, User};

use crate::application_passwords::read::{found, shown};
use crate::application_passwords::view::view;

/// Creates a password. Only this response contains its plain text.
///
/// # Errors
/// `application_password_empty_name`, `application_password_duplicate_name`, or the store fails.
pub async fn create(call: ApiCall, user: Arc<User>) -> HandlerResult {
    let name = name(&call)?.ok_or_else(|| RestError::new(&codes::APP_PASSWORD_EMPTY_NAME))?;
    let app_id = call
        .params()
        .filled("app_id")
        .and_then(|text| text.parse().ok());
    let caller = call.caller();
    let made = caller
        .store
        .create_app_password(call.app().keyring(), user.id, &name, app_id)
        .await;
    let (password, text) = match made {
        Err(StoreError::Refused(Refusal::AppPasswordNameTaken)) => {
            return Err(RestError::new(&codes::APP_PASSWORD_DUPLICATE_NAME));
        }
        made => made.or_refuse()?,
    };
    let body = view(&password, Some(&text), call.site(), "edit", call.fields());
    let own = format!(
        "/core/v2/users/{}/application-passwords/{}",
        user.id, password.uuid
    );
    Ok(Reply::created(body, &call.site().url(&own)))
}

fn name(call: &ApiCall) -> Result<Option<String>, RestError> {
    match call.params().text("name") {
        Some(name) if name.trim().is_empty() => {
            Err(RestError::new(&codes::APP_PASSWORD_EMPTY_NAME))
        }
        name => Ok(name.map(str::to_owned)),
    }
}

/// Revokes all passwords of a user.
///
/// # Errors
/// The store fails.
pub async fn delete_all(call: ApiCall, user: Arc<User>) -> HandlerResult {
    let count = call
        .caller()
        .store
        .revoke_app_passwords(user.id)
        .await
        .or_refuse()?;
    Ok(Reply::json(json!({"deleted": true, "count": count})))
}

/// Renames a password.
///
/// # Errors
/// `rest_application_password_not_found`, `application_password_empty_name`, or the store fails.
pub async fn update(call: ApiCall, user: Arc<User>) -> HandlerResult {
    let password = found(&call, &user)?;
    let Some(name) = name(&call)? else {
        return Ok(Reply::json(shown(&call, &password, "edit")));
    };
    let renamed = call
        .caller()
        .store
        .rename_app_password(password.user, password.uuid, &name)
        .await;
    Ok(Reply::json(shown(&call, &*renamed.or_refuse()?, "edit")))
}

/// Revokes a password.
///
/// # Errors
/// `rest_application_password_not_found`, or the store fails.
pub async fn delete(call: ApiCall, user: Arc<User>) -> HandlerResult {
    let password = found(&call, &user)?;
    let ended = call
        .caller()
        .store
        .revoke_app_password(password.user, password.uuid)
        .await
        .or_refuse()?;
    let previous = without_links(shown(&call, &ended, "edit"));
    Ok(Reply::json(json!({"deleted": true, "previous": previous})))
}
