//! Sign-in throttling: the limits, and which of them an attempt counts under.

use domain::platform::user::email_key;
use http::{HeaderMap, HeaderName, header};
use http_edge::ClientAddress;
use jiff::SignedDuration;
use platform_http::{ApiError, Code};
use throttle::{Admission, Attempt, DeviceCookie, Rule, Throttle};

use crate::Ports;

const WINDOW: SignedDuration = SignedDuration::from_mins(15);

/// Failed sign-ins of one account from devices that never signed in to it. Accounts that do not exist are
/// counted like others, so a refusal does not reveal whether an account exists.
const LOGIN_ACCOUNT: Rule = Rule {
    kind: "login-account",
    limit: 5,
    window: WINDOW,
};

/// Failed sign-ins from one address, of devices that never signed in.
const LOGIN_ADDRESS: Rule = Rule {
    kind: "login-address",
    limit: 20,
    window: WINDOW,
};

/// Failed sign-ins from one device that signed in to the account before. It is counted on its own, so that
/// other clients that exhaust the limits above do not lock the account's owner out.
const LOGIN_DEVICE: Rule = Rule {
    kind: "login-device",
    limit: 5,
    window: WINDOW,
};

/// The cookie of devices that signed in before.
const DEVICE: DeviceCookie = DeviceCookie {
    prefix: "pauta-device",
    path: "/api/v1/auth",
};

/// Wrong codes of one account, over all its challenges: knowledge of the password is not enough to try all codes
/// with new challenges.
pub(crate) const CODE_ACCOUNT: Rule = Rule {
    kind: "code-account",
    limit: 20,
    window: SignedDuration::from_hours(1),
};

/// Requests for links of one account. Above the limit no mail is sent; the response stays the same.
pub(crate) const RESET_ACCOUNT: Rule = Rule {
    kind: "reset-account",
    limit: 5,
    window: WINDOW,
};

/// Requests for links from one address.
pub(crate) const RESET_ADDRESS: Rule = Rule {
    kind: "reset-address",
    limit: 20,
    window: WINDOW,
};

fn throttle(ports: &Ports) -> Throttle<'_> {
    Throttle {
        table: ports.store.table(),
        keyring: &ports.keyring,
    }
}

async fn admit(
    ports: &Ports,
    counts: impl IntoIterator<Item = (Rule, String)>,
) -> Result<Attempt, ApiError> {
    match throttle(ports).admit(counts, ports.clock.now()).await? {
        Admission::Admitted(attempt) => Ok(attempt),
        Admission::Refused { retry_after } => {
            Err(ApiError::new(Code::TooManyRequests).retry_after(retry_after))
        }
    }
}

/// Counts an attempt of `subject`.
///
/// # Errors
/// 429 with Retry-After when there were too many.
pub(crate) async fn take(ports: &Ports, rule: Rule, subject: &str) -> Result<Attempt, ApiError> {
    admit(ports, [(rule, subject.to_owned())]).await
}

/// Counts an attempt to sign in.
///
/// # Errors
/// 429 with Retry-After when there were too many.
pub(crate) async fn take_sign_in(
    ports: &Ports,
    address: ClientAddress,
    headers: &HeaderMap,
    email: &str,
) -> Result<Attempt, ApiError> {
    let account = email_key(email);
    let now = ports.clock.now();
    let counts = match DEVICE.read(headers, &ports.keyring, &account, now) {
        Some(device) => vec![(LOGIN_DEVICE, device.subject(&account))],
        None => vec![(LOGIN_ADDRESS, address.network()), (LOGIN_ACCOUNT, account)],
    };
    admit(ports, counts).await
}

/// Takes an attempt back: it was no failure.
pub(crate) async fn give_back(ports: &Ports, attempt: Attempt) -> Result<(), ApiError> {
    Ok(throttle(ports).forgive(attempt).await?)
}

/// The header that makes the device of this request known to the account.
pub(crate) fn known_device(ports: &Ports, email: &str) -> [(HeaderName, String); 1] {
    let secure = ports.base_url.scheme() == "https";
    let account = email_key(email);
    let cookie = DEVICE.grant(&ports.keyring, &account, ports.clock.now(), secure);
    [(header::SET_COOKIE, cookie)]
}
