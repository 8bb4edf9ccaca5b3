//! Bodies of the routes.

use secrecy::{ExposeSecret, SecretString};
use serde_json::{Map, Value, json};
use spam_service::Alert;

use crate::settings::Settings;

/// Code and message of the error for a key that the service does not accept (400).
pub const INVALID_KEY: (&str, &str) = (
    "invalid_key",
    "The value provided is not a valid and registered API key.",
);
/// Code and message of the error for a key that the configuration fixes (409).
pub const HARDCODED_KEY: (&str, &str) = (
    "hardcoded_key",
    "The key of this site is set by its configuration and cannot be changed here.",
);

/// The stored key as a text, or `false`.
#[must_use]
pub fn key(stored: Option<&SecretString>) -> Value {
    stored.map_or(Value::Bool(false), |key| json!(key.expose_secret()))
}

/// The settings.
#[must_use]
pub fn settings(settings: &Settings) -> Value {
    json!({
        "spamfilter_strictness": settings.strictness,
        "spamfilter_show_user_comments_approved": settings.show_user_comments_approved,
    })
}

/// Statistics below their interval; an empty list without statistics.
#[must_use]
pub fn statistics(interval: &str, statistics: Option<Value>) -> Value {
    match statistics {
        Some(statistics) => json!({ interval: statistics }),
        None => json!([]),
    }
}

/// Code and message of the alert, both `false` without one.
#[must_use]
pub fn alert(alert: Option<&Alert>) -> Value {
    match alert {
        Some(alert) => json!({ "code": alert.code, "message": alert.message }),
        None => json!({ "code": false, "message": false }),
    }
}

/// The answers to the entries of a webhook by their identifiers; an empty list in place of an empty map.
#[must_use]
pub fn webhook<'a>(answers: impl IntoIterator<Item = (&'a str, Result<(), &'a str>)>) -> Value {
    let comments: Map<String, Value> = answers
        .into_iter()
        .map(|(guid, answer)| {
            let body = match answer {
                Ok(()) => json!({ "status": "success" }),
                Err(message) => json!({ "status": "error", "message": message }),
            };
            (guid.to_owned(), body)
        })
        .collect();
    match comments.is_empty() {
        true => json!({ "comments": [] }),
        false => json!({ "comments": comments }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_absent_is_false_or_an_empty_list() {
        assert_eq!(key(None), json!(false));
        assert_eq!(key(Some(&"0123456789ab".into())), json!("0123456789ab"));
        assert_eq!(alert(None).to_string(), r#"{"code":false,"message":false}"#);
        assert_eq!(
            alert(Some(&crate::fake::alert())),
            json!({ "code": "10010", "message": "Plano inadequado" })
        );
        assert_eq!(statistics("all", None), json!([]));
        assert_eq!(
            statistics("a", Some(json!({ "x": 1 }))),
            json!({ "a": { "x": 1 } })
        );
        assert_eq!(webhook([]), json!({ "comments": [] }));
    }

    #[test]
    fn settings_and_webhook_answers_have_their_members() {
        let changed = Settings {
            strictness: false,
            show_user_comments_approved: true,
        };
        assert_eq!(
            settings(&changed).to_string(),
            r#"{"spamfilter_strictness":false,"spamfilter_show_user_comments_approved":true}"#
        );
        assert_eq!(
            webhook([("g1", Ok(())), ("g2", Err("Nada"))]),
            json!({ "comments": { "g1": { "status": "success" }, "g2": { "status": "error", "message": "Nada" } } })
        );
    }
}
