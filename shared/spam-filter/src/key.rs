//! The site's key, its statistics and its alert.

use secrecy::{ExposeSecret, SecretString};
use serde_json::Value;
use spam_service::{Alert, KeyState, ServiceFailure};
use subtle::ConstantTimeEq;

use crate::judgement::AlertChange;
use crate::remote::RemoteService;

/// How a key that a caller gives is compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeyMatch {
    /// Blanks around it do not count: the alert.
    Trimmed,
    /// As it is: the webhook.
    Exact,
}

impl KeyMatch {
    /// Whether `given` is the stored key, without case and in constant time for keys of the same length. Without a stored
    /// key nothing matches.
    #[must_use]
    pub fn accepts(self, stored: Option<&SecretString>, given: &str) -> bool {
        let Some(stored) = stored
            .map(|key| key.expose_secret().trim())
            .filter(|key| !key.is_empty())
        else {
            return false;
        };
        let given = match self {
            Self::Trimmed => given.trim(),
            Self::Exact => given,
        };
        let (stored, given) = (stored.to_ascii_lowercase(), given.to_ascii_lowercase());
        stored.as_bytes().ct_eq(given.as_bytes()).into()
    }
}

/// Outcome of storing a key.
#[derive(Debug, Clone)]
pub enum KeyOutcome {
    /// The service accepts the key, which is to be stored without blanks around it.
    Valid {
        /// The key.
        key: SecretString,
        /// What becomes of the stored alert.
        alert: AlertChange,
    },
    /// The service does not accept it; the stored key stays.
    Invalid {
        /// The service's own words.
        debug_help: Option<String>,
        /// What becomes of the stored alert.
        alert: AlertChange,
    },
    /// The service could not be asked; the stored key stays. Clients know only `invalid_key`, with the same answer.
    Unverified {
        /// Why.
        failure: ServiceFailure,
        /// What becomes of the stored alert.
        alert: AlertChange,
    },
    /// The key is fixed by the configuration; the service was not asked.
    Fixed,
}

/// Verifies `given` as the new key of the site `blog`. `is_fixed` says that the configuration sets the key.
pub async fn store_key(
    service: &dyn RemoteService,
    given: &str,
    stored: Option<&SecretString>,
    is_fixed: bool,
    blog: &str,
) -> KeyOutcome {
    if is_fixed {
        return KeyOutcome::Fixed;
    }
    let key = SecretString::from(given.trim());
    match service.verify_key(&key, blog, stored).await {
        Ok(answer) => {
            let alert = AlertChange::of(answer.alert);
            match answer.value {
                KeyState::Valid => KeyOutcome::Valid { key, alert },
                KeyState::Invalid { debug_help } => KeyOutcome::Invalid { debug_help, alert },
            }
        }
        Err(error) => KeyOutcome::Unverified {
            failure: error.failure,
            alert: AlertChange::of_failure(&error),
        },
    }
}

/// The interval that a parameter means: `60-days`, `6-months`, and `all` for everything else.
#[must_use]
pub fn interval(given: &str) -> &'static str {
    match given.trim() {
        "60-days" => "60-days",
        "6-months" => "6-months",
        _ => "all",
    }
}

/// Statistics with what becomes of the alert.
#[derive(Debug, Clone, PartialEq)]
pub struct StatisticsOutcome {
    /// The service's object; `None` when it gives none or cannot be asked.
    pub statistics: Option<Value>,
    /// What becomes of the stored alert.
    pub alert: AlertChange,
}

/// Statistics of the site `blog`. The service is asked without a key, too. `interval` is passed on as it is: the list of
/// intervals takes it through [`interval()`], the route with an interval in its path does not.
pub async fn statistics(
    service: &dyn RemoteService,
    key: Option<&SecretString>,
    blog: &str,
    interval: &str,
) -> StatisticsOutcome {
    match service.statistics(key, blog, interval).await {
        Ok(answer) => StatisticsOutcome {
            statistics: answer.value,
            alert: AlertChange::of(answer.alert),
        },
        Err(error) => StatisticsOutcome {
            statistics: None,
            alert: AlertChange::of_failure(&error),
        },
    }
}

