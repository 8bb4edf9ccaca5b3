//! The tokens of a user and what to do before a call.

use std::fmt;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::consent::AiState;
use super::jwt::{LIMIT, expires, is_expired};

/// The tokens of a user, to be sealed before they are stored. Formatting them for debugging shows nothing.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tokens {
    access: String,
    refresh: String,
}

impl Tokens {
    /// The tokens of a callback; `None` when one is empty, too long, or not of the characters of a token.
    pub fn new(access: &str, refresh: &str) -> Option<Self> {
        let is_token = |text: &str| {
            !text.is_empty()
                && text.len() <= LIMIT
                && text.bytes().all(|one| one.is_ascii_graphic())
        };
        (is_token(access) && is_token(refresh)).then(|| Self {
            access: access.to_owned(),
            refresh: refresh.to_owned(),
        })
    }

    /// The token that accompanies a call.
    pub fn access(&self) -> &str {
        &self.access
    }

    /// The token that renews the other.
    pub fn refresh(&self) -> &str {
        &self.refresh
    }
}

impl fmt::Debug for Tokens {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Tokens")
    }
}

/// What to do before a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// Answer 403 `CONSENT_REVOKED`.
    RefuseWithoutConsent,
    /// Request tokens, which arrive through the callback.
    Request,
    /// Renew the access token, which arrives through the other callback.
    Refresh,
    /// Call with the access token.
    Call,
}

/// The step before a call, from what is stored.
pub fn step(state: &AiState, tokens: Option<&Tokens>, now: Timestamp) -> Step {
    match tokens {
        _ if !state.has_consent() => Step::RefuseWithoutConsent,
        None => Step::Request,
        Some(tokens) if !is_expired(&tokens.access, now) => Step::Call,
        // A token that renews need not be readable; only one that says that it ended is not tried.
        Some(tokens) if expires(&tokens.refresh).is_some_and(|end| end <= now) => Step::Request,
        Some(_) => Step::Refresh,
    }
}

/// What a failed renewal leads to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AfterRefresh {
    /// Delete the tokens and request new ones.
    Request,
    /// Withdraw consent, delete the tokens, answer 403 `CONSENT_REVOKED`.
    RevokeConsent,
    /// Answer the failure.
    Answer,
}

/// What to do when `token/refresh` was answered with this status.
pub const fn after_refresh(status: u16) -> AfterRefresh {
    match status {
        401 => AfterRefresh::Request,
        403 => AfterRefresh::RevokeConsent,
        _ => AfterRefresh::Answer,
    }
}

/// Path of a request of tokens, below the service's address.
pub const REQUEST_PATH: &str = "token/request";
/// Path of a renewal.
pub const REFRESH_PATH: &str = "token/refresh";
/// Path of the end of tokens, called when consent is withdrawn.
pub const INVALIDATE_PATH: &str = "token/invalidate";

/// What the request of tokens says about the site.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TokenRequest<'a> {
    /// Name of the service that asks.
    pub service: &'a str,
    /// Address of the site.
    pub site: &'a str,
    /// Identifier of the user.
    pub user: u64,
    /// Address of `ai_generator/callback`.
    pub callback: &'a str,
    /// Address of `ai_generator/refresh_callback`.
    pub refresh_callback: &'a str,
}

impl TokenRequest<'_> {
    /// The body of `token/request`.
    pub fn body(&self, challenge: &str) -> Value {
        json!({
            "service": self.service,
            "code_challenge": challenge,
            "license_site_url": self.site,
            "user_id": self.user.to_string(),
            "callback_url": self.callback,
            "refresh_callback_url": self.refresh_callback,
        })
    }
}

/// The body of `token/refresh`.
pub fn refresh_body(challenge: &str) -> Value {
    json!({ "code_challenge": challenge })
}

#[cfg(test)]
mod tests {
    use base64::Engine;
    use base64::engine::general_purpose::URL_SAFE_NO_PAD;

    use super::*;

    fn token(exp: i64) -> String {
        let payload = URL_SAFE_NO_PAD.encode(format!("{{\"exp\":{exp}}}"));
        format!("h.{payload}.s")
    }

    #[test]
    fn steps() {
        let now = Timestamp::from_second(1_000).unwrap();
        let mut state = AiState::default();
        let tokens = |access, refresh| Tokens::new(&token(access), &token(refresh)).unwrap();
        assert_eq!(
            step(&state, Some(&tokens(2_000, 3_000)), now),
            Step::RefuseWithoutConsent
        );
        state.give_consent(now);
        assert_eq!(step(&state, None, now), Step::Request);
        assert_eq!(step(&state, Some(&tokens(2_000, 3_000)), now), Step::Call);
        assert_eq!(step(&state, Some(&tokens(900, 3_000)), now), Step::Refresh);
        assert_eq!(step(&state, Some(&tokens(900, 1_000)), now), Step::Request);
    }

    #[test]
    fn a_renewing_token_that_cannot_be_read_is_tried() {
        let now = Timestamp::from_second(1_000).unwrap();
        let mut state = AiState::default();
        state.give_consent(now);
        let tokens = Tokens::new(&token(900), "opaco").unwrap();
        assert_eq!(step(&state, Some(&tokens), now), Step::Refresh);
    }

    #[test]
    fn a_renewal_that_fails() {
        assert_eq!(after_refresh(401), AfterRefresh::Request);
        assert_eq!(after_refresh(403), AfterRefresh::RevokeConsent);
        assert_eq!(after_refresh(503), AfterRefresh::Answer);
    }

    #[test]
    fn what_is_no_token_is_refused() {
        assert!(Tokens::new("a.b.c", "d.e.f").is_some());
        for wrong in ["", "a b", "a\r\nX: y", "é"] {
            assert!(Tokens::new(wrong, "d.e.f").is_none(), "{wrong}");
            assert!(Tokens::new("a.b.c", wrong).is_none(), "{wrong}");
        }
    }

    #[test]
    fn debugging_hides_tokens() {
        let tokens = Tokens::new("segredo", "outro").unwrap();
        assert_eq!(format!("{tokens:?}"), "Tokens");
        assert_eq!((tokens.access(), tokens.refresh()), ("segredo", "outro"));
    }

    #[test]
    fn bodies() {
        let request = TokenRequest {
            service: "openai",
            site: "https://a.example",
            user: 5,
            callback: "https://a.example/c",
            refresh_callback: "https://a.example/r",
        };
        assert_eq!(
            request.body("ff"),
            json!({
                "service": "openai", "code_challenge": "ff", "license_site_url": "https://a.example",
                "user_id": "5", "callback_url": "https://a.example/c",
                "refresh_callback_url": "https://a.example/r",
            })
        );
        assert_eq!(refresh_body("ff"), json!({"code_challenge": "ff"}));
    }
}
