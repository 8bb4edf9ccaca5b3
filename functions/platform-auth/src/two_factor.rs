//! The second step of signing in: the code.

use axum::extract::State;
use axum::response::IntoResponse;
use items::retry_on_conflict;
use platform_http::{ApiError, Code, Json};
use platform_store::{Challenge, NewSession, SignIn};
use secrecy::SecretString;
use serde::Deserialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::refresh_token::RefreshToken;
use crate::wire::{TokensBody, secret};
use crate::{Ports, errors, factor, guard, sessions};

/// Challenge of the first step, and the code.
#[derive(Deserialize, ToSchema)]
pub(crate) struct TwoFactorBody {
    /// Challenge of the first step.
    #[serde(deserialize_with = "secret")]
    #[schema(value_type = String, max_length = 4000)]
    challenge: SecretString,
    /// Six digits, or a recovery code.
    #[serde(deserialize_with = "secret")]
    #[schema(value_type = String, max_length = 1000)]
    code: SecretString,
}

/// Sign in, second step.
///
/// Returns the tokens of a new session. Five wrong codes end the challenge. The cookie is no credential; sent
/// with later sign-ins, it keeps failures of other devices from delaying this one.
#[utoipa::path(
    post,
    path = "/api/v1/auth/two-factor",
    operation_id = "two_factor",
    tag = "auth",
    request_body = TwoFactorBody,
    responses((status = 200, description = "Tokens of a new session.", body = TokensBody, headers(("Set-Cookie" = String, description = "Cookie of a known device."))), errors::TwoFactor),
    extensions(("x-permission" = json!("public")))
)]
pub(crate) async fn two_factor(
    State(ports): State<Ports>,
    Json(body): Json<TwoFactorBody>,
) -> Result<impl IntoResponse, ApiError> {
    let (tokens, email) = complete(&ports, &body).await?;
    Ok((guard::known_device(&ports, &email), Json(tokens)))
}

/// Checks the code and begins a session: its tokens, and the e-mail address of its user.
///
/// # Errors
/// 401 `invalid_code`, and 429 after too many wrong codes.
pub(crate) async fn complete(
    ports: &Ports,
    body: &TwoFactorBody,
) -> Result<(TokensBody, String), ApiError> {
    let id = secrecy::ExposeSecret::expose_secret(&body.challenge);
    let id = Uuid::try_parse(id)
        .map_err(|_| Code::InvalidCode)?
        .hyphenated()
        .to_string();
    let challenge = ports
        .store
        .try_challenge(&id, ports.clock.now())
        .await?
        .ok_or(Code::InvalidCode)?;
    let person = challenge.user_id.to_string();
    let taken = guard::take(ports, guard::CODE_ACCOUNT, &person).await?;
    let begun = begin(ports, &challenge, &body.code).await?;
    guard::give_back(ports, taken).await?;
    Ok(begun)
}

/// The tokens of a new session, and the e-mail address of its user.
async fn begin(
    ports: &Ports,
    challenge: &Challenge,
    code: &SecretString,
) -> Result<(TokensBody, String), ApiError> {
    retry_on_conflict(|| async {
        let account = ports
            .store
            .account(challenge.user_id)
            .await?
            .ok_or(Code::InvalidCode)?;
        let factor = factor::check(ports, challenge, &account, code)?.ok_or(Code::InvalidCode)?;
        let now = ports.clock.now_seconds();
        let id = ports.random.uuid().to_string();
        let refresh = RefreshToken::draw(account.user().id, &id, &*ports.random);
        let session = NewSession {
            id: id.clone(),
            refresh: refresh.hash(&ports.keyring),
        };
        match ports
            .store
            .sign_in(challenge, &account, factor, session, now)
            .await?
        {
            SignIn::Done => {
                let mut user = account.user().clone();
                user.last_login_at = Some(now);
                let email = user.email.clone();
                Ok(Some((sessions::tokens(ports, user, &id, &refresh)?, email)))
            }
            SignIn::Used => Err(Code::InvalidCode.into()),
            SignIn::Stale => Ok(None),
        }
    })
    .await
}
