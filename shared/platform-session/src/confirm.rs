//! Confirmation of the caller's password before an action that requires it.

use jiff::SignedDuration;
use platform_http::{ApiError, Code};
use platform_store::Account;
use secrecy::SecretString;
use throttle::{Admission, Rule, Throttle};
use vault::password::{self, BUSY_RETRY_AFTER};
use vault::{PasswordError, PasswordHash};

use crate::caller::Caller;
use crate::state::SessionState;

/// Limit on wrong passwords of a signed-in user: five in 15 minutes, as at sign-in, so that a stolen session does not
/// help to guess the password.
pub const PASSWORD_FAILURES: Rule = Rule {
    kind: "confirm-password",
    limit: 5,
    window: SignedDuration::from_mins(15),
};

/// The error response when a password could not be hashed or compared: 503 with Retry-After when the queue is
/// full, else 500.
pub fn hashing_failed(error: PasswordError) -> ApiError {
    match error {
        PasswordError::Busy => ApiError::new(Code::Unavailable)
            .retry_after(BUSY_RETRY_AFTER)
            .debug(error),
        PasswordError::Stored | PasswordError::Computation => ApiError::internal(error),
    }
}

async fn is_right(given: SecretString, stored: Option<&PasswordHash>) -> Result<bool, ApiError> {
    match stored {
        Some(stored) => password::verify(given, stored)
            .await
            .map_err(hashing_failed),
        None => Ok(false),
    }
}

/// Checks that `given` is the caller's password and returns their account.
///
/// # Errors
/// 403 `wrong_password`; 429 with Retry-After above the limit of wrong passwords; 503 with Retry-After when too many
/// passwords are being compared.
pub async fn confirm_password(
    state: &SessionState,
    caller: &Caller,
    given: SecretString,
) -> Result<Account, ApiError> {
    let throttle = Throttle {
        table: state.store.table(),
        keyring: &state.keyring,
    };
    let counts = [(PASSWORD_FAILURES, caller.user.id.to_string())];
    let attempt = match throttle.admit(counts, state.clock.now()).await? {
        Admission::Admitted(attempt) => attempt,
        Admission::Refused { retry_after } => {
            return Err(ApiError::new(Code::TooManyRequests).retry_after(retry_after));
        }
    };
    let account = state
        .store
        .account(caller.user.id)
        .await?
        .ok_or(Code::Unauthenticated)?;
    let right = is_right(given, account.credentials().password.as_ref()).await;
    if matches!(right, Ok(false)) {
        return Err(Code::WrongPassword.into());
    }
    // A password that was not compared does not count as wrong.
    throttle.forgive(attempt).await?;
    right.map(|_| account)
}
