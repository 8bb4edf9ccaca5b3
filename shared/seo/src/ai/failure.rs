//! Failures of the remote service and what is answered.

use serde_json::{Map, Value, json};
use thiserror::Error;

use crate::text::plain;

/// Statuses that the remote service answers with; any other failure counts as 500.
const KNOWN: [u16; 9] = [400, 401, 402, 403, 404, 408, 429, 500, 503];

/// Most characters of a remote message.
const MESSAGE_CHARS: usize = 300;
/// Most characters of an identifier and of the name of a licence.
const NAME_CHARS: usize = 100;
/// Most licences that are named.
const MOST_LICENSES: usize = 10;

/// A failure of the remote service.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("the remote service answered {status}: {message}")]
pub struct Failure {
    /// HTTP status of the answer.
    pub status: u16,
    /// Message of the answer.
    pub message: String,
    /// What went wrong, such as `NOT_ENOUGH_CONTENT`; empty when it is not said.
    pub identifier: String,
    /// Licences that the answer names; for 402 and 429 only.
    pub missing_licenses: Vec<String>,
}

/// What a failed call leads to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reaction {
    /// Delete the tokens, request new ones, call once more.
    RetryWithNewTokens,
    /// Withdraw consent, delete the tokens, answer [`Failure::revoked`].
    RevokeConsent,
    /// Answer the failure.
    Answer,
}

impl Failure {
    /// Consent is missing or withdrawn.
    pub fn revoked() -> Self {
        Self {
            status: 403,
            message: "CONSENT_REVOKED".to_owned(),
            identifier: String::new(),
            missing_licenses: Vec::new(),
        }
    }

    /// No answer within the time.
    pub fn timeout() -> Self {
        Self {
            status: 408,
            message: "Request timed out".to_owned(),
            identifier: "CLIENT_TIMEOUT".to_owned(),
            missing_licenses: Vec::new(),
        }
    }

    /// The service cannot be reached, keeps failing, or is not there.
    pub fn unavailable(message: &str) -> Self {
        Self {
            status: 503,
            message: message.to_owned(),
            identifier: "SERVICE_UNAVAILABLE".to_owned(),
            missing_licenses: Vec::new(),
        }
    }

    /// The failure that an answer with this status and body tells. Its texts are reduced to plain text of bounded length.
    pub fn read(status: u16, body: &Value) -> Self {
        let text = |name: &str| body.get(name).and_then(Value::as_str).unwrap_or_default();
        let message = text("message");
        let mut identifier = match text("error_code") {
            "" => text("errorIdentifier"),
            code => code,
        };
        if message.contains("fewer than 1") {
            identifier = "NOT_ENOUGH_CONTENT";
        }
        let licenses = ["missing_licenses", "missingLicenses"]
            .into_iter()
            .find_map(|name| body.get(name)?.as_array());
        let licenses = licenses.filter(|_| matches!(status, 402 | 429));
        let texts = licenses.into_iter().flatten().filter_map(Value::as_str);
        Self {
            status: if KNOWN.contains(&status) { status } else { 500 },
            identifier: plain(identifier, NAME_CHARS),
            missing_licenses: texts
                .take(MOST_LICENSES)
                .map(|name| plain(name, NAME_CHARS))
                .collect(),
            message: plain(message, MESSAGE_CHARS),
        }
    }

    /// What to do; `retried` after a call with new tokens.
    pub const fn reaction(&self, retried: bool) -> Reaction {
        match self.status {
            401 if !retried => Reaction::RetryWithNewTokens,
            403 => Reaction::RevokeConsent,
            _ => Reaction::Answer,
        }
    }

    /// The body of `get_suggestions`, with the failure's status.
    pub fn suggestions_body(&self) -> Value {
        let mut body = Map::new();
        body.insert("message".to_owned(), self.message.clone().into());
        body.insert("errorIdentifier".to_owned(), self.identifier.clone().into());
        self.licenses_into(&mut body);
        Value::Object(body)
    }

