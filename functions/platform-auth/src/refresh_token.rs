//! The text of a refresh token: `{user}.{session}.{random}.{proof}`.
//!
//! The proof is a keyed hash. A token with a valid proof that is no longer the session's current token was used
//! before, and the session is ended; a forged token ends nothing. The store keeps one hash per session, however often
//! the session is refreshed.

use domain::platform::id::UserId;
use ports::Random;
use secrecy::{ExposeSecret, SecretString};
use uuid::Uuid;
use vault::{KeyRing, TokenHash};

const RANDOM_BYTES: usize = 32;

/// A refresh token.
pub(crate) struct RefreshToken {
    /// The user.
    pub user: UserId,
    /// The session it refreshes.
    pub session: String,
    random: SecretString,
}

impl RefreshToken {
    /// A new token.
    pub fn draw(user: UserId, session: &str, random: &dyn Random) -> Self {
        Self {
            user,
            session: session.to_owned(),
            random: vault::token::random_token(random, RANDOM_BYTES),
        }
    }

    /// The token that replaces this one. It is derived, so that a repeated request gets the same answer; without the
    /// keyring it cannot be computed from the present one.
    pub fn successor(&self, keyring: &KeyRing) -> Self {
        let derived = keyring.token_hash(&self.context("refresh-successor"), &self.random);
        Self {
            user: self.user,
            session: self.session.clone(),
            random: SecretString::from(derived.as_str()),
        }
    }

    /// Reads a token; none when its proof is invalid.
    pub fn read(text: &SecretString, keyring: &KeyRing) -> Option<Self> {
        let mut parts = text.expose_secret().splitn(4, '.');
        let (user, session) = (parts.next()?, parts.next()?);
        let (random, proof) = (parts.next()?, parts.next()?);
        let token = Self {
            user: user.parse().ok()?,
            session: Uuid::try_parse(session).ok()?.hyphenated().to_string(),
            random: SecretString::from(random),
        };
        token
            .proof(keyring)
            .matches(&TokenHash::from_stored(proof))
            .then_some(token)
    }

    /// The text for the client.
    pub fn text(&self, keyring: &KeyRing) -> SecretString {
        SecretString::from(format!(
            "{}.{}.{}.{}",
            self.user,
            self.session,
            self.random.expose_secret(),
            self.proof(keyring).as_str()
        ))
    }

    /// The hash that the session keeps.
    pub fn hash(&self, keyring: &KeyRing) -> TokenHash {
        keyring.token_hash(&self.context("refresh"), &self.random)
    }

    fn proof(&self, keyring: &KeyRing) -> TokenHash {
        keyring.token_hash(&self.context("refresh-proof"), &self.random)
    }

    fn context(&self, of: &str) -> String {
        format!("{of}/{}/{}", self.user, self.session)
    }
}

#[cfg(test)]
mod tests {
    use embedded::random::SeededRandom;

    use super::*;

    #[test]
    fn a_token_is_read_back_and_no_other_passes() {
        let random = SeededRandom::new(1);
        let keyring = KeyRing::generate(&random);
        let session = random.uuid().to_string();
        let token = RefreshToken::draw(UserId(7), &session, &random);
        let text = token.text(&keyring);
        let read = RefreshToken::read(&text, &keyring).unwrap();
        assert_eq!((read.user, &read.session), (UserId(7), &session));
        assert!(read.hash(&keyring).matches(&token.hash(&keyring)));
        let plain = text.expose_secret();
        for forged in [
            plain.replacen('7', "8", 1),
            plain.replace(&session, &random.uuid().to_string()),
            format!("{plain}0"),
            format!("7.{session}.abc.{}", plain.rsplit('.').next().unwrap()),
            String::new(),
            "...".to_owned(),
            format!("7.{session}.abc"),
        ] {
            assert!(RefreshToken::read(&SecretString::from(forged), &keyring).is_none());
        }
        let other = KeyRing::generate(&random);
        assert!(RefreshToken::read(&text, &other).is_none());
    }
}
