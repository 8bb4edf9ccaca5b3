//! Throttling of wrong credentials on the site.
//!
//! - The REST interface: ten wrong credentials a minute per account and network address. Only wrong credentials are
//!   counted and answered 429; correct ones are never delayed. An application password has 142 random bits and cannot
//!   be guessed; the limit only protects the site from the load.
//! - The sign-in page, which takes users' own passwords: per address, per address and account, and per account
//!   ([`sign_in`]).

use http::HeaderMap;
use http_edge::ClientAddress;
use items::{ItemsError, Table};
use jiff::{SignedDuration, Timestamp};
use site_store::{SiteStore, Tenant, User};
use throttle::{Admission, DeviceCookie, Rule, Throttle};
use vault::KeyRing;

const WRONG: Rule = Rule {
    kind: "site-wrong",
    limit: 10,
    window: SignedDuration::from_secs(60),
};

const SIGN_IN_WINDOW: SignedDuration = SignedDuration::from_mins(15);

/// Limit on failed sign-ins from one address, over all accounts.
const SIGN_IN_ADDRESS: Rule = Rule {
    kind: "site-sign-in-address",
    limit: 20,
    window: SIGN_IN_WINDOW,
};

/// Limit on failed sign-ins at one account from one address.
const SIGN_IN_PAIR: Rule = Rule {
    kind: "site-sign-in-pair",
    limit: 10,
    window: SIGN_IN_WINDOW,
};

/// Limit on failed sign-ins at one account from all addresses together.
const SIGN_IN_ACCOUNT: Rule = Rule {
    kind: "site-sign-in-account",
    limit: 20,
    window: SIGN_IN_WINDOW,
};

/// Limit on failed sign-ins at an account from a known device. It is counted separately, so that others who exhaust
/// the limits above do not lock the account's owner out.
const SIGN_IN_DEVICE: Rule = Rule {
    kind: "site-sign-in-device",
    limit: 10,
    window: SIGN_IN_WINDOW,
};

/// The cookie that identifies known devices.
pub const DEVICE: DeviceCookie = DeviceCookie {
    prefix: "site-device",
    path: "/authorize-application",
};

/// The name under which an account is counted: the same for its login and its e-mail address. An unknown login is
/// counted by its text.
pub fn account(store: &SiteStore, user: Option<&User>, login: &str) -> String {
    let tenant = store.tenant();
    match user {
        Some(user) => format!("{tenant}\nuser {}", user.id),
        None => format!("{tenant}\nlogin {}", login.trim().to_lowercase()),
    }
}

/// Counts wrong credentials for `subject` from `address`. Returns the seconds to wait when the limit of the last
/// minute is exceeded.
///
/// # Errors
/// The store fails.
pub async fn count(
    table: &Table,
    keyring: &KeyRing,
    address: ClientAddress,
    subject: &str,
    now: Timestamp,
) -> Result<Option<u64>, ItemsError> {
    let throttle = Throttle { table, keyring };
    let subject = format!("{}\n{subject}", address.network());
    match throttle.admit([(WRONG, subject)], now).await? {
        Admission::Admitted(_) => Ok(None),
        Admission::Refused { retry_after } => Ok(Some(retry_after)),
    }
}

/// The limits that apply to an attempt at the sign-in page, each with its subject.
pub fn sign_in(
    keyring: &KeyRing,
    tenant: &Tenant,
    address: ClientAddress,
    headers: &HeaderMap,
    account: &str,
    now: Timestamp,
) -> Vec<(Rule, String)> {
    if let Some(device) = DEVICE.read(headers, keyring, account, now) {
        return vec![(SIGN_IN_DEVICE, device.subject(account))];
    }
    let network = address.network();
    vec![
        (SIGN_IN_ADDRESS, format!("{tenant}\n{network}")),
        (SIGN_IN_PAIR, format!("{network}\n{account}")),
        (SIGN_IN_ACCOUNT, account.to_owned()),
    ]
}
