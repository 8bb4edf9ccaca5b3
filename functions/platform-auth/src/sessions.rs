//! Refreshing and ending sessions.

use axum::extract::State;
use domain::platform::user::User;
use http::StatusCode;
use jiff::SignedDuration;
use platform_http::{ApiError, Code, Issues, Json};
use platform_store::{Refresh, Refreshed};
use secrecy::{ExposeSecret, SecretString};
use serde::Deserialize;
use utoipa::ToSchema;
use vault::session_token::{self, Claims, LIFETIME_SECONDS};

use crate::refresh_token::RefreshToken;
use crate::wire::{TokensBody, secret};
use crate::{Ports, errors};

/// Longest text in place of a refresh token, in characters.
const TOKEN_CHARS: usize = 10_000;

/// Refresh token.
#[derive(Deserialize, ToSchema)]
pub(crate) struct RefreshBody {
    /// Refresh token of the latest sign-in or refresh.
    #[serde(deserialize_with = "secret")]
    #[schema(value_type = String, max_length = 10_000)]
    refresh_token: SecretString,
}

/// The tokens of a session.
pub(crate) fn tokens(
    ports: &Ports,
    user: User,
    session: &str,
    refresh: &RefreshToken,
) -> Result<TokensBody, ApiError> {
    let claims = Claims::issued_now(
        user.id.to_string(),
        user.role.name(),
        session,
        ports.clock.now(),
    );
    let access = session_token::issue(&ports.keyring, &claims).map_err(ApiError::internal)?;
    Ok(TokensBody {
        access_token: access.expose_secret().to_owned(),
        token_type: "Bearer",
        expires_in: LIFETIME_SECONDS,
        refresh_token: refresh.text(&ports.keyring).expose_secret().to_owned(),
        user: user.into(),
    })
}

/// Refresh a session.
///
/// Returns new tokens for a refresh token, which can be used once. A second use ends the session with all its
/// tokens.
#[utoipa::path(
    post,
    path = "/api/v1/auth/refresh",
    operation_id = "refresh_session",
    tag = "auth",
    request_body = RefreshBody,
    responses((status = 200, description = "New tokens.", body = TokensBody), errors::Refresh),
    extensions(("x-permission" = json!("public")))
)]
pub(crate) async fn refresh_session(
    State(ports): State<Ports>,
    Json(body): Json<RefreshBody>,
) -> Result<Json<TokensBody>, ApiError> {
    let presented =
        RefreshToken::read(&body.refresh_token, &ports.keyring).ok_or(Code::InvalidRefreshToken)?;
    rotate(&ports, &presented, SignedDuration::ZERO)
        .await
        .map(Json)
}

/// Replaces a refresh token, and issues an access token. Within `overlap` a replaced token is answered with the same
/// successor again.
///
/// # Errors
/// 401 `invalid_refresh_token` when the token was used before or the session has ended.
pub(crate) async fn rotate(
    ports: &Ports,
    presented: &RefreshToken,
    overlap: SignedDuration,
) -> Result<TokensBody, ApiError> {
    let next = presented.successor(&ports.keyring);
    let outcome = ports
        .store
        .refresh_session(
            &presented.session,
            presented.user,
            Refresh {
                presented: &presented.hash(&ports.keyring),
                next: &next.hash(&ports.keyring),
                overlap,
            },
            ports.clock.now(),
        )
        .await?;
    match outcome {
        Refreshed::Rotated(user) => tokens(ports, *user, &presented.session, &next),
        Refreshed::Reused => {
            tracing::warn!(target: "auth", user = presented.user.0, "a refresh token was used twice; its session was ended");
            Err(Code::InvalidRefreshToken.into())
        }
        Refreshed::Refused => Err(Code::InvalidRefreshToken.into()),
    }
}

/// Sign out.
///
/// Ends the session of a refresh token. Ending an ended session is no error.
#[utoipa::path(
    post,
    path = "/api/v1/auth/logout",
    operation_id = "logout",
    tag = "auth",
    request_body = RefreshBody,
    responses((status = 204, description = "Session ended."), errors::Logout),
    extensions(("x-permission" = json!("public")))
)]
pub(crate) async fn logout(
    State(ports): State<Ports>,
    Json(body): Json<RefreshBody>,
) -> Result<StatusCode, ApiError> {
    let mut issues = Issues::default();
    issues.check_length(
        body.refresh_token.expose_secret(),
        TOKEN_CHARS,
        "refresh_token",
    );
    issues.refuse()?;
    if let Some(token) = RefreshToken::read(&body.refresh_token, &ports.keyring) {
        ports.store.end_session(&token.session).await?;
    }
    Ok(StatusCode::NO_CONTENT)
}
