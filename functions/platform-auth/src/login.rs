//! The first step of signing in: e-mail and password.

use axum::extract::State;
use domain::platform::user::SecondFactor;
use http::HeaderMap;
use http_edge::ClientAddress;
use platform_http::{ApiError, Code, Json};
use platform_session::hashing_failed;
use platform_store::{Account, CHALLENGE_ATTEMPTS, CHALLENGE_LIFE, Challenge};
use secrecy::SecretString;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::wire::{SecondFactorName, secret};
use crate::{Ports, errors, factor, guard, mails};

/// E-mail and password.
#[derive(Deserialize, ToSchema)]
pub(crate) struct LoginBody {
    /// E-mail address, case-insensitive.
    #[schema(max_length = 2000)]
    email: String,
    /// Password.
    #[serde(deserialize_with = "secret")]
    #[schema(value_type = String, format = Password, max_length = 1000)]
    password: SecretString,
}

/// Input of the second step of a sign-in; never a token.
#[derive(Serialize, ToSchema)]
pub(crate) struct ChallengeBody {
    /// Challenge, to be sent with the code.
    challenge: String,
    /// Source of the code.
    method: SecondFactorName,
    /// Life of the challenge in seconds.
    expires_in: i64,
    /// Digits of the code.
    code_digits: usize,
    /// Wrong codes that end the challenge.
    attempts: u32,
}

/// Sign in, first step.
///
/// Returns a challenge for the second step and, unless the person uses an authenticator app, mails a code. An
/// unknown e-mail address, a wrong password and a deactivated person get the same response. The cookie of the
/// second step, if sent, gives the device a count of its own.
#[utoipa::path(
    post,
    path = "/api/v1/auth/login",
    operation_id = "login",
    tag = "auth",
    request_body = LoginBody,
    responses((status = 200, description = "Challenge of the second step.", body = ChallengeBody), errors::Login),
    extensions(("x-permission" = json!("public")))
)]
pub(crate) async fn login(
    State(ports): State<Ports>,
    address: ClientAddress,
    headers: HeaderMap,
    Json(body): Json<LoginBody>,
) -> Result<Json<ChallengeBody>, ApiError> {
    let attempt = guard::take_sign_in(&ports, address, &headers, &body.email).await?;
    let account = ports.store.account_by_email(&body.email).await?;
    let checked = check(&ports, account, body.password).await;
    // A password that was not looked at is no failure either.
    if !matches!(checked, Ok(None)) {
        guard::give_back(&ports, attempt).await?;
    }
    let account = checked?.ok_or(Code::InvalidCredentials)?;
    challenge(&ports, &account).await.map(Json)
}

/// The account if the password is right. The same work is done whatever is wrong.
///
/// # Errors
/// The password could not be looked at.
async fn check(
    ports: &Ports,
    account: Option<Account>,
    password: SecretString,
) -> Result<Option<Account>, ApiError> {
    let able = account.and_then(|account| {
        let stored = account.credentials().password.clone();
        stored
            .filter(|_| account.user().active)
            .map(|stored| (account, stored))
    });
    let Some((account, stored)) = able else {
        let spent = vault::password::verify_absent(password).await;
        return spent.map(|()| None).map_err(hashing_failed);
    };
    let right = vault::password::verify(password.clone(), &stored)
        .await
        .map_err(hashing_failed)?;
    if right && stored.needs_rehash() {
        rehash(ports, &account, password).await;
    }
    Ok(right.then_some(account))
}

/// Hashes a password with today's parameters. When that fails, the next sign-in tries again.
async fn rehash(ports: &Ports, account: &Account, password: SecretString) {
    let hash = match vault::password::hash(password, &*ports.random).await {
        Ok(hash) => hash,
        Err(error) => {
            tracing::warn!(target: "auth", %error, "a password could not be rehashed");
            return;
        }
    };
    if let Err(error) = ports.store.rehash_password(account, hash).await {
        tracing::warn!(target: "auth", %error, "a password could not be rehashed");
    }
}

async fn challenge(ports: &Ports, account: &Account) -> Result<ChallengeBody, ApiError> {
    let id = ports.random.uuid().to_string();
    let now = ports.clock.now();
    let method = account.user().second_factor;
    let code = match method {
        SecondFactor::Email => Some(vault::token::digits(&*ports.random, factor::CODE_DIGITS)),
        SecondFactor::Totp => None,
    };
    let hash = code
        .as_ref()
        .map(|code| factor::code_hash(&ports.keyring, &id, code));
    let challenge = Challenge::new(id.clone(), account, hash, now);
    ports.store.create_challenge(&challenge).await?;
    if let Some(code) = &code {
        mails::sign_in_code(ports, account, code).await?;
    }
    Ok(ChallengeBody {
        challenge: id,
        method: method.into(),
        expires_in: CHALLENGE_LIFE.as_secs(),
        code_digits: factor::CODE_DIGITS,
        attempts: CHALLENGE_ATTEMPTS,
    })
}
