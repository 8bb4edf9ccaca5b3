//! Random tokens and codes, and the keyed hash under which they are stored.
//!
//! Tokens are long and random, so a fast keyed hash suffices: without the pepper, a leaked database cannot
//! be used for guessing.

use std::fmt;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac::{Hmac, KeyInit, Mac};
use ports::Random;
use secrecy::{ExposeSecret, SecretString};
use serde::{Deserialize, Serialize};
use sha2::Sha256;
use subtle::ConstantTimeEq;
use zeroize::Zeroizing;

use crate::keyring::KeyRing;

/// Block size of SHA-256 in bytes, to which HMAC pads its key (RFC 2104).
const BLOCK_BYTES: usize = 64;

/// A token of `bytes` random bytes, as base64url without padding.
pub fn random_token(random: &dyn Random, bytes: usize) -> SecretString {
    let mut drawn = Zeroizing::new(vec![0; bytes]);
    random.fill(&mut drawn);
    SecretString::from(URL_SAFE_NO_PAD.encode(drawn.as_slice()))
}

/// A code of `count` random decimal digits, including leading zeros; uniformly distributed.
pub fn digits(random: &dyn Random, count: usize) -> SecretString {
    SecretString::from(characters(random, b"0123456789", count))
}

/// `count` random characters of `alphabet` (ASCII, 1 to 256 characters), uniformly distributed: bytes
/// beyond the last multiple of the alphabet's length are drawn again.
pub(crate) fn characters(random: &dyn Random, alphabet: &[u8], count: usize) -> String {
    let size = alphabet.len().max(1);
    let limit = 256 - 256 % size;
    let mut text = String::with_capacity(count);
    let mut pool = Zeroizing::new([0; 64]);
    while text.len() < count {
        random.fill(pool.as_mut_slice());
        let drawn = pool
            .iter()
            .map(|byte| usize::from(*byte))
            .filter(|value| *value < limit)
            .filter_map(|value| alphabet.get(value % size))
            .take(count - text.len());
        text.extend(drawn.map(|byte| char::from(*byte)));
    }
    text
}

/// The keyed hash of a token as 64 hexadecimal digits, safe to store and to use as a lookup key.
///
/// There is no `==`: compare with [`TokenHash::matches`].
#[derive(Clone, Serialize, Deserialize)]
#[serde(transparent)]
pub struct TokenHash(String);

impl TokenHash {
    /// A hash read from the store.
    pub fn from_stored(hash: impl Into<String>) -> Self {
        Self(hash.into())
    }

    /// The hexadecimal form to store.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether both are hashes of the same token; compares in constant time.
    pub fn matches(&self, other: &Self) -> bool {
        self.0.as_bytes().ct_eq(other.0.as_bytes()).into()
    }
}

impl fmt::Debug for TokenHash {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("TokenHash(..)")
    }
}

impl KeyRing {
    /// HMAC-SHA-256 of `token` with the pepper as key. `context` names the purpose (`refresh`,
    /// `login_code/<challenge>`), so that a token is valid for one purpose only.
    pub fn token_hash(&self, context: &str, token: &SecretString) -> TokenHash {
        // HMAC pads a short key with zeros to the block size; padding here rules out an invalid key length.
        let mut block = Zeroizing::new([0; BLOCK_BYTES]);
        for (target, source) in block.iter_mut().zip(self.pepper().iter()) {
            *target = *source;
        }
        let mut mac = Hmac::<Sha256>::new((&*block).into());
        // The length separates context and token unambiguously.
        mac.update(&(context.len() as u64).to_be_bytes());
        mac.update(context.as_bytes());
        mac.update(token.expose_secret().as_bytes());
        TokenHash(hex::encode(mac.finalize().into_bytes()))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use super::*;
    use crate::seeded::Seeded;

    #[test]
    fn tokens_have_the_requested_length_and_never_repeat() {
        let random = Seeded::new(1);
        let drawn: BTreeSet<_> = (0..1000)
            .map(|_| random_token(&random, 32).expose_secret().to_owned())
            .collect();
        assert_eq!(drawn.len(), 1000);
        assert!(drawn.iter().all(|token| token.len() == 43));
    }

    #[test]
    fn digits_are_uniformly_distributed() {
        let drawn = digits(&Seeded::new(1), 100_000);
        let mut counts = BTreeMap::new();
        for character in drawn.expose_secret().chars() {
            *counts.entry(character).or_insert(0_u32) += 1;
        }
        assert_eq!(counts.len(), 10);
        // Five standard deviations (95 each) around 10,000.
        assert!(
            counts
                .values()
                .all(|count| (9_525..=10_475).contains(count)),
            "{counts:?}"
        );
    }

    #[test]
    fn codes_keep_leading_zeros() {
        let random = Seeded::new(1);
        let codes: Vec<_> = (0..200).map(|_| digits(&random, 6)).collect();
        assert!(codes.iter().all(|code| code.expose_secret().len() == 6));
        assert!(
            codes
                .iter()
                .any(|code| code.expose_secret().starts_with('0'))
        );
    }

    #[test]
    fn a_hash_depends_on_token_context_and_pepper() {
        let ring = KeyRing::generate(&Seeded::new(1));
        let other = KeyRing::generate(&Seeded::new(2));
        let token = SecretString::from("token");
        let hash = ring.token_hash("refresh", &token);
        assert!(hash.matches(&ring.token_hash("refresh", &token)));
        assert!(!hash.matches(&ring.token_hash("reset", &token)));
        assert!(!hash.matches(&other.token_hash("refresh", &token)));
        assert!(!hash.matches(&ring.token_hash("refresh", &SecretString::from("tokem"))));
        assert!(
            !ring
                .token_hash("ab", &SecretString::from("c"))
                .matches(&ring.token_hash("a", &SecretString::from("bc")))
        );
        assert!(hash.matches(&TokenHash::from_stored(hash.as_str())));
        assert_eq!(hash.as_str().len(), 64);
        assert_eq!(format!("{hash:?}"), "TokenHash(..)");
    }

    #[test]
    fn key_rotation_does_not_change_hashes() {
        let ring = KeyRing::generate(&Seeded::new(1));
        let token = SecretString::from("token");
        let rotated = ring.rotated(&Seeded::new(2));
        assert!(
            ring.token_hash("refresh", &token)
                .matches(&rotated.token_hash("refresh", &token))
        );
    }

    #[test]
    fn the_hash_is_hmac_with_the_pepper_as_key() {
        let ring = KeyRing::generate(&Seeded::new(1));
        let mut mac = Hmac::<Sha256>::new_from_slice(ring.pepper().as_slice()).unwrap();
        mac.update(b"\0\0\0\0\0\0\0\x01atoken");
        let expected = hex::encode(mac.finalize().into_bytes());
        assert_eq!(
            ring.token_hash("a", &SecretString::from("token")).as_str(),
            expected
        );
    }
}
