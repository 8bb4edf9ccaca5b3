//! The end of a token's validity. The site is a client: it reads the time to know when to renew, and trusts nothing in it.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use jiff::Timestamp;
use serde_json::Value;

/// Longest token that is read, in bytes.
pub const LIMIT: usize = 16_384;

/// The time of `exp`; `None` when the token cannot be read.
pub fn expires(token: &str) -> Option<Timestamp> {
    if token.len() > LIMIT {
        return None;
    }
    let mut parts = token.split('.');
    let (_header, payload, _signature) = (parts.next()?, parts.next()?, parts.next()?);
    if parts.next().is_some() {
        return None;
    }
    let bytes = URL_SAFE_NO_PAD.decode(payload.trim_end_matches('=')).ok()?;
    let claims: Value = serde_json::from_slice(&bytes).ok()?;
    let seconds = claims.get("exp")?;
    Timestamp::from_second(seconds.as_i64()?).ok()
}

/// Whether the token must be renewed: its time is over, or it cannot be read.
pub fn is_expired(token: &str, now: Timestamp) -> bool {
    expires(token).is_none_or(|end| end <= now)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn token(payload: &str) -> String {
        let payload = URL_SAFE_NO_PAD.encode(payload);
        format!("eyJhbGciOiJIUzI1NiJ9.{payload}.c2ln")
    }

    #[test]
    fn the_time_is_read() {
        let token = token(r#"{"sub":"1","exp":1700000000}"#);
        let end = Timestamp::from_second(1_700_000_000).unwrap();
        assert_eq!(expires(&token), Some(end));
        assert!(is_expired(&token, end));
        assert!(!is_expired(
            &token,
            Timestamp::from_second(1_699_999_999).unwrap()
        ));
    }

    #[test]
    fn what_cannot_be_read_is_expired() {
        for token in [
            String::new(),
            "a.b".to_owned(),
            "a.b.c.d".to_owned(),
            token("[]"),
            token(r#"{"exp":"amanhã"}"#),
            token(r#"{"exp":1e400}"#),
            token(r#"{"exp":99999999999999999}"#),
            "x".repeat(LIMIT + 1),
        ] {
            assert_eq!(expires(&token), None, "{token:.40}");
            assert!(is_expired(&token, Timestamp::UNIX_EPOCH));
        }
    }

    proptest! {
        #[test]
        fn any_text_is_read_without_failure(token in "\\PC{0,80}") {
            prop_assert!(expires(&token).is_none());
        }
    }
}
