//! Checking the second factor.

use domain::platform::user::SecondFactor;
use platform_http::ApiError;
use platform_store::{Account, Challenge, FactorUse};
use secrecy::{ExposeSecret, SecretString};
use vault::{KeyRing, TokenHash, TotpSecret};

use crate::Ports;

/// Digits of a code that is mailed or that an authenticator app shows.
pub(crate) const CODE_DIGITS: usize = 6;

/// The hash of the code mailed for a challenge.
pub(crate) fn code_hash(keyring: &KeyRing, challenge: &str, code: &SecretString) -> TokenHash {
    keyring.token_hash(&format!("login-code/{challenge}"), code)
}

/// The authenticator secret behind its sealed form.
pub(crate) fn open_totp(
    ports: &Ports,
    account: &Account,
    sealed: &str,
) -> Result<TotpSecret, ApiError> {
    ports
        .keyring
        .open(&account.totp_context(), sealed)
        .map(TotpSecret::from_base32)
        .map_err(ApiError::internal)
}

/// What a right code of `challenge` uses up; none when the code is wrong.
pub(crate) fn check(
    ports: &Ports,
    challenge: &Challenge,
    account: &Account,
    code: &SecretString,
) -> Result<Option<FactorUse>, ApiError> {
    let user = account.user();
    let fits = user.active && challenge.fits(account) && challenge.method == user.second_factor;
    if !fits {
        return Ok(None);
    }
    match challenge.method {
        SecondFactor::Email => {
            let typed: String = code.expose_secret().split_whitespace().collect();
            let typed = code_hash(&ports.keyring, &challenge.id, &SecretString::from(typed));
            Ok(challenge
                .code
                .as_ref()
                .filter(|code| code.matches(&typed))
                .map(|_| FactorUse::Challenge))
        }
        SecondFactor::Totp => by_authenticator(ports, account, code),
    }
}

fn by_authenticator(
    ports: &Ports,
    account: &Account,
    code: &SecretString,
) -> Result<Option<FactorUse>, ApiError> {
    let credentials = account.credentials();
    let Some(sealed) = &credentials.totp else {
        return Ok(None);
    };
    let step = open_totp(ports, account, sealed)?
        .verify(
            code.expose_secret(),
            ports.clock.now(),
            credentials.totp_last_step,
        )
        .map_err(ApiError::internal)?;
    if let Some(step) = step {
        return Ok(Some(FactorUse::TotpStep(step)));
    }
    let typed = ports
        .keyring
        .recovery_code_hash(&account.user().id.to_string(), code);
    let known = credentials
        .recovery
        .iter()
        .fold(false, |found, code| code.matches(&typed) | found);
    Ok(known.then_some(FactorUse::Recovery(typed)))
}