/// The alert after asking the service again; it replaces the stored one, which is dropped even when the service cannot
/// be asked.
pub async fn refresh_alert(
    service: &dyn RemoteService,
    key: &SecretString,
    blog: &str,
) -> Option<Alert> {
    match service.verify_key(key, blog, Some(key)).await {
        Ok(answer) => answer.alert,
        Err(error) => error.alert.map(|alert| *alert),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::fake::{FakeService, Said, alert, key};

    const BLOG: &str = "https://site.example/";

    #[test]
    fn keys_are_compared_without_case_and_only_the_alert_trims() {
        let stored = SecretString::from("0123456789ab");
        for (matching, given, expected) in [
            (KeyMatch::Exact, "0123456789AB", true),
            (KeyMatch::Exact, " 0123456789ab", false),
            (KeyMatch::Trimmed, " 0123456789ab\n", true),
            (KeyMatch::Exact, "0123456789ac", false),
            (KeyMatch::Exact, "0123456789a", false),
            (KeyMatch::Trimmed, "", false),
        ] {
            assert_eq!(
                matching.accepts(Some(&stored), given),
                expected,
                "{matching:?} {given:?}"
            );
        }
        let empty = SecretString::from(" ");
        assert!(
            !KeyMatch::Trimmed.accepts(None, "") && !KeyMatch::Trimmed.accepts(Some(&empty), "")
        );
    }

    #[tokio::test]
    async fn a_valid_key_is_stored_without_blanks_and_sets_the_alert() {
        let service = FakeService {
            alert: Some(alert()),
            ..FakeService::default()
        };
        let outcome = store_key(&service, " 0123456789ab ", None, false, BLOG).await;
        let KeyOutcome::Valid { key, alert: change } = outcome else {
            panic!("{outcome:?}");
        };
        assert_eq!(key.expose_secret(), "0123456789ab");
        assert_eq!(change, AlertChange::Set(alert()));
        assert_eq!(
            service.said(),
            [Said::Verify("0123456789ab".to_owned(), None)]
        );
    }

    #[tokio::test]
    async fn wrong_fixed_and_unverified_keys_are_told_apart() {
        let service = FakeService {
            invalid: true,
            ..FakeService::default()
        };
        let outcome = store_key(&service, "x", Some(&key()), false, BLOG).await;
        assert!(matches!(
            outcome,
            KeyOutcome::Invalid { alert: AlertChange::Clear, debug_help: Some(help) } if help == "não existe"
        ));
        let before = service.said().len();
        assert!(matches!(
            store_key(&service, "x", None, true, BLOG).await,
            KeyOutcome::Fixed
        ));
        assert_eq!(service.said().len(), before);
        let service = FakeService::failing(ServiceFailure::CircuitOpen);
        let outcome = store_key(&service, "x", None, false, BLOG).await;
        assert!(matches!(
            outcome,
            KeyOutcome::Unverified {
                failure: ServiceFailure::CircuitOpen,
                alert: AlertChange::Keep
            }
        ));
    }

    #[test]
    fn unknown_intervals_are_all() {
        for (given, expected) in [
            ("60-days", "60-days"),
            (" 6-months ", "6-months"),
            ("", "all"),
            ("60", "all"),
        ] {
            assert_eq!(interval(given), expected);
        }
    }

    #[tokio::test]
    async fn statistics_are_passed_on_and_a_failure_keeps_the_alert() {
        let service = FakeService {
            statistics: Some(json!({ "spam": 7 })),
            ..FakeService::default()
        };
        let outcome = statistics(&service, Some(&key()), BLOG, "a").await;
        assert_eq!(
            outcome,
            StatisticsOutcome {
                statistics: Some(json!({ "spam": 7 })),
                alert: AlertChange::Clear
            }
        );
        assert_eq!(service.said(), [Said::Statistics(true, "a".to_owned())]);
        let service = FakeService::failing(ServiceFailure::Timeout);
        let outcome = statistics(&service, None, BLOG, "all").await;
        assert_eq!(
            outcome,
            StatisticsOutcome {
                statistics: None,
                alert: AlertChange::Keep
            }
        );
    }

    #[tokio::test]
    async fn the_alert_is_asked_for_again() {
        let service = FakeService {
            alert: Some(alert()),
            ..FakeService::default()
        };
        assert_eq!(refresh_alert(&service, &key(), BLOG).await, Some(alert()));
        let service = FakeService::failing(ServiceFailure::Timeout);
        assert_eq!(refresh_alert(&service, &key(), BLOG).await, None);
    }
}
