//! A forgotten password: a link by mail.

use std::time::Duration;

use axum::extract::State;
use axum::response::IntoResponse;
use domain::platform::user::email_key;
use http::StatusCode;
use http_edge::ClientAddress;
use items::retry_on_conflict;
use platform_http::{ApiError, Code, Issues, Json};
use platform_store::ResetUse;
use secrecy::SecretString;
use serde::Deserialize;
use tokio::sync::OnceCell;
use tokio::time::{Instant, sleep_until};
use utoipa::ToSchema;

use crate::password_link::link_hash;
use crate::wire::secret;
use crate::{Ports, errors, guard, mails, password};

/// The response to a request for a link is sent after this time, with or without a mail to send, so that its
/// duration does not reveal accounts. Longer than a mail server usually needs.
const RESPONSE_AFTER: Duration = Duration::from_millis(1500);

/// Longest text in place of an e-mail address, in characters.
const EMAIL_CHARS: usize = 2_000;

/// Account whose password is to be set.
#[derive(Deserialize, ToSchema)]
pub(crate) struct ResetBody {
    /// E-mail address, case-insensitive.
    #[schema(max_length = 2000)]
    email: String,
}

/// Token of a link, and the new password.
#[derive(Deserialize, ToSchema)]
pub(crate) struct ConfirmResetBody {
    /// Token in the link.
    #[serde(deserialize_with = "secret")]
    #[schema(value_type = String, max_length = 500)]
    token: SecretString,
    /// New password, at least 12 characters.
    #[serde(deserialize_with = "secret")]
    #[schema(value_type = String, format = Password, max_length = 1000)]
    new_password: SecretString,
}

/// Request a link to set a new password.
///
/// Mails a link that works once within one hour, if the e-mail address is known. The response and its time
/// are the same if it is not.
#[utoipa::path(
    post,
    path = "/api/v1/auth/password-reset",
    operation_id = "request_password_reset",
    tag = "auth",
    request_body = ResetBody,
    responses((status = 204, description = "Accepted; a link is mailed if the e-mail address is known."), errors::RequestReset),
    extensions(("x-permission" = json!("public")))
)]
pub(crate) async fn request_password_reset(
    State(ports): State<Ports>,
    address: ClientAddress,
    Json(body): Json<ResetBody>,
) -> Result<StatusCode, ApiError> {
    let mut issues = Issues::default();
    issues.check_length(&body.email, EMAIL_CHARS, "email");
    issues.refuse()?;
    request(&ports, address, &body.email).await;
    Ok(StatusCode::NO_CONTENT)
}

/// Mails a link if the address is that of an active account. Its duration does not reveal whether it is.
pub(crate) async fn request(ports: &Ports, address: ClientAddress, email: &str) {
    let answer_at = Instant::now() + RESPONSE_AFTER;
    if let Err(error) = send_link(ports, address, email).await {
        let code = error.code().name();
        tracing::warn!(target: "auth", code, "no link for a new password was sent");
    }
    sleep_until(answer_at).await;
}

/// Whether a password can be set through the link with this token.
///
/// # Errors
/// 503 when the store cannot be read.
pub(crate) async fn is_open(ports: &Ports, token: &SecretString) -> Result<bool, ApiError> {
    let token = link_hash(ports, token);
    let account = ports.store.reset_account(&token, ports.clock.now()).await?;
    Ok(account.is_some())
}

async fn send_link(ports: &Ports, address: ClientAddress, email: &str) -> Result<(), ApiError> {
    // Never taken back: every link counts.
    let _ = guard::take(ports, guard::RESET_ADDRESS, &address.network()).await?;
    let _ = guard::take(ports, guard::RESET_ACCOUNT, &email_key(email)).await?;
    match ports.store.account_by_email(email).await? {
        Some(account) if account.user().active => mails::password_reset(ports, &account).await,
        _ => Ok(()),
    }
}

/// Set a password by a mailed link.
///
/// Ends every session of the person. The device becomes a known one, so failed sign-ins of other devices no
/// longer hold it up.
#[utoipa::path(
    post,
    path = "/api/v1/auth/password-reset/confirm",
    operation_id = "confirm_password_reset",
    tag = "auth",
    request_body = ConfirmResetBody,
    responses((status = 204, description = "Password set.", headers(("Set-Cookie" = String, description = "Cookie of a known device."))), errors::ConfirmReset),
    extensions(("x-permission" = json!("public")))
)]
pub(crate) async fn confirm_password_reset(
    State(ports): State<Ports>,
    Json(body): Json<ConfirmResetBody>,
) -> Result<impl IntoResponse, ApiError> {
    let email = set_through_link(&ports, &body.token, body.new_password).await?;
    Ok((StatusCode::NO_CONTENT, guard::known_device(&ports, &email)))
}

/// Sets a password through the link with this token; returns the user's e-mail address.
///
/// # Errors
/// 422 `invalid_reset_token` and `weak_password`; the link stays good after the latter.
pub(crate) async fn set_through_link(
    ports: &Ports,
    token: &SecretString,
    new_password: SecretString,
) -> Result<String, ApiError> {
    let token = link_hash(ports, token);
    // The hash depends on the e-mail alone; hashing again after a conflict would take another slot.
    let hashed = OnceCell::new();
    retry_on_conflict(|| async {
        let account = ports
            .store
            .reset_account(&token, ports.clock.now())
            .await?
            .ok_or(Code::InvalidResetToken)?;
        let email = &account.user().email;
        let hash = hashed
            .get_or_try_init(|| password::hash_new(ports, new_password.clone(), email))
            .await?;
        match ports
            .store
            .use_reset(&token, &account, hash.clone())
            .await?
        {
            ResetUse::Done => Ok(Some(account.user().email.clone())),
            ResetUse::Used => Err(Code::InvalidResetToken.into()),
            ResetUse::Stale => Ok(None),
        }
    })
    .await
}
