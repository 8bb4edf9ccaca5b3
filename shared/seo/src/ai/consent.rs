//! Consent of a user to send texts to the remote service.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::challenge::Pending;

/// What is kept for a user about generated texts.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct AiState {
    /// When consent was given; `None` without consent.
    pub consent: Option<Timestamp>,
    /// When the free use began.
    pub free_since: Option<Timestamp>,
    /// The code that waits for its callback.
    pub pending: Option<Pending>,
}

impl AiState {
    /// Stores consent; a second consent keeps the time of the first.
    pub const fn give_consent(&mut self, now: Timestamp) {
        if self.consent.is_none() {
            self.consent = Some(now);
        }
    }

    /// Withdraws consent. The stored tokens must be deleted in the same write, also when the remote service withdrew it, and
    /// the remote service told to invalidate them.
    pub fn revoke(&mut self) {
        self.consent = None;
        self.pending = None;
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

    /// Begins a verification and gives the challenge for the remote service. An earlier code is no longer valid.
    pub fn begin(&mut self, email: &str, random: &str, now: Timestamp) -> String {
        let pending = Pending::new(email, random, now);
        let challenge = pending.challenge();
        self.pending = Some(pending);
        challenge
    }

    /// Ends a verification: the code for the answer, when the challenge belongs to a pending code. The code is then used up;
    /// a wrong challenge leaves it. Without consent no callback is accepted.
    pub fn accept(&mut self, challenge: &str, now: Timestamp) -> Option<String> {
        if !self.has_consent() {
            return None;
        }
        let verifier = self.pending.as_ref()?.verify(challenge, now)?.to_owned();
        self.pending = None;
        Some(verifier)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(second: i64) -> Timestamp {
        Timestamp::from_second(1_700_000_000 + second).unwrap()
    }

    #[test]
    fn a_code_is_used_once() {
        let mut state = AiState::default();
        state.give_consent(at(0));
        let challenge = state.begin("ana@a.example", "abcdefghij", at(1));
        assert_eq!(state.accept("errado", at(2)), None);
        let verifier = state.accept(&challenge, at(3)).unwrap();
        assert_eq!(verifier.len(), 64);
        assert_eq!(state.accept(&challenge, at(4)), None);
    }

    #[test]
    fn a_new_code_replaces_the_earlier_one() {
        let mut state = AiState::default();
        state.give_consent(at(0));
        let first = state.begin("a", "1", at(1));
        let second = state.begin("a", "2", at(2));
        assert_eq!(state.accept(&first, at(3)), None);
        assert!(state.accept(&second, at(3)).is_some());
    }

    #[test]
    fn revoking_ends_pending_codes() {
        let mut state = AiState::default();
        state.give_consent(at(0));
        let challenge = state.begin("a", "1", at(1));
        state.revoke();
        assert!(!state.has_consent());
        assert_eq!(state.accept(&challenge, at(2)), None);
        state.give_consent(at(3));
        assert_eq!(state.accept(&challenge, at(4)), None);
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
