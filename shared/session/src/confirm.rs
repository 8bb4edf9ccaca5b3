//! The caller's password, asked for again.

use jiff::SignedDuration;
use platform_store::{Account, Admission, ThrottleRule};
use secrecy::SecretString;
use vault::password;
use web::{ApiError, Code};

use crate::caller::Caller;
use crate::state::SessionState;

/// Wrong passwords of one signed-in person: five in 15 minutes, as at the sign-in. A stolen session
/// does not help to guess the password.
pub const PASSWORD_FAILURES: ThrottleRule = ThrottleRule {
    kind: "confirm-password",
    limit: 5,
    window: SignedDuration::from_mins(15),
};

/// Checks that `given` is the caller's password and answers their account.
///
/// # Errors
/// 403 `wrong_password`; 429 with Retry-After after too many wrong ones.
pub async fn confirm_password(
    state: &SessionState,
    caller: &Caller,
    given: SecretString,
) -> Result<Account, ApiError> {
    let now = state.clock.now();
    let subject = state.keyring.token_hash(
        PASSWORD_FAILURES.kind,
        &SecretString::from(caller.user.id.to_string()),
    );
    let slot = match state
        .store
        .take_slot(PASSWORD_FAILURES, &subject, now)
        .await?
    {
        Admission::Admitted(slot) => slot,
        Admission::Refused { retry_after } => {
            return Err(ApiError::new(Code::TooManyRequests).retry_after(retry_after));
        }
    };
    let account = state
        .store
        .account(caller.user.id)
        .await?
        .ok_or(Code::Unauthenticated)?;
    let right = match &account.credentials().password {
        Some(stored) => password::verify(given, stored)
            .await
            .map_err(ApiError::internal)?,
        None => false,
    };
    if !right {
        return Err(Code::WrongPassword.into());
    }
    state
        .store
        .give_slot_back(PASSWORD_FAILURES, &subject, slot)
        .await?;
    Ok(account)
}
