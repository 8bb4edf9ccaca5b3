//! What is kept for a user's calls of the remote service: codes that wait for their callback, and tokens.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::challenge::Pending;
use super::tokens::Tokens;

/// Codes that wait at the same time. A user who asks in several tabs has several; an older one is dropped.
const MOST_PENDING: usize = 5;

/// Codes and tokens of a user, to be sealed before they are stored. Formatting them for debugging shows none.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct AiSecrets {
    /// Codes that wait for their callback, the oldest first.
    pending: Vec<Pending>,
    /// The tokens.
    pub tokens: Option<Tokens>,
}

impl AiSecrets {
    /// Begins a verification and returns the challenge for the remote service. `random` is at least ten characters of
    /// randomness. Codes of other requests stay valid.
    pub fn begin(&mut self, email: &str, random: &str, now: Timestamp) -> String {
        self.pending.retain(|code| code.is_fresh(now));
        while self.pending.len() >= MOST_PENDING {
            self.pending.remove(0);
        }
        let code = Pending::new(email, random, now);
        let challenge = code.challenge();
        self.pending.push(code);
        challenge
    }

    /// Ends a verification: the code for the answer, when the challenge belongs to a waiting code. The code is then used up;
    /// a wrong challenge leaves all codes.
    pub fn accept(&mut self, challenge: &str, now: Timestamp) -> Option<String> {
        let verified = self.pending.iter().enumerate().find_map(|(at, code)| {
            let verifier = code.verify(challenge, now)?;
            Some((at, verifier.to_owned()))
        });
        let (at, verifier) = verified?;
        self.pending.remove(at);
        Some(verifier)
    }

    /// Whether nothing is kept.
    pub const fn is_empty(&self) -> bool {
        self.pending.is_empty() && self.tokens.is_none()
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
        let mut secrets = AiSecrets::default();
        let challenge = secrets.begin("ana@a.example", "abcdefghij", at(1));
        assert_eq!(secrets.accept("errado", at(2)), None);
        let verifier = secrets.accept(&challenge, at(3)).unwrap();
        assert_eq!(verifier.len(), 64);
        assert_eq!(secrets.accept(&challenge, at(4)), None);
        assert!(secrets.is_empty());
    }

    #[test]
    fn requests_at_the_same_time_have_codes_of_their_own() {
        let mut secrets = AiSecrets::default();
        let first = secrets.begin("a", "1", at(1));
        let second = secrets.begin("a", "2", at(2));
        assert!(secrets.accept(&second, at(3)).is_some());
        assert!(secrets.accept(&first, at(3)).is_some());
    }

    #[test]
    fn the_number_of_codes_is_bounded() {
        let mut secrets = AiSecrets::default();
        let codes: Vec<String> = (0..7)
            .map(|number| secrets.begin("a", &number.to_string(), at(number)))
            .collect();
        assert_eq!(secrets.pending.len(), MOST_PENDING);
        let accepted = codes
            .iter()
            .map(|code| secrets.accept(code, at(9)).is_some());
        let accepted: Vec<bool> = accepted.collect();
        assert_eq!(accepted, [false, false, true, true, true, true, true]);
    }

    #[test]
    fn old_codes_are_forgotten() {
        let mut secrets = AiSecrets::default();
        let old = secrets.begin("a", "1", at(0));
        secrets.begin("a", "2", at(300));
        assert_eq!(secrets.pending.len(), 1);
        assert_eq!(secrets.accept(&old, at(300)), None);
    }

    #[test]
    fn the_stored_form_reads_back_and_debugging_hides_it() {
        let mut secrets = AiSecrets::default();
        secrets.begin("ana@a.example", "abcdefghij", at(1));
        secrets.tokens = Tokens::new("segredo", "outro");
        let stored = serde_json::to_string(&secrets).unwrap();
        assert_eq!(serde_json::from_str::<AiSecrets>(&stored).unwrap(), secrets);
        assert!(!format!("{secrets:?}").contains("segredo"));
    }
}
