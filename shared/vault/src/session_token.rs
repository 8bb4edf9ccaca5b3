//! Access tokens of sessions: JWTs signed with HMAC-SHA-256.
//!
//! Exactly one algorithm is issued and accepted. The header's key id selects a key of the ring, so that
//! keys can be rotated without ending sessions. The current time is an argument; there is no leeway.

use jiff::Timestamp;
use jsonwebtoken::errors::ErrorKind;
use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header, Validation};
use secrecy::SecretString;
use serde::{Deserialize, Serialize};

use crate::keyring::KeyRing;

/// Life of an access token in seconds (docs/interface/platform/session.md#tokens).
pub const LIFETIME_SECONDS: i64 = 900;

const ISSUER: &str = "pauta";
const AUDIENCE: &str = "pauta-api";
const ALGORITHM: Algorithm = Algorithm::HS256;

/// Longest accepted token in bytes; issued tokens have about 400.
const MAXIMUM_BYTES: usize = 4_096;

/// Claims of an access token. Every request additionally checks in the store that the session exists and
/// the user is active.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Claims {
    /// The user's id.
    pub subject: String,
    /// The user's role when the token was issued.
    pub role: String,
    /// The session's id.
    pub session: String,
    /// Time of issue, in whole seconds.
    pub issued_at: Timestamp,
    /// Time from which the token is rejected, in whole seconds.
    pub expires_at: Timestamp,
}

/// Why an access token is rejected.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum TokenError {
    /// Not a token with the expected claims.
    #[error("not an access token")]
    Malformed,
    /// Another algorithm than the accepted one, or none.
    #[error("the access token's algorithm is not accepted")]
    Algorithm,
    /// No key id, or one that is not in the ring.
    #[error("the access token's key is not in the ring")]
    UnknownKey,
    /// The signature does not match.
    #[error("the access token's signature is wrong")]
    Signature,
    /// Issued by or for another service.
    #[error("the access token is meant for another service")]
    Audience,
    /// Expired.
    #[error("the access token has expired")]
    Expired,
}

/// Signing the token failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the access token could not be signed")]
pub struct IssueError;

/// The claims in their wire format (RFC 7519: times in seconds since 1970).
#[derive(Serialize, Deserialize)]
struct WireClaims {
    sub: String,
    role: String,
    sid: String,
    iss: String,
    aud: String,
    iat: i64,
    exp: i64,
}

impl Claims {
    /// Claims of a token that is issued at `now` and valid for [`LIFETIME_SECONDS`].
    pub fn issued_now(
        subject: impl Into<String>,
        role: impl Into<String>,
        session: impl Into<String>,
        now: Timestamp,
    ) -> Self {
        let issued = now.as_second();
        let whole = |second| Timestamp::from_second(second).unwrap_or(now);
        Self {
            subject: subject.into(),
            role: role.into(),
            session: session.into(),
            issued_at: whole(issued),
            expires_at: whole(issued.saturating_add(LIFETIME_SECONDS)),
        }
    }
}

/// Signs an access token with the active key.
///
/// # Errors
/// [`IssueError`] when signing failed.
pub fn issue(keyring: &KeyRing, claims: &Claims) -> Result<SecretString, IssueError> {
    let (id, key) = keyring.signing_active();
    let key = EncodingKey::from_secret(key.ok_or(IssueError)?.as_slice());
    let mut header = Header::new(ALGORITHM);
    header.kid = Some(id.to_owned());
    let wire = WireClaims {
        sub: claims.subject.clone(),
        role: claims.role.clone(),
        sid: claims.session.clone(),
        iss: ISSUER.to_owned(),
        aud: AUDIENCE.to_owned(),
        iat: claims.issued_at.as_second(),
        exp: claims.expires_at.as_second(),
    };
    jsonwebtoken::encode(&header, &wire, &key)
        .map(SecretString::from)
        .map_err(|_| IssueError)
}

