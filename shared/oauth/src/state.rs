//! Signed states of authorizations: what comes back from the provider's page was given out by this deployment.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use secrecy::SecretString;
use serde::Serialize;
use serde::de::DeserializeOwned;
use vault::{KeyRing, TokenHash};

/// Longest state that is read, in bytes.
const MOST_BYTES: usize = 1_000;

fn signature(keyring: &KeyRing, purpose: &str, payload: &str) -> TokenHash {
    keyring.token_hash(purpose, &SecretString::from(payload))
}

/// `state` signed for `purpose`, of characters that need no encoding in an address.
///
/// # Errors
/// The state cannot be written as JSON.
pub fn signed_state<T: Serialize>(
    state: &T,
    keyring: &KeyRing,
    purpose: &str,
) -> Result<String, serde_json::Error> {
    let payload = URL_SAFE_NO_PAD.encode(serde_json::to_vec(state)?);
    let signature = signature(keyring, purpose, &payload);
    Ok(format!("{payload}.{}", signature.as_str()))
}

/// Reads a state that was signed for `purpose`; none for any other text. The signature is compared in constant time,
/// before anything is parsed.
#[must_use]
pub fn verified_state<T: DeserializeOwned>(
    text: &str,
    keyring: &KeyRing,
    purpose: &str,
) -> Option<T> {
    let (payload, sent) = text.split_once('.').filter(|_| text.len() <= MOST_BYTES)?;
    let sent = TokenHash::from_stored(sent);
    if !signature(keyring, purpose, payload).matches(&sent) {
        return None;
    }
    let json = URL_SAFE_NO_PAD.decode(payload).ok()?;
    serde_json::from_slice(&json).ok()
}

#[cfg(test)]
mod tests {
    use embedded::random::SeededRandom;

    use super::*;

    #[test]
    fn only_a_state_signed_for_its_purpose_is_read() {
        let keyring = KeyRing::generate(&SeededRandom::new(5));
        let text = signed_state(&("ana", 7), &keyring, "connect").unwrap();
        let read = |text: &str, purpose| verified_state::<(String, u8)>(text, &keyring, purpose);
        assert_eq!(read(&text, "connect"), Some(("ana".to_owned(), 7)));
        assert_eq!(read(&text, "other"), None);
        assert!(
            text.bytes()
                .all(|b| b.is_ascii_alphanumeric() || b"-_.".contains(&b))
        );
        for place in 0..text.len() {
            let mut altered = text.clone().into_bytes();
            altered[place] = if altered[place] == b'a' { b'b' } else { b'a' };
            let altered = String::from_utf8(altered).unwrap();
            assert_eq!(read(&altered, "connect"), None, "{place}");
        }
        let other = KeyRing::generate(&SeededRandom::new(6));
        let foreign = signed_state(&("ana", 7), &other, "connect").unwrap();
        let long = format!("{text}{}", "a".repeat(MOST_BYTES));
        for text in ["", ".", "abc", &foreign, &long] {
            assert_eq!(read(text, "connect"), None, "{text}");
        }
    }
}
