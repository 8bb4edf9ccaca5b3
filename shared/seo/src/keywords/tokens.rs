//! Tokens of a connected service.

use std::fmt;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// Longest token that is kept, in bytes.
const TOKEN_BYTES: usize = 16_384;
/// Longest validity of an access token that is believed, in seconds.
const MOST_SECONDS: i64 = 31_536_000;

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
    /// Until when another process may renew the tokens, in seconds since 1970.
    #[serde(default)]
    pub renewing_until: i64,
}

/// What the service knows the deployment by.
#[derive(Clone, PartialEq, Eq)]
pub struct OAuthClient {
    /// Identifier.
    pub id: String,
    /// Secret, where the service asks for one.
    pub secret: Option<String>,
    /// Where the service sends people after they allowed access.
    pub redirect: String,
}

impl fmt::Debug for OAuthClient {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("OAuthClient")
            .field("id", &self.id)
            .field("redirect", &self.redirect)
            .finish_non_exhaustive()
    }
}

impl ServiceTokens {
    /// The tokens of an OAuth answer; `None` without both tokens.
    pub fn read(answer: &Value, now: Timestamp) -> Option<Self> {
        let token = |name| {
            let text = answer.get(name)?.as_str()?;
            let fits = (1..=TOKEN_BYTES).contains(&text.len());
            (fits && text.bytes().all(|one| one.is_ascii_graphic())).then(|| text.to_owned())
        };
        let lasts = answer.get("expires_in").and_then(Value::as_i64);
        Some(Self {
            access_token: token("access_token")?,
            refresh_token: token("refresh_token")?,
            expires: now
                .as_second()
                .saturating_add(lasts.unwrap_or(3_600).clamp(0, MOST_SECONDS)),
            created_at: now.as_second(),
            error_count: 0,
            renewing_until: 0,
        })
    }

    /// Whether the access token must be renewed.
    pub fn has_expired(&self, now: Timestamp) -> bool {
        now.as_second() >= self.expires
    }

    /// Whether another process is renewing the tokens.
    pub fn is_renewing(&self, now: Timestamp) -> bool {
        now.as_second() < self.renewing_until
    }

    /// Counts a failed renewal, and ends it.
    pub const fn renewal_failed(&mut self) {
        self.error_count = self.error_count.saturating_add(1);
        self.renewing_until = 0;
    }

    /// The form of the renewal.
    pub fn renewal_form(&self, client: &OAuthClient) -> Vec<(&'static str, String)> {
        let mut form = form_of(client, "refresh_token");
        form.push(("refresh_token", self.refresh_token.clone()));
        form
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
    client: &OAuthClient,
    code: &str,
    verifier: Option<&str>,
) -> Vec<(&'static str, String)> {
    let mut form = form_of(client, "authorization_code");
    form.push(("code", code.to_owned()));
    form.extend(verifier.map(|verifier| ("code_verifier", verifier.to_owned())));
    form
}

fn form_of(client: &OAuthClient, grant: &str) -> Vec<(&'static str, String)> {
    let mut form = vec![
        ("grant_type", grant.to_owned()),
        ("client_id", client.id.clone()),
        ("redirect_uri", client.redirect.clone()),
    ];
    form.extend(
        client
            .secret
            .clone()
            .map(|secret| ("client_secret", secret)),
    );
    form
}

#[cfg(test)]
mod tests {
    use super::*;

    fn client(secret: Option<&str>) -> OAuthClient {
        OAuthClient {
            id: "cliente".to_owned(),
            secret: secret.map(str::to_owned),
            redirect: "https://a.example/volta".to_owned(),
        }
    }

    #[test]
    fn forms() {
        let form = exchange_form(&client(None), "c0d1", Some("v3r"));
        assert_eq!(form.len(), 5);
        for part in [
            ("grant_type", "authorization_code"),
            ("client_id", "cliente"),
            ("redirect_uri", "https://a.example/volta"),
            ("code", "c0d1"),
            ("code_verifier", "v3r"),
        ] {
            assert!(form.contains(&(part.0, part.1.to_owned())), "{part:?}");
        }
        let form = exchange_form(&client(Some("s3g")), "c", None);
        assert_eq!(form.len(), 5);
        assert!(form.contains(&("client_secret", "s3g".to_owned())));
        let answer = json!({"access_token": "a", "refresh_token": "r"});
        let form = ServiceTokens::read(&answer, at(0))
            .unwrap()
            .renewal_form(&client(None));
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
            json!({"access_token": "a".repeat(20_000), "refresh_token": "r"}),
            json!(null),
        ] {
            assert_eq!(ServiceTokens::read(&answer, at(0)), None, "{answer}");
        }
    }

    #[test]
    fn failed_renewals_are_counted_and_ended() {
        let answer = json!({"access_token": "a", "refresh_token": "r"});
        let mut tokens = ServiceTokens::read(&answer, at(0)).unwrap();
        tokens.renewing_until = 30;
        assert!(tokens.is_renewing(at(29)) && !tokens.is_renewing(at(30)));
        tokens.renewal_failed();
        assert_eq!((tokens.error_count, tokens.is_renewing(at(0))), (1, false));
    }

    #[test]
    fn the_validity_is_bounded() {
        for (lasts, expires) in [
            (json!(-5), 0),
            (json!(i64::MAX), MOST_SECONDS),
            (json!("x"), 3_600),
        ] {
            let answer = json!({"access_token": "a", "refresh_token": "r", "expires_in": lasts});
            assert_eq!(
                ServiceTokens::read(&answer, at(0)).unwrap().expires,
                expires
            );
        }
    }

    #[test]
    fn debugging_hides_tokens() {
        let answer = json!({"access_token": "segredo", "refresh_token": "outro"});
        let shown = format!("{:?}", ServiceTokens::read(&answer, at(0)).unwrap());
        assert!(!shown.contains("segredo") && !shown.contains("outro"));
        assert!(!format!("{:?}", client(Some("s3g"))).contains("s3g"));
    }
}
