//! Environment variables of a function: the keys, their formats, and the keys that each need requires.
//! docs/operations.md documents them.

use std::collections::BTreeMap;
use std::fmt;

use domain::platform::time_zone::zone_of;
use jiff::tz::TimeZone;
use ports::Need;
use tracing::Level;

/// Why the environment is invalid. Contains the key, never its value.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum EnvError {
    /// A required key is missing or empty.
    #[error("the environment lacks {0}")]
    Missing(&'static str),
    /// The value of a key is malformed.
    #[error("the environment's {key} is not {expected}")]
    Invalid {
        /// The key.
        key: &'static str,
        /// Description of a valid value.
        expected: &'static str,
    },
}

/// Environment variables. Values are never printed, because some are secret.
#[derive(Clone)]
pub struct Environment(BTreeMap<String, String>);

impl fmt::Debug for Environment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.0.keys()).finish()
    }
}

impl FromIterator<(String, String)> for Environment {
    fn from_iter<T: IntoIterator<Item = (String, String)>>(pairs: T) -> Self {
        Self(pairs.into_iter().collect())
    }
}

impl Environment {
    /// The environment of this process. Values that are not UTF-8 count as missing.
    pub fn of_process() -> Self {
        std::env::vars_os()
            .filter_map(|(key, value)| Some((key.into_string().ok()?, value.into_string().ok()?)))
            .collect()
    }

    /// The value of `key`. An empty value counts as missing, because deployment templates use it for unset
    /// parameters.
    pub fn get(&self, key: &str) -> Option<&str> {
        self.0
            .get(key)
            .map(|value| value.trim())
            .filter(|value| !value.is_empty())
    }

    /// The value of a required `key`.
    ///
    /// # Errors
    /// [`EnvError::Missing`] when it is missing.
    pub fn require(&self, key: &'static str) -> Result<&str, EnvError> {
        self.get(key).ok_or(EnvError::Missing(key))
    }

    /// The boolean `key`. On: `1`, `on` or `true`; off: `0`, `off`, `false` or unset.
    ///
    /// # Errors
    /// [`EnvError::Invalid`] for any other value: a typing error must not count as off.
    pub fn switch(&self, key: &'static str) -> Result<bool, EnvError> {
        match self.get(key).map(str::to_ascii_lowercase).as_deref() {
            None | Some("0" | "off" | "false") => Ok(false),
            Some("1" | "on" | "true") => Ok(true),
            Some(_) => Err(EnvError::Invalid {
                key,
                expected: "one of 1, on, true, 0, off, false",
            }),
        }
    }

    /// `LOG_LEVEL`: minimum severity of logged events; `info` when unset.
    ///
    /// # Errors
    /// [`EnvError::Invalid`] for an unknown level.
    pub fn log_level(&self) -> Result<Level, EnvError> {
        self.get("LOG_LEVEL").map_or(Ok(Level::INFO), |level| {
            level.parse().map_err(|_| EnvError::Invalid {
                key: "LOG_LEVEL",
                expected: "one of error, warn, info, debug, trace",
            })
        })
    }

    /// `APP_TIME_ZONE`: time zone of days and of the times that people read; that of Brasília when unset.
    ///
    /// # Errors
    /// [`EnvError::Invalid`] for a name that is no time zone.
    pub fn time_zone(&self) -> Result<TimeZone, EnvError> {
        zone_of(self.get("APP_TIME_ZONE")).map_err(|_| EnvError::Invalid {
            key: "APP_TIME_ZONE",
            expected: "an IANA time zone, such as America/Sao_Paulo",
        })
    }

    /// `APP_DEBUG`: whether error responses contain a debug member.
    ///
    /// # Errors
    /// [`EnvError::Invalid`] for a value that is not boolean.
    pub fn app_debug(&self) -> Result<bool, EnvError> {
        self.switch("APP_DEBUG")
    }

    /// `APP_URL`: public URL of the platform, without a trailing slash.
    ///
    /// # Errors
    /// [`EnvError`] when it is missing or not an http URL.
    pub fn app_url(&self) -> Result<&str, EnvError> {
        self.address("APP_URL")
    }

    /// `SITE_URL`: public URL of the content site, without a trailing slash.
    ///
    /// # Errors
    /// [`EnvError`] when it is missing or not an http URL.
    pub fn site_url(&self) -> Result<&str, EnvError> {
        self.address("SITE_URL")
    }

    fn address(&self, key: &'static str) -> Result<&str, EnvError> {
        let address = self.require(key)?.trim_end_matches('/');
        let host = address
            .strip_prefix("https://")
            .or_else(|| address.strip_prefix("http://"));
        if host.is_some_and(|host| !host.is_empty()) {
            Ok(address)
        } else {
            Err(EnvError::Invalid {
                key,
                expected: "an http or https address",
            })
        }
    }

