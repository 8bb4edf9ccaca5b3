//! Consent of a user to send texts to the remote service.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

/// What is kept for a user about generated texts.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct AiState {
    /// When consent was given; `None` without consent.
    pub consent: Option<Timestamp>,
    /// When the free use began.
    pub free_since: Option<Timestamp>,
}

impl AiState {
    /// Stores consent; a second consent keeps the time of the first.
    pub const fn give_consent(&mut self, now: Timestamp) {
        if self.consent.is_none() {
            self.consent = Some(now);
        }
    }

    /// Withdraws consent. What is stored for calls ([`AiSecrets`](super::secrets::AiSecrets)) must be deleted afterwards, also
    /// when the remote service withdrew it, and the remote service told to invalidate the tokens.
    pub const fn revoke(&mut self) {
        self.consent = None;
    }

    /// Whether texts may be sent.
    pub const fn has_consent(&self) -> bool {
        self.consent.is_some()
    }

    /// Begins the free use; repeating it keeps the first time.
    pub const fn start_free_use(&mut self, now: Timestamp) {
        if self.free_since.is_none() {
            self.free_since = Some(now);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(second: i64) -> Timestamp {
        Timestamp::from_second(1_700_000_000 + second).unwrap()
    }

    #[test]
    fn consent_is_withdrawn_and_given_again() {
        let mut state = AiState::default();
        assert!(!state.has_consent());
        state.give_consent(at(0));
        assert!(state.has_consent());
        state.revoke();
        assert!(!state.has_consent());
        state.give_consent(at(3));
        assert_eq!(state.consent, Some(at(3)));
    }

    #[test]
    fn first_times_are_kept() {
        let mut state = AiState::default();
        state.give_consent(at(1));
        state.give_consent(at(2));
        state.start_free_use(at(3));
        state.start_free_use(at(4));
        assert_eq!(state.consent, Some(at(1)));
        assert_eq!(state.free_since, Some(at(3)));
    }
}
