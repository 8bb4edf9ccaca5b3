//! The state of an authorization request: which user connects which site. It is signed with the key ring and valid for 30
//! minutes; the callback accepts it once.

use domain::platform::id::{SiteId, UserId};
use jiff::{SignedDuration, Timestamp};
use oauth::{signed_state, verified_state};
use ports::Random;
use serde::{Deserialize, Serialize};
use vault::KeyRing;

/// How long a state is valid.
pub(crate) const STATE_LIFE: SignedDuration = SignedDuration::from_mins(30);
/// Purpose of the signature.
const PURPOSE: &str = "search_provider_state";

/// The state of an authorization request.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct AuthorizationState {
    /// The site to connect.
    pub(crate) site_id: SiteId,
    /// The user who asked for it.
    pub(crate) user_id: UserId,
    /// Distinguishes the state from all others.
    pub(crate) nonce: String,
    /// End of its validity, in epoch seconds.
    expires: i64,
}

/// Why a state is not accepted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(crate) enum StateError {
    /// Not a state that this deployment has signed.
    #[error("the state is not one of this deployment")]
    Invalid,
    /// Its 30 minutes have passed.
    #[error("the state has expired")]
    Expired,
}

impl AuthorizationState {
    /// A new state, valid from `now` on.
    pub(crate) fn new(
        site_id: SiteId,
        user_id: UserId,
        random: &dyn Random,
        now: Timestamp,
    ) -> Self {
        Self {
            site_id,
            user_id,
            nonce: random.uuid().simple().to_string(),
            expires: (now + STATE_LIFE).as_second(),
        }
    }

    /// End of its validity.
    pub(crate) fn expires_at(&self) -> Timestamp {
        Timestamp::from_second(self.expires).unwrap_or(Timestamp::UNIX_EPOCH)
    }

    /// The signed form, of characters that need no encoding in an address.
    ///
    /// # Errors
    /// The state cannot be written as JSON.
    pub(crate) fn signed(&self, keyring: &KeyRing) -> Result<String, serde_json::Error> {
        signed_state(self, keyring, PURPOSE)
    }

    /// Reads a signed state at `now`.
    ///
    /// # Errors
    /// [`StateError`].
    pub(crate) fn verify(
        text: &str,
        keyring: &KeyRing,
        now: Timestamp,
    ) -> Result<Self, StateError> {
        let state: Self = verified_state(text, keyring, PURPOSE).ok_or(StateError::Invalid)?;
        if now.as_second() >= state.expires {
            return Err(StateError::Expired);
        }
        Ok(state)
    }
}

#[cfg(test)]
mod tests {
    use embedded::random::SeededRandom;

    use super::*;

    fn at(second: i64) -> Timestamp {
        Timestamp::from_second(second).unwrap()
    }

    #[test]
    fn a_state_is_valid_for_thirty_minutes_with_its_own_signature() {
        let random = SeededRandom::new(5);
        let keyring = KeyRing::generate(&random);
        let state = AuthorizationState::new(SiteId(3), UserId(8), &random, at(1_000));
        let text = state.signed(&keyring).unwrap();
        let read = |text: &str, second| AuthorizationState::verify(text, &keyring, at(second));
        assert_eq!(read(&text, 2_799), Ok(state.clone()));
        assert_eq!(read(&text, 2_800), Err(StateError::Expired));
        assert_eq!(state.expires_at(), at(2_800));
        for place in 0..text.len() {
            let mut altered = text.clone().into_bytes();
            altered[place] = if altered[place] == b'a' { b'b' } else { b'a' };
            let altered = String::from_utf8(altered).unwrap();
            assert_eq!(read(&altered, 1_001), Err(StateError::Invalid), "{place}");
        }
        let other = KeyRing::generate(&SeededRandom::new(6));
        let foreign = state.signed(&other).unwrap();
        let long = format!("{text}{}", "a".repeat(1_000));
        for text in ["", ".", "abc", &foreign, &long] {
            assert_eq!(read(text, 1_001), Err(StateError::Invalid), "{text}");
        }
    }

    #[test]
    fn every_state_is_another_one() {
        let random = SeededRandom::new(5);
        let new = || AuthorizationState::new(SiteId(3), UserId(8), &random, at(1_000));
        assert_ne!(new().nonce, new().nonce);
    }
}
