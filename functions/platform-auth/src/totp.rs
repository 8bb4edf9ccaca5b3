//! Second factor by authenticator app (TOTP).

use axum::extract::{FromRef, State};
use domain::platform::access::Permission;
use domain::platform::user::SecondFactor;
use http::StatusCode;
use platform_http::{ApiError, Code, Json};
use platform_session::{Caller, SessionState, confirm_password};
use platform_store::Account;
use secrecy::{ExposeSecret, SecretString};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use vault::TotpSecret;

use crate::wire::secret;
use crate::{Ports, errors, factor};

/// Data for an authenticator app, returned once.
#[derive(Serialize, ToSchema)]
pub(crate) struct TotpBody {
    /// Secret, for manual entry.
    secret: String,
    /// Address with the secret, for a QR code.
    otpauth_url: String,
}

/// Code of an authenticator app.
#[derive(Deserialize, ToSchema)]
pub(crate) struct TotpCodeBody {
    /// Six digits.
    #[serde(deserialize_with = "secret")]
    #[schema(value_type = String, max_length = 64)]
    code: SecretString,
}

/// Password of the caller.
#[derive(Deserialize, ToSchema)]
pub(crate) struct PasswordBody {
    /// Present password.
    #[serde(deserialize_with = "secret")]
    #[schema(value_type = String, format = Password, max_length = 1000)]
    password: SecretString,
}

/// Recovery codes, returned once.
#[derive(Serialize, ToSchema)]
pub(crate) struct RecoveryCodesBody {
    /// Ten codes; each can be used once.
    recovery_codes: Vec<String>,
}

async fn own_account(ports: &Ports, caller: &Caller) -> Result<Account, ApiError> {
    caller.actor.may(Permission::AccountManage)?;
    let account = ports.store.account(caller.user.id).await?;
    account.ok_or_else(|| Code::Unauthenticated.into())
}

/// Begin the change to an authenticator app.
///
/// Sign-ins do not change until a code is confirmed.
#[utoipa::path(
    post,
    path = "/api/v1/auth/totp",
    operation_id = "begin_totp",
    tag = "auth",
    responses((status = 200, description = "Secret for the app.", body = TotpBody), errors::BeginTotp),
    security(("bearer" = [])),
    extensions(("x-permission" = json!("account.manage")))
)]
pub(crate) async fn begin_totp(
    State(ports): State<Ports>,
    caller: Caller,
) -> Result<Json<TotpBody>, ApiError> {
    let account = own_account(&ports, &caller).await?;
    if account.user().second_factor == SecondFactor::Totp {
        return Err(Code::TotpAlreadyEnabled.into());
    }
    let secret = TotpSecret::generate(&*ports.random);
    // A colon would end the account's name in the address (Key URI format).
    let name = account.user().email.replace(':', " ");
    let url = secret.otpauth_url(&name).map_err(ApiError::internal)?;
    let sealed = ports
        .keyring
        .seal(&account.totp_context(), secret.base32(), &*ports.random)
        .map_err(ApiError::internal)?;
    ports.store.begin_totp(&account, sealed).await?;
    Ok(Json(TotpBody {
        secret: secret.base32().expose_secret().to_owned(),
        otpauth_url: url.expose_secret().to_owned(),
    }))
}

/// Confirm an authenticator app.
///
/// Takes one of the app's codes. Sign-ins ask for the app's codes from then on.
#[utoipa::path(
    post,
    path = "/api/v1/auth/totp/confirm",
    operation_id = "confirm_totp",
    tag = "auth",
    request_body = TotpCodeBody,
    responses((status = 200, description = "Recovery codes; the app is in use.", body = RecoveryCodesBody), errors::ConfirmTotp),
    security(("bearer" = [])),
    extensions(("x-permission" = json!("account.manage")))
)]
pub(crate) async fn confirm_totp(
    State(ports): State<Ports>,
    caller: Caller,
    Json(body): Json<TotpCodeBody>,
) -> Result<Json<RecoveryCodesBody>, ApiError> {
    let account = own_account(&ports, &caller).await?;
    if account.user().second_factor == SecondFactor::Totp {
        return Err(Code::TotpAlreadyEnabled.into());
    }
    let Some(sealed) = &account.credentials().totp_pending else {
        return Err(Code::TotpNotStarted.into());
    };
    let step = factor::open_totp(&ports, &account, sealed)?
        .verify(body.code.expose_secret(), ports.clock.now(), None)
        .map_err(ApiError::internal)?
        .ok_or_else(|| {
            ApiError::field(
                "invalid_code",
                "code",
                "O código não confere. Veja se o relógio do celular está certo.",
            )
        })?;
    let codes = vault::totp::recovery_codes(&*ports.random);
    let person = account.user().id.to_string();
    let hashes = codes
        .iter()
        .map(|code| ports.keyring.recovery_code_hash(&person, code))
        .collect();
    ports.store.confirm_totp(&account, step, hashes).await?;
    Ok(Json(RecoveryCodesBody {
        recovery_codes: codes
            .iter()
            .map(|code| code.expose_secret().to_owned())
            .collect(),
    }))
}

/// Return to codes by e-mail.
#[utoipa::path(
    delete,
    path = "/api/v1/auth/totp",
    operation_id = "remove_totp",
    tag = "auth",
    request_body = PasswordBody,
    responses((status = 204, description = "Authenticator app removed."), errors::RemoveTotp),
    security(("bearer" = [])),
    extensions(("x-permission" = json!("account.manage")))
)]
pub(crate) async fn remove_totp(
    State(ports): State<Ports>,
    caller: Caller,
    Json(body): Json<PasswordBody>,
) -> Result<StatusCode, ApiError> {
    caller.actor.may(Permission::AccountManage)?;
    let state = SessionState::from_ref(&ports);
    let account = confirm_password(&state, &caller, body.password).await?;
    if account.user().second_factor != SecondFactor::Totp {
        return Err(Code::TotpNotEnabled.into());
    }
    ports.store.remove_totp(&account).await?;
    Ok(StatusCode::NO_CONTENT)
}
