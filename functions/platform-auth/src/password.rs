//! New passwords.

use axum::extract::{FromRef, State};
use domain::platform::access::Permission;
use http::StatusCode;
use platform_http::{ApiError, Code, Json};
use platform_session::{Caller, SessionState, confirm_password, hashing_failed};
use secrecy::SecretString;
use serde::Deserialize;
use utoipa::ToSchema;
use vault::{PasswordHash, PolicyError};

use crate::wire::secret;
use crate::{Ports, errors};

/// Old and new password.
#[derive(Deserialize, ToSchema)]
pub(crate) struct ChangePasswordBody {
    /// Present password.
    #[serde(deserialize_with = "secret")]
    #[schema(value_type = String, format = Password, max_length = 1000)]
    current_password: SecretString,
    /// New password, at least 12 characters.
    #[serde(deserialize_with = "secret")]
    #[schema(value_type = String, format = Password, max_length = 1000)]
    new_password: SecretString,
}

/// 422 that says which rule a new password breaks.
fn weak(error: PolicyError) -> ApiError {
    let message = match error {
        PolicyError::TooShort(_) => "Use pelo menos 12 caracteres.",
        PolicyError::TooLong => "A senha é longa demais.",
        PolicyError::Repeated => "Não use um único caractere repetido.",
        PolicyError::SameAsEmail => "A senha não pode ser o seu e-mail.",
    };
    ApiError::new(Code::WeakPassword).issue("weak_password", "new_password", message)
}

/// The hash of a new password of the user with this e-mail.
///
/// # Errors
/// 422 `weak_password`; 503 when too many passwords are hashed at once.
pub(crate) async fn hash_new(
    ports: &Ports,
    password: SecretString,
    email: &str,
) -> Result<PasswordHash, ApiError> {
    vault::password::check_policy(&password, email).map_err(weak)?;
    vault::password::hash(password, &*ports.random)
        .await
        .map_err(hashing_failed)
}

/// Change the caller's password.
///
/// Ends every other session of the caller.
#[utoipa::path(
    put,
    path = "/api/v1/auth/password",
    operation_id = "change_password",
    tag = "auth",
    request_body = ChangePasswordBody,
    responses((status = 204, description = "Password set."), errors::ChangePassword),
    security(("bearer" = [])),
    extensions(("x-permission" = json!("account.manage")))
)]
pub(crate) async fn change_password(
    State(ports): State<Ports>,
    caller: Caller,
    Json(body): Json<ChangePasswordBody>,
) -> Result<StatusCode, ApiError> {
    caller.actor.may(Permission::AccountManage)?;
    let state = SessionState::from_ref(&ports);
    let account = confirm_password(&state, &caller, body.current_password).await?;
    let hash = hash_new(&ports, body.new_password, &account.user().email).await?;
    ports
        .store
        .change_password(&account, hash, &caller.session_id)
        .await?;
    Ok(StatusCode::NO_CONTENT)
}
