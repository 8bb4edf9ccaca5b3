//! Application passwords: 24 random letters and digits that an API client uses instead of the user's
//! password. They are shown once, in groups of four, and stored as a keyed hash.

use ports::Random;
use secrecy::{ExposeSecret, SecretString};

use crate::keyring::KeyRing;
use crate::token::{TokenHash, characters};

/// Length of an application password in characters (about 142 bits).
pub const LENGTH: usize = 24;

/// Length of a group in the displayed form.
const GROUP: usize = 4;

const ALPHABET: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/// Generates an application password, without spaces.
pub fn generate(random: &dyn Random) -> SecretString {
    SecretString::from(characters(random, ALPHABET, LENGTH))
}

/// The password in groups of four separated by spaces, the form in which it is displayed.
pub fn chunked(password: &SecretString) -> SecretString {
    let plain = password.expose_secret();
    // Allocated once, because reallocation would leave a partial copy in memory.
    let mut text = String::with_capacity(plain.len() * 2);
    for (position, character) in plain.chars().enumerate() {
        if position > 0 && position % GROUP == 0 {
            text.push(' ');
        }
        text.push(character);
    }
    SecretString::from(text)
}

/// Removes all characters except ASCII letters and digits, so that the spaces of the displayed form do not
/// matter.
pub fn normalise(password: &str) -> SecretString {
    let mut text = String::with_capacity(password.len());
    text.extend(password.chars().filter(char::is_ascii_alphanumeric));
    SecretString::from(text)
}

impl KeyRing {
    /// The keyed hash of an application password in any notation; compare with [`TokenHash::matches`].
    pub fn application_password_hash(&self, password: &SecretString) -> TokenHash {
        self.token_hash("application_password", &normalise(password.expose_secret()))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::seeded::Seeded;

    #[test]
    fn has_24_uniformly_distributed_letters_and_digits() {
        let random = Seeded::new(1);
        let mut counts = BTreeMap::new();
        for _ in 0..5_000 {
            let password = generate(&random);
            assert_eq!(password.expose_secret().len(), LENGTH);
            for character in password.expose_secret().chars() {
                assert!(character.is_ascii_alphanumeric());
                *counts.entry(character).or_insert(0_u32) += 1;
            }
        }
        assert_eq!(counts.len(), 62);
        // 120,000 characters over 62: 1,935 each, five standard deviations are 218.
        assert!(
            counts.values().all(|count| (1_717..=2_153).contains(count)),
            "{counts:?}"
        );
    }

    #[test]
    fn is_displayed_in_groups_of_four() {
        let shown = chunked(&SecretString::from("abcdEFGHijklMNOPqrst1234"));
        assert_eq!(shown.expose_secret(), "abcd EFGH ijkl MNOP qrst 1234");
    }

    #[test]
    fn every_notation_has_the_same_hash() {
        let ring = KeyRing::generate(&Seeded::new(1));
        let password = generate(&Seeded::new(2));
        let hash = ring.application_password_hash(&password);
        assert!(hash.matches(&ring.application_password_hash(&chunked(&password))));
        let sloppy = SecretString::from(format!(" \t{}\u{a0}", chunked(&password).expose_secret()));
        assert!(hash.matches(&ring.application_password_hash(&sloppy)));
        let other = generate(&Seeded::new(3));
        assert!(!hash.matches(&ring.application_password_hash(&other)));
    }

    #[test]
    fn case_matters() {
        let ring = KeyRing::generate(&Seeded::new(1));
        let password = SecretString::from("abcdEFGHijklMNOPqrst1234");
        let upper = SecretString::from(password.expose_secret().to_uppercase());
        assert!(
            !ring
                .application_password_hash(&password)
                .matches(&ring.application_password_hash(&upper))
        );
    }
}