    /// Whether the AWS services are emulated on this machine (`AWS_ENDPOINT_URL` on loopback). Only then
    /// may outbound calls to hosts on loopback be made.
    pub fn emulated(&self) -> bool {
        self.get("AWS_ENDPOINT_URL").is_some_and(|address| {
            ["http://127.0.0.1:", "http://localhost:", "http://[::1]:"]
                .iter()
                .any(|start| address.starts_with(start))
        })
    }

    /// Checks that all keys required by `needs` are set.
    ///
    /// # Errors
    /// [`EnvError::Missing`] with the first missing key.
    pub fn check(&self, needs: &[Need]) -> Result<(), EnvError> {
        for key in needs.iter().flat_map(|need| keys(*need)) {
            self.require(key)?;
        }
        Ok(())
    }
}

/// The keys that a need requires. Consumers of a queue require none, because Lambda delivers the messages; the content
/// delivery network is optional.
pub const fn keys(need: Need) -> &'static [&'static str] {
    match need {
        Need::PlatformItemsRead | Need::PlatformItemsWrite | Need::SavedSettings => {
            &["PLATFORM_TABLE"]
        }
        Need::SiteItemsRead | Need::SiteItemsWrite => &["SITE_TABLE"],
        Need::LogItemsRead | Need::LogItemsWrite => &["LOG_TABLE"],
        Need::SendPublication => &["PUBLICATION_QUEUE_URL"],
        Need::SendNotification => &["NOTIFICATION_QUEUE_URL"],
        Need::SendGeneration => &["GENERATION_QUEUE_URL"],
        Need::SendSearch => &["SEARCH_QUEUE_URL"],
        Need::ConsumePublication
        | Need::ConsumeNotification
        | Need::ConsumeGeneration
        | Need::ConsumeSearch
        | Need::CdnKey => &[],

        Need::BlobsRead | Need::BlobsWrite => &["MEDIA_BUCKET", "MEDIA_PREFIX"],
        Need::SitePrivateFiles => &["MEDIA_BUCKET", "SITE_MEDIA_PREFIX"],
        Need::KeyRing => &["SECRET_ID"],
        Need::SendMail => &["MAIL_FROM"],
        Need::PublishEvents => &["EVENT_BUS"],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn environment(pairs: &[(&str, &str)]) -> Environment {
        pairs
            .iter()
            .map(|(key, value)| ((*key).to_owned(), (*value).to_owned()))
            .collect()
    }

    #[test]
    fn an_empty_value_is_missing() {
        let environment = environment(&[("SITE_TABLE", " ")]);
        assert_eq!(
            environment.require("SITE_TABLE"),
            Err(EnvError::Missing("SITE_TABLE"))
        );
    }

    #[test]
    fn a_missing_key_of_a_need_is_reported() {
        let environment = environment(&[("PLATFORM_TABLE", "platform"), ("MEDIA_BUCKET", "media")]);
        assert_eq!(environment.check(&[Need::PlatformItemsWrite]), Ok(()));
        assert_eq!(
            environment.check(&[Need::BlobsRead]),
            Err(EnvError::Missing("MEDIA_PREFIX"))
        );
        assert_eq!(
            environment.check(&[Need::KeyRing]),
            Err(EnvError::Missing("SECRET_ID"))
        );
    }

    #[test]
    fn a_malformed_boolean_is_rejected() {
        assert_eq!(environment(&[]).app_debug(), Ok(false));
        assert_eq!(environment(&[("APP_DEBUG", "1")]).app_debug(), Ok(true));
        assert!(
            environment(&[("APP_DEBUG", "yes please")])
                .app_debug()
                .is_err()
        );
    }

    #[test]
    fn urls_lose_their_trailing_slash_and_must_be_http() {
        assert_eq!(
            environment(&[("APP_URL", "https://a.example/")]).app_url(),
            Ok("https://a.example")
        );
        for wrong in ["a.example", "ftp://a.example", "https://"] {
            assert!(
                environment(&[("APP_URL", wrong)]).app_url().is_err(),
                "{wrong}"
            );
        }
    }

    #[test]
    fn only_loopback_endpoints_count_as_emulated() {
        assert!(environment(&[("AWS_ENDPOINT_URL", "http://127.0.0.1:4566")]).emulated());
        for other in [
            "https://sqs.sa-east-1.amazonaws.com",
            "http://127.0.0.1.example.com",
            "http://localhost.example",
        ] {
            assert!(
                !environment(&[("AWS_ENDPOINT_URL", other)]).emulated(),
                "{other}"
            );
        }
        assert!(!environment(&[]).emulated());
    }

    #[test]
    fn values_are_not_printed() {
        let printed = format!("{:?}", environment(&[("SMTP_PASSWORD", "canary-3141")]));
        assert!(printed.contains("SMTP_PASSWORD"));
        assert!(!printed.contains("canary-3141"));
    }
}