/// Verifies an access token at `now` and returns its claims.
///
/// # Errors
/// [`TokenError`] names the cause; the signature is verified before any claim is used.
pub fn verify(keyring: &KeyRing, token: &str, now: Timestamp) -> Result<Claims, TokenError> {
    if token.len() > MAXIMUM_BYTES {
        return Err(TokenError::Malformed);
    }
    let header = jsonwebtoken::decode_header(token).map_err(|fault| refusal(fault.kind()))?;
    if header.alg != ALGORITHM {
        return Err(TokenError::Algorithm);
    }
    let key = header
        .kid
        .as_deref()
        .and_then(|id| keyring.signing_key(id))
        .ok_or(TokenError::UnknownKey)?;
    let data = jsonwebtoken::decode::<WireClaims>(
        token,
        &DecodingKey::from_secret(key.as_slice()),
        &validation(),
    )
    .map_err(|fault| refusal(fault.kind()))?;
    let wire = data.claims;
    let time = |second| Timestamp::from_second(second).map_err(|_| TokenError::Malformed);
    let claims = Claims {
        subject: wire.sub,
        role: wire.role,
        session: wire.sid,
        issued_at: time(wire.iat)?,
        expires_at: time(wire.exp)?,
    };
    if now < claims.expires_at {
        Ok(claims)
    } else {
        Err(TokenError::Expired)
    }
}

fn validation() -> Validation {
    let mut validation = Validation::new(ALGORITHM);
    // The library would read the system clock; `verify` compares with its argument instead.
    validation.validate_exp = false;
    validation.leeway = 0;
    validation.set_required_spec_claims(&["iss", "aud", "sub"]);
    validation.set_issuer(&[ISSUER]);
    validation.set_audience(&[AUDIENCE]);
    validation
}

fn refusal(kind: &ErrorKind) -> TokenError {
    match kind {
        ErrorKind::InvalidSignature => TokenError::Signature,
        ErrorKind::InvalidIssuer | ErrorKind::InvalidAudience => TokenError::Audience,
        ErrorKind::InvalidAlgorithm
        | ErrorKind::InvalidAlgorithmName
        | ErrorKind::UnsupportedAlgorithm => TokenError::Algorithm,
        _ => TokenError::Malformed,
    }
}

#[cfg(test)]
mod tests {
    use base64::Engine;
    use base64::engine::general_purpose::URL_SAFE_NO_PAD;
    use jiff::SignedDuration;
    use proptest::prelude::*;
    use secrecy::ExposeSecret;
    use serde_json::{Value, json};

    use super::*;
    use crate::seeded::Seeded;

    fn now() -> Timestamp {
        "2026-11-20T12:00:00.5Z".parse().unwrap()
    }

    fn ring() -> KeyRing {
        KeyRing::generate(&Seeded::new(1))
    }

    fn token(ring: &KeyRing) -> String {
        let claims = Claims::issued_now("7", "editor", "s-1", now());
        issue(ring, &claims).unwrap().expose_secret().to_owned()
    }

    fn signed(ring: &KeyRing, header: &Header, claims: &Value) -> String {
        let key = EncodingKey::from_secret(ring.signing_active().1.unwrap().as_slice());
        jsonwebtoken::encode(header, claims, &key).unwrap()
    }

    fn header(algorithm: Algorithm, kid: Option<&str>) -> Header {
        let mut header = Header::new(algorithm);
        header.kid = kid.map(str::to_owned);
        header
    }

    fn claims() -> Value {
        let issued = now().as_second();
        json!({"sub": "7", "role": "editor", "sid": "s-1", "iss": ISSUER, "aud": AUDIENCE,
               "iat": issued, "exp": issued + 900})
    }

    #[test]
    fn claims_round_trip_until_the_last_second() {
        let ring = ring();
        let token = token(&ring);
        let claims = verify(&ring, &token, now()).unwrap();
        assert_eq!(claims, Claims::issued_now("7", "editor", "s-1", now()));
        let end = claims.expires_at;
        assert_eq!(end.as_second() - claims.issued_at.as_second(), 900);
        let nanosecond = SignedDuration::from_nanos(1);
        assert!(verify(&ring, &token, end - nanosecond).is_ok());
        assert_eq!(verify(&ring, &token, end), Err(TokenError::Expired));
    }

