//! How many failures are too many.

use jiff::SignedDuration;
use platform_store::{Admission, Slot, ThrottleRule};
use secrecy::SecretString;
use vault::TokenHash;
use web::{ApiError, Code};

use crate::Ports;

const WINDOW: SignedDuration = SignedDuration::from_mins(15);

/// Failed sign-ins of one account (spec: Session and two-factor). Accounts that do not exist are
/// counted like others, so a refusal tells nothing.
pub(crate) const LOGIN_ACCOUNT: ThrottleRule = ThrottleRule {
    kind: "login-account",
    limit: 5,
    window: WINDOW,
};

/// Failed sign-ins from one address.
pub(crate) const LOGIN_ADDRESS: ThrottleRule = ThrottleRule {
    kind: "login-address",
    limit: 20,
    window: WINDOW,
};

/// Wrong codes of one account, over all its challenges: who knows the password cannot draw new
/// challenges to try all codes.
pub(crate) const CODE_ACCOUNT: ThrottleRule = ThrottleRule {
    kind: "code-account",
    limit: 20,
    window: SignedDuration::from_hours(1),
};

/// Links asked for by mail, for one account. Beyond it no mail is sent; the answer stays the same.
pub(crate) const RESET_ACCOUNT: ThrottleRule = ThrottleRule {
    kind: "reset-account",
    limit: 5,
    window: WINDOW,
};

/// Links asked for from one address.
pub(crate) const RESET_ADDRESS: ThrottleRule = ThrottleRule {
    kind: "reset-address",
    limit: 20,
    window: WINDOW,
};

/// A slot that was taken.
pub(crate) struct Taken {
    rule: ThrottleRule,
    subject: TokenHash,
    slot: Slot,
}

/// Takes a slot of `subject`.
///
/// # Errors
/// 429 with Retry-After when there is none.
pub(crate) async fn take(
    ports: &Ports,
    rule: ThrottleRule,
    subject: &str,
) -> Result<Taken, ApiError> {
    let subject = ports
        .keyring
        .token_hash(rule.kind, &SecretString::from(subject));
    match ports
        .store
        .take_slot(rule, &subject, ports.clock.now())
        .await?
    {
        Admission::Admitted(slot) => Ok(Taken {
            rule,
            subject,
            slot,
        }),
        Admission::Refused { retry_after } => {
            Err(ApiError::new(Code::TooManyRequests).retry_after(retry_after))
        }
    }
}

/// Gives a slot back: what it was taken for was no failure.
pub(crate) async fn give_back(ports: &Ports, taken: Taken) -> Result<(), ApiError> {
    let Taken {
        rule,
        subject,
        slot,
    } = taken;
    Ok(ports.store.give_slot_back(rule, &subject, slot).await?)
}
