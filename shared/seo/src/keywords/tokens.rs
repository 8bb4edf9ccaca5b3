//! Tokens of a connected service.

use std::fmt;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// Failed renewals after which a connection counts as lost.
const MOST_ERRORS: u32 = 3;

/// The tokens of a connected service, to be sealed before they are stored. Formatting them for debugging shows no token.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ServiceTokens {
    /// The token that accompanies a call.
    pub access_token: String,
    /// The token that renews the other.
    pub refresh_token: String,
    /// When the access token ends, in seconds since 1970.
    pub expires: i64,
    /// When the tokens were received, in seconds since 1970.
    pub created_at: i64,
    /// Failed renewals since the last success.
    pub error_count: u32,
}

impl ServiceTokens {
    /// The tokens of an OAuth answer; `None` without both tokens.
    pub fn read(answer: &Value, now: Timestamp) -> Option<Self> {
        let token = |name| {
            let text = answer.get(name)?.as_str()?;
            (!text.is_empty() && text.bytes().all(|one| one.is_ascii_graphic()))
                .then(|| text.to_owned())
        };
        let lasts = answer.get("expires_in").and_then(Value::as_i64);
        Some(Self {
            access_token: token("access_token")?,
            refresh_token: token("refresh_token")?,
            expires: now
                .as_second()
                .saturating_add(lasts.unwrap_or(3_600).max(0)),
            created_at: now.as_second(),
            error_count: 0,
        })
    }

    /// Whether the access token must be renewed.
    pub fn has_expired(&self, now: Timestamp) -> bool {
        now.as_second() >= self.expires
    }

    /// Counts a failed renewal. Whether the connection counts as lost, so that the tokens must be deleted.
    pub const fn renewal_failed(&mut self) -> bool {
        self.error_count = self.error_count.saturating_add(1);
        self.error_count >= MOST_ERRORS
    }

    /// The form of the renewal.
    pub fn renewal_form(&self, client: &str) -> Vec<(&'static str, String)> {
        vec![
            ("grant_type", "refresh_token".to_owned()),
            ("client_id", client.to_owned()),
            ("refresh_token", self.refresh_token.clone()),
        ]
    }

    /// The body of `authenticate`.
    pub fn body(&self, now: Timestamp) -> Value {
        json!({
            "tokens": {
                "access_token": self.access_token,
                "refresh_token": self.refresh_token,
                "expires": self.expires,
                "has_expired": self.has_expired(now),
                "created_at": self.created_at,
                "error_count": self.error_count,
            },
            "status": 200,
        })
    }
}

impl fmt::Debug for ServiceTokens {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("ServiceTokens")
            .field("expires", &self.expires)
            .field("error_count", &self.error_count)
            .finish_non_exhaustive()
    }
}

/// The form that exchanges a code for tokens; with the verifier where the authorisation had one.
pub fn exchange_form(
    code: &str,
    client: &str,
    redirect: &str,
    verifier: Option<&str>,
) -> Vec<(&'static str, String)> {
    let mut form = vec![
        ("grant_type", "authorization_code".to_owned()),
        ("client_id", client.to_owned()),
        ("code", code.to_owned()),
        ("redirect_uri", redirect.to_owned()),
    ];
    form.extend(verifier.map(|verifier| ("code_verifier", verifier.to_owned())));
    form
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms() {
        let form = exchange_form("c0d1", "cliente", "https://a.example/volta", Some("v3r"));
        assert_eq!(form.len(), 5);
        for part in [
            ("grant_type", "authorization_code"),
            ("code", "c0d1"),
            ("code_verifier", "v3r"),
        ] {
            assert!(form.contains(&(part.0, part.1.to_owned())), "{part:?}");
        }
        assert_eq!(exchange_form("c", "d", "e", None).len(), 4);
        let answer = json!({"access_token": "a", "refresh_token": "r"});
        let form = ServiceTokens::read(&answer, at(0))
            .unwrap()
            .renewal_form("cliente");
        assert!(form.contains(&("refresh_token", "r".to_owned())));
        assert!(form.contains(&("grant_type", "refresh_token".to_owned())));
    }

    fn at(second: i64) -> Timestamp {
        Timestamp::from_second(second).unwrap()
    }

    #[test]
    fn an_answer_is_read_and_shown() {
        let answer = json!({"access_token": "a", "refresh_token": "r", "expires_in": 100});
        let tokens = ServiceTokens::read(&answer, at(1_000)).unwrap();
        assert_eq!(
            tokens.body(at(1_001)),
            json!({
                "tokens": {"access_token": "a", "refresh_token": "r", "expires": 1_100,
                    "has_expired": false, "created_at": 1_000, "error_count": 0},
                "status": 200,
            })
        );
        assert!(!tokens.has_expired(at(1_099)));
        assert!(tokens.has_expired(at(1_100)));
    }

    #[test]
    fn both_tokens_are_needed() {
        for answer in [
            json!({"access_token": "a"}),
            json!({"access_token": "", "refresh_token": "r"}),
            json!({"access_token": "a\nb", "refresh_token": "r"}),
            json!(null),
        ] {
            assert_eq!(ServiceTokens::read(&answer, at(0)), None, "{answer}");
        }
    }

    #[test]
    fn three_failed_renewals_lose_the_connection() {
        let answer = json!({"access_token": "a", "refresh_token": "r"});
        let mut tokens = ServiceTokens::read(&answer, at(0)).unwrap();
        assert_eq!(
            [(); 3].map(|()| tokens.renewal_failed()),
            [false, false, true]
        );
    }

    #[test]
    fn debugging_hides_tokens() {
        let answer = json!({"access_token": "segredo", "refresh_token": "outro"});
        let shown = format!("{:?}", ServiceTokens::read(&answer, at(0)).unwrap());
        assert!(!shown.contains("segredo") && !shown.contains("outro"));
    }
}