    /// The body of `get_usage`, with the failure's status.
    pub fn usage_body(&self) -> Value {
        let mut body = Map::new();
        body.insert("errorMessage".to_owned(), self.message.clone().into());
        body.insert("errorIdentifier".to_owned(), self.identifier.clone().into());
        body.insert("errorCode".to_owned(), self.status.into());
        self.licenses_into(&mut body);
        Value::Object(body)
    }

    fn licenses_into(&self, body: &mut Map<String, Value>) {
        if matches!(self.status, 402 | 429) {
            body.insert("missingLicenses".to_owned(), json!(self.missing_licenses));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_read() {
        let body = json!({"message": "Sem saldo", "error_code": "USAGE_LIMIT", "missing_licenses": ["premium", 1]});
        let failure = Failure::read(429, &body);
        assert_eq!(
            failure.suggestions_body(),
            json!({"message": "Sem saldo", "errorIdentifier": "USAGE_LIMIT", "missingLicenses": ["premium"]})
        );
        assert_eq!(
            failure.usage_body(),
            json!({"errorMessage": "Sem saldo", "errorIdentifier": "USAGE_LIMIT", "errorCode": 429, "missingLicenses": ["premium"]})
        );
    }

    #[test]
    fn licences_are_named_for_two_statuses_only() {
        let body = json!({"message": "x", "missing_licenses": ["premium"]});
        let failure = Failure::read(400, &body);
        assert_eq!(
            failure.suggestions_body(),
            json!({"message": "x", "errorIdentifier": ""})
        );
        assert!(Failure::read(402, &body).suggestions_body()["missingLicenses"].is_array());
    }

    #[test]
    fn both_spellings_of_members_are_read() {
        let body =
            json!({"message": "x", "errorIdentifier": "LIMITE", "missingLicenses": ["premium"]});
        let failure = Failure::read(402, &body);
        assert_eq!(failure.identifier, "LIMITE");
        assert_eq!(failure.missing_licenses, ["premium"]);
    }

    #[test]
    fn texts_of_the_service_are_bounded() {
        let body = json!({
            "message": format!("<b>{}</b>\u{7}", "é".repeat(10_000)),
            "error_code": "X".repeat(10_000),
            "missing_licenses": vec!["y".repeat(1_000); 1_000],
        });
        let failure = Failure::read(402, &body);
        assert_eq!(failure.message, "é".repeat(MESSAGE_CHARS));
        assert_eq!(failure.identifier.len(), NAME_CHARS);
        assert_eq!(
            failure.missing_licenses,
            vec!["y".repeat(NAME_CHARS); MOST_LICENSES]
        );
    }

    #[test]
    fn too_little_text_has_its_own_identifier() {
        let body = json!({"message": "content has fewer than 1 characters"});
        assert_eq!(Failure::read(400, &body).identifier, "NOT_ENOUGH_CONTENT");
    }

    #[test]
    fn unknown_statuses_and_bodies() {
        let failure = Failure::read(418, &Value::Null);
        assert_eq!((failure.status, failure.message.as_str()), (500, ""));
        for status in KNOWN {
            assert_eq!(Failure::read(status, &Value::Null).status, status);
        }
    }

    #[test]
    fn reactions() {
        let failure = |status| Failure::read(status, &Value::Null);
        assert_eq!(failure(401).reaction(false), Reaction::RetryWithNewTokens);
        assert_eq!(failure(401).reaction(true), Reaction::Answer);
        assert_eq!(failure(403).reaction(false), Reaction::RevokeConsent);
        assert_eq!(failure(429).reaction(false), Reaction::Answer);
    }

    #[test]
    fn missing_consent() {
        assert_eq!(
            Failure::revoked().suggestions_body(),
            json!({"message": "CONSENT_REVOKED", "errorIdentifier": ""})
        );
        assert_eq!(
            Failure::revoked().usage_body(),
            json!({"errorMessage": "CONSENT_REVOKED", "errorIdentifier": "", "errorCode": 403})
        );
        assert_eq!(
            Failure::timeout().suggestions_body()["errorIdentifier"],
            "CLIENT_TIMEOUT"
        );
    }
}