    #[test]
    fn the_test_helper_creates_valid_tokens() {
        let ring = ring();
        let token = signed(&ring, &header(ALGORITHM, Some("k1")), &claims());
        assert!(verify(&ring, &token, now()).is_ok());
    }

    #[test]
    fn other_algorithms_and_none_are_rejected() {
        let ring = ring();
        for algorithm in [Algorithm::HS384, Algorithm::HS512] {
            let token = signed(&ring, &header(algorithm, Some("k1")), &claims());
            assert_eq!(verify(&ring, &token, now()), Err(TokenError::Algorithm));
        }
        let body = URL_SAFE_NO_PAD.encode(claims().to_string());
        for name in ["none", "None", "NONE", ""] {
            let head =
                URL_SAFE_NO_PAD.encode(json!({"alg": name, "typ": "JWT", "kid": "k1"}).to_string());
            for signature in ["", "AAAA"] {
                let token = format!("{head}.{body}.{signature}");
                assert!(verify(&ring, &token, now()).is_err(), "{name}");
            }
        }
    }

    #[test]
    fn an_unknown_key_is_rejected() {
        let ring = ring();
        for kid in [None, Some("k2"), Some(""), Some("../k1")] {
            let token = signed(&ring, &header(ALGORITHM, kid), &claims());
            assert_eq!(verify(&ring, &token, now()), Err(TokenError::UnknownKey));
        }
        let stranger = KeyRing::generate(&Seeded::new(2));
        assert_eq!(
            verify(&ring, &token(&stranger), now()),
            Err(TokenError::Signature)
        );
    }

    #[test]
    fn rotation_keeps_sessions() {
        let old = ring();
        let new = old.rotated(&Seeded::new(3));
        assert!(verify(&new, &token(&old), now()).is_ok());
        assert!(verify(&new, &token(&new), now()).is_ok());
        assert_eq!(
            verify(&old, &token(&new), now()),
            Err(TokenError::UnknownKey)
        );
    }

    #[test]
    fn altered_claims_are_rejected() {
        let ring = ring();
        let token = token(&ring);
        let mut parts = token.split('.');
        let (head, _, signature) = (parts.next().unwrap(), parts.next(), parts.next().unwrap());
        let mut forged = claims();
        forged["role"] = json!("admin");
        let forged = format!(
            "{head}.{}.{signature}",
            URL_SAFE_NO_PAD.encode(forged.to_string())
        );
        assert_eq!(verify(&ring, &forged, now()), Err(TokenError::Signature));
    }

    #[test]
    fn tokens_for_other_services_or_with_missing_claims_are_rejected() {
        let ring = ring();
        let header = header(ALGORITHM, Some("k1"));
        for (field, value) in [("iss", "other"), ("aud", "other")] {
            let mut claims = claims();
            claims[field] = json!(value);
            assert_eq!(
                verify(&ring, &signed(&ring, &header, &claims), now()),
                Err(TokenError::Audience)
            );
        }
        for field in ["sub", "role", "sid", "iss", "aud", "iat", "exp"] {
            let mut claims = claims();
            claims.as_object_mut().unwrap().remove(field);
            assert!(
                verify(&ring, &signed(&ring, &header, &claims), now()).is_err(),
                "{field}"
            );
        }
        let mut endless = claims();
        endless["exp"] = json!(i64::MAX);
        assert_eq!(
            verify(&ring, &signed(&ring, &header, &endless), now()),
            Err(TokenError::Malformed)
        );
    }

    proptest! {
        #[test]
        fn any_text_is_handled(text in "\\PC*") {
            prop_assert!(verify(&ring(), &text, now()).is_err());
        }
    }
}
