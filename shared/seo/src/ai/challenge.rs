//! The code with which the remote service proves that a callback belongs to a request of this site.

use hex::encode;
use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

/// How long a code is valid.
pub const VALID_SECONDS: i64 = 300;

/// A code that waits for its callback. Formatting it for debugging does not show the code.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pending {
    verifier: String,
    created: Timestamp,
}

impl Pending {
    /// The code of the user with this mail address. `random` is at least ten characters of randomness.
    pub fn new(email: &str, random: &str, now: Timestamp) -> Self {
        Self {
            verifier: encode(Sha256::digest(format!("{email}{random}"))),
            created: now,
        }
    }

    /// What the remote service is told: the hash of the code, 64 hexadecimal digits.
    pub fn challenge(&self) -> String {
        encode(Sha256::digest(&self.verifier))
    }

    /// Whether the code is not older than [`VALID_SECONDS`].
    pub fn is_fresh(&self, now: Timestamp) -> bool {
        let age = now.duration_since(self.created);
        age < SignedDuration::from_secs(VALID_SECONDS) && !age.is_negative()
    }

    /// The code, when `challenge` is its hash and it is not older than [`VALID_SECONDS`]. Compares in constant time.
    pub fn verify(&self, challenge: &str, now: Timestamp) -> Option<&str> {
        let equal = bool::from(self.challenge().as_bytes().ct_eq(challenge.as_bytes()));
        (self.is_fresh(now) && equal).then_some(self.verifier.as_str())
    }
}

impl std::fmt::Debug for Pending {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("Pending")
            .field("created", &self.created)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(second: i64) -> Timestamp {
        Timestamp::from_second(1_700_000_000 + second).unwrap()
    }

    #[test]
    fn the_challenge_is_the_hash_of_the_hash() {
        let pending = Pending::new("ana@a.example", "0123456789", at(0));
        let verifier = encode(Sha256::digest("ana@a.example0123456789"));
        assert_eq!(pending.challenge(), encode(Sha256::digest(&verifier)));
        assert_eq!(pending.challenge().len(), 64);
        assert_eq!(
            pending.verify(&pending.challenge(), at(1)),
            Some(verifier.as_str())
        );
    }

    #[test]
    fn a_code_is_valid_for_300_seconds() {
        let pending = Pending::new("a", "b", at(0));
        let challenge = pending.challenge();
        assert!(pending.verify(&challenge, at(299)).is_some());
        assert!(pending.verify(&challenge, at(300)).is_none());
        assert!(pending.verify(&challenge, at(-1)).is_none());
    }

    #[test]
    fn another_challenge_is_refused() {
        let pending = Pending::new("a", "b", at(0));
        let other = Pending::new("a", "c", at(0));
        assert!(pending.verify(&other.challenge(), at(1)).is_none());
        assert!(pending.verify("", at(1)).is_none());
    }

    #[test]
    fn debugging_hides_the_code() {
        let pending = Pending::new("a", "b", at(0));
        assert!(!format!("{pending:?}").contains(&pending.verifier));
    }
}
