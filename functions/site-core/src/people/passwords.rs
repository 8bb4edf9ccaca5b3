//! Application passwords (docs/interface/site/application-passwords.md#passwords).

use std::sync::Arc;

use serde_json::{Value, json};
use site_rest::{Code, Reply, RestError, codes};
use site_store::{AppPassword, User};
use uuid::Uuid;

use super::named;
use crate::failure::OrRefuse;
use crate::posts::{Answer, Ask, without_links};
use crate::views::password::view;

/// The user that the path names, if the caller may keep their passwords.
fn kept(call: &Ask, refusal: &'static Code) -> Result<Arc<User>, RestError> {
    if !call.app().takes_passwords(call.site()) {
        return Err(RestError::new(&codes::APP_PASSWORDS_DISABLED));
    }
    let user = named(call, "user_id")?;
    if call.caller().access.may_edit_user(user.id) {
        Ok(user)
    } else {
        Err(RestError::new(refusal))
    }
}

/// The password of this user that the path names.
fn found(call: &Ask, user: &User) -> Result<Arc<AppPassword>, RestError> {
    let uuid = call
        .params()
        .text("uuid")
        .and_then(|text| text.parse::<Uuid>().ok());
    uuid.and_then(|uuid| call.caller().store.app_password(user.id, uuid))
        .ok_or_else(|| RestError::new(&codes::APP_PASSWORD_NOT_FOUND))
}

fn shown(call: &Ask, password: &AppPassword, context: &str) -> Value {
    view(password, None, call.site(), context, call.fields())
}

/// Who may list a user's passwords.
///
/// # Errors
/// `rest_user_invalid_id`, `rest_cannot_list_application_passwords`.
pub async fn may_list(call: Ask) -> Result<Arc<User>, RestError> {
    kept(&call, &codes::CANNOT_LIST_APP_PASSWORDS)
}

/// Lists a user's passwords, without their texts.
///
/// # Errors
/// Never.
pub async fn list(call: Ask, user: Arc<User>) -> Answer {
    let context = call.params().context();
    let passwords = call.caller().store.app_passwords(user.id);
    Ok(Reply::json(
        passwords
            .iter()
            .map(|password| shown(&call, password, context))
            .collect(),
    ))
}

/// Who may make a password for a user.
///
/// # Errors
/// `rest_user_invalid_id`, `rest_cannot_create_application_passwords`.
pub async fn may_create(call: Ask) -> Result<Arc<User>, RestError> {
    kept(&call, &codes::CANNOT_CREATE_APP_PASSWORDS)
}

/// Makes a password. Its text is in this answer and nowhere else.
///
/// # Errors
/// `application_password_empty_name`, or the store fails.
pub async fn create(call: Ask, user: Arc<User>) -> Answer {
    let name = name(&call)?.ok_or_else(|| RestError::new(&codes::APP_PASSWORD_EMPTY_NAME))?;
    let app_id = call
        .params()
        .filled("app_id")
        .and_then(|text| text.parse().ok());
    let visitor = call.caller();
    let made = visitor
        .store
        .create_app_password(call.app().keyring(), user.id, &name, app_id)
        .await;
    let (password, text) = made.or_refuse()?;
    let body = view(&password, Some(&text), call.site(), "edit", call.fields());
    let own = format!(
        "/core/v2/users/{}/application-passwords/{}",
        user.id, password.uuid
    );
    Ok(Reply::created(body, &call.site().url(&own)))
}

fn name(call: &Ask) -> Result<Option<String>, RestError> {
    match call.params().text("name") {
        Some(name) if name.trim().is_empty() => {
            Err(RestError::new(&codes::APP_PASSWORD_EMPTY_NAME))
        }
        name => Ok(name.map(str::to_owned)),
    }
}

/// Who may end all passwords of a user.
///
/// # Errors
/// `rest_user_invalid_id`, `rest_cannot_delete_application_passwords`.
pub async fn may_delete_all(call: Ask) -> Result<Arc<User>, RestError> {
    kept(&call, &codes::CANNOT_DELETE_APP_PASSWORDS)
}

/// Ends all passwords of a user.
///
/// # Errors
/// The store fails.
pub async fn delete_all(call: Ask, user: Arc<User>) -> Answer {
    let count = call
        .caller()
        .store
        .revoke_app_passwords(user.id)
        .await
        .or_refuse()?;
    Ok(Reply::json(json!({"deleted": true, "count": count})))
}

/// Answers the password that this very request used, without its text.
///
/// # Errors
/// Never.
pub async fn introspect(call: Ask, password: Arc<AppPassword>) -> Answer {
    Ok(Reply::json(shown(
        &call,
        &password,
        call.params().context(),
    )))
}

/// The password that this very request used.
///
/// # Errors
/// `rest_user_invalid_id`, `rest_cannot_introspect_app_password_for_non_authenticated_user`,
/// `rest_no_authenticated_app_password`.
pub async fn may_introspect(call: Ask) -> Result<Arc<AppPassword>, RestError> {
    let user = kept(&call, &codes::CANNOT_INTROSPECT)?;
    let visitor = call.caller();
    if visitor.id() != user.id {
        return Err(RestError::new(&codes::CANNOT_INTROSPECT));
    }
    let uuid = visitor
        .password
        .ok_or_else(|| RestError::new(&codes::NO_AUTHENTICATED_APP_PASSWORD))?;
    visitor
        .store
        .app_password(user.id, uuid)
        .ok_or_else(|| RestError::new(&codes::APP_PASSWORD_NOT_FOUND).status(500))
}

/// Who may read a password.
///
/// # Errors
/// `rest_user_invalid_id`, `rest_cannot_read_application_password`.
pub async fn may_read(call: Ask) -> Result<Arc<User>, RestError> {
    kept(&call, &codes::CANNOT_READ_APP_PASSWORD)
}

/// Answers one password, without its text.
///
/// # Errors
/// `rest_application_password_not_found`.
pub async fn read(call: Ask, user: Arc<User>) -> Answer {
    let password = found(&call, &user)?;
    Ok(Reply::json(shown(
        &call,
        &password,
        call.params().context(),
    )))
}

/// Who may rename a password.
///
/// # Errors
/// `rest_user_invalid_id`, `rest_cannot_edit_application_password`.
pub async fn may_update(call: Ask) -> Result<Arc<User>, RestError> {
    kept(&call, &codes::CANNOT_EDIT_APP_PASSWORD)
}

/// Renames a password.
///
/// # Errors
/// `rest_application_password_not_found`, `application_password_empty_name`, or the store fails.
pub async fn update(call: Ask, user: Arc<User>) -> Answer {
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

/// Who may end a password.
///
/// # Errors
/// `rest_user_invalid_id`, `rest_cannot_delete_application_password`.
pub async fn may_delete(call: Ask) -> Result<Arc<User>, RestError> {
    kept(&call, &codes::CANNOT_DELETE_APP_PASSWORD)
}

/// Ends a password.
///
/// # Errors
/// `rest_application_password_not_found`, or the store fails.
pub async fn delete(call: Ask, user: Arc<User>) -> Answer {
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
