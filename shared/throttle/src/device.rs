//! Device cookies: they identify devices that signed in to an account before
//! (<https://owasp.org/www-community/Slow_Down_Online_Guessing_Attacks_with_Device_Cookies>).
//!
//! A device cookie is no credential; it only gives its device a separate failure counter. It contains its
//! time of issue and a keyed hash of that time and the account, so nothing is stored, cookies cannot be
//! forged, and none is valid for another account.

use cookie::{Cookie, SameSite, time::Duration};
use http::{HeaderMap, header};
use jiff::{SignedDuration, Timestamp};
use secrecy::SecretString;
use vault::{KeyRing, TokenHash};

/// Lifetime of a device cookie after the last sign-in.
pub const DEVICE_LIFE: SignedDuration = SignedDuration::from_hours(180 * 24);

/// Digits of the account's hash in the cookie's name; users who share a browser each have a cookie.
const NAME_DIGITS: usize = 12;

/// Name and scope of the device cookies of a service.
#[derive(Debug, Clone, Copy)]
pub struct DeviceCookie {
    /// Prefix of the cookie's name.
    pub prefix: &'static str,
    /// `Path` attribute of the cookie.
    pub path: &'static str,
}

/// A known device.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Device {
    /// Time of issue of its cookie in milliseconds since 1970; distinguishes the devices of one account.
    since: i64,
}

fn proof(keyring: &KeyRing, account: &str, since: i64) -> TokenHash {
    let text = SecretString::from(format!("{since}\n{account}"));
    keyring.token_hash("known-device", &text)
}

impl DeviceCookie {
    fn name(&self, keyring: &KeyRing, account: &str) -> String {
        let hash = keyring.token_hash("known-device-name", &SecretString::from(account));
        let digits = hash.as_str().get(..NAME_DIGITS).unwrap_or_default();
        format!("{}-{digits}", self.prefix)
    }

    /// The device that sent a request, if it has a valid cookie for `account`. `account` is the key under
    /// which the service counts failures.
    pub fn read(
        &self,
        headers: &HeaderMap,
        keyring: &KeyRing,
        account: &str,
        now: Timestamp,
    ) -> Option<Device> {
        let name = self.name(keyring, account);
        let cookies = headers.get_all(header::COOKIE).iter();
        let mut values = cookies
            .filter_map(|value| value.to_str().ok())
            .flat_map(Cookie::split_parse)
            .filter_map(Result::ok)
            .filter(|cookie| cookie.name() == name);
        values.find_map(|cookie| {
            let (since, given) = cookie.value().split_once('.')?;
            let since: i64 = since.parse().ok()?;
            let known = proof(keyring, account, since).matches(&TokenHash::from_stored(given));
            let until = since.saturating_add(DEVICE_LIFE.as_secs().saturating_mul(1000));
            (known && now.as_millisecond() < until).then_some(Device { since })
        })
    }

    /// The `Set-Cookie` header value for a device that signed in to `account` at `now`.
    pub fn grant(&self, keyring: &KeyRing, account: &str, now: Timestamp, secure: bool) -> String {
        let since = now.as_millisecond();
        let proof = proof(keyring, account, since);
        let value = format!("{since}.{}", proof.as_str());
        Cookie::build((self.name(keyring, account), value))
            .max_age(Duration::seconds(DEVICE_LIFE.as_secs()))
            .path(self.path)
            .http_only(true)
            .same_site(SameSite::Strict)
            .secure(secure)
            .to_string()
    }
}

impl Device {
    /// The key under which failures of this device at `account` are counted.
    pub fn subject(&self, account: &str) -> String {
        format!("{}\n{account}", self.since)
    }
}

#[cfg(test)]
mod tests {
    use embedded::random::SeededRandom;

    use super::*;

    const COOKIE: DeviceCookie = DeviceCookie {
        prefix: "test-device",
        path: "/",
    };

    fn at(second: i64) -> Timestamp {
        Timestamp::from_second(second).unwrap()
    }

    fn sent(cookies: &[&str]) -> HeaderMap {
        let mut headers = HeaderMap::new();
        headers.insert(header::COOKIE, cookies.join("; ").parse().unwrap());
        headers
    }

    /// The name-value pair that a browser sends back.
    fn pair(set: &str) -> &str {
        set.split(';').next().unwrap()
    }

    #[test]
    fn a_device_is_known_for_its_account_and_lifetime() {
        let keyring = KeyRing::generate(&SeededRandom::new(1));
        let set = COOKIE.grant(&keyring, "ana", at(100), true);
        let granted = Cookie::parse(set.as_str()).unwrap();
        assert_eq!(granted.max_age(), Some(Duration::seconds(15_552_000)));
        assert_eq!(granted.path(), Some("/"));
        assert_eq!(granted.same_site(), Some(SameSite::Strict));
        assert_eq!(
            (granted.http_only(), granted.secure()),
            (Some(true), Some(true))
        );
        assert!(!set.contains("ana"));
        let read = |cookies: &[&str], account: &str, now: i64| {
            COOKIE.read(&sent(cookies), &keyring, account, at(now))
        };
        let own = pair(&set);
        let device = read(&["other=1", own], "ana", 101).unwrap();
        assert_eq!(read(&[own], "bia", 101), None);
        let last = 100 + DEVICE_LIFE.as_secs();
        assert_eq!(read(&[own], "ana", last - 1), Some(device));
        assert_eq!(read(&[own], "ana", last), None);
        // Another device of the same account, and another account in the same browser.
        let later = COOKIE.grant(&keyring, "ana", at(200), true);
        let other = COOKIE.grant(&keyring, "bia", at(200), true);
        let second = read(&[pair(&other), pair(&later)], "ana", 201).unwrap();
        assert_ne!(second.subject("ana"), device.subject("ana"));
        assert!(read(&[pair(&other), pair(&later)], "bia", 201).is_some());
    }

    #[test]
    fn forged_cookies_are_ignored() {
        let keyring = KeyRing::generate(&SeededRandom::new(1));
        let set = COOKIE.grant(&keyring, "ana", at(100), false);
        let (name, value) = pair(&set).split_once('=').unwrap();
        let foreign = KeyRing::generate(&SeededRandom::new(2));
        let foreign = COOKIE.grant(&foreign, "ana", at(100), false);
        let (_, foreign) = pair(&foreign).split_once('=').unwrap();
        let (_, hash) = value.split_once('.').unwrap();
        for forged in [
            "",
            ".",
            "100000",
            "x.y",
            foreign,
            &format!("200000.{hash}"),
            &format!("9223372036854775807.{hash}"),
            &value[..value.len() - 1],
        ] {
            let headers = sent(&[&format!("{name}={forged}")]);
            let read = COOKIE.read(&headers, &keyring, "ana", at(101));
            assert_eq!(read, None, "{forged}");
        }
        assert_eq!(
            COOKIE.read(&HeaderMap::new(), &keyring, "ana", at(101)),
            None
        );
    }
}
