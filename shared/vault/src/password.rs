//! Passwords of people: Argon2id hashes and the rule for new passwords.
//!
//! Hashing takes tens of milliseconds and 19 MiB on purpose, so it runs on the blocking pool, and only
//! a few at once: a burst of logins waits instead of taking the machine's memory.

use std::fmt;

use argon2::password_hash::{self, CustomizedPasswordHasher, PasswordVerifier, phc};
use argon2::{Algorithm, Argon2, Params, Version};
use ports::Random;
use secrecy::{ExposeSecret, SecretString};
use serde::{Deserialize, Serialize};
use tokio::sync::Semaphore;

/// Fewest characters of a new password (spec: Session and two-factor).
pub const MINIMUM_CHARS: usize = 12;

/// Most characters of a new password: beyond any pass phrase, short of an attack by size.
pub const MAXIMUM_CHARS: usize = 1_000;

/// Argon2id with 19 MiB, two passes, one lane: the OWASP password storage cheat sheet's minimum.
const MEMORY_KIB: u32 = 19 * 1024;
const PASSES: u32 = 2;
const LANES: u32 = 1;

const SALT_BYTES: usize = 16;

/// Stands for the salt where there is no account to compare with; it protects nothing.
const ABSENT_SALT: [u8; SALT_BYTES] = *b"no such account.";

/// Hashes computed at the same time (8 × 19 MiB).
static COMPUTING: Semaphore = Semaphore::const_new(8);

/// Why a password could not be hashed or compared. A wrong password is not an error.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PasswordError {
    /// The stored hash is not an Argon2 PHC string.
    #[error("the stored password hash cannot be read")]
    Stored,
    /// The computation failed or was interrupted by the process ending.
    #[error("the password hash could not be computed")]
    Computation,
}

/// Why a new password is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PolicyError {
    /// Fewer than [`MINIMUM_CHARS`] characters.
    #[error("the password has fewer than {MINIMUM_CHARS} characters")]
    TooShort,
    /// More than [`MAXIMUM_CHARS`] characters.
    #[error("the password has more than {MAXIMUM_CHARS} characters")]
    TooLong,
    /// One character over and over.
    #[error("the password repeats a single character")]
    Repeated,
    /// The account's own e-mail address.
    #[error("the password is the account's e-mail address")]
    SameAsEmail,
}

/// A stored password hash: a PHC string that carries its own parameters and salt.
#[derive(Clone, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PasswordHash(String);

impl PasswordHash {
    /// A hash read back from the store.
    pub fn from_stored(hash: impl Into<String>) -> Self {
        Self(hash.into())
    }

    /// The PHC string to store.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether the hash was made with other parameters than today's. Whoever verified the password
    /// then stores a new hash.
    pub fn needs_rehash(&self) -> bool {
        let Ok(hash) = phc::PasswordHash::new(&self.0) else {
            return true;
        };
        let Ok(params) = Params::try_from(&hash) else {
            return true;
        };
        hash.algorithm != Algorithm::Argon2id.ident()
            || params.m_cost() != MEMORY_KIB
            || params.t_cost() != PASSES
            || params.p_cost() != LANES
    }
}

impl fmt::Debug for PasswordHash {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("PasswordHash(..)")
    }
}

/// Checks a new password of the account with this e-mail address.
///
/// # Errors
/// [`PolicyError`] names the first rule that is broken.
pub fn check_policy(password: &SecretString, email: &str) -> Result<(), PolicyError> {
    let password = password.expose_secret();
    let length = password.chars().count();
    if length < MINIMUM_CHARS {
        return Err(PolicyError::TooShort);
    }
    if length > MAXIMUM_CHARS {
        return Err(PolicyError::TooLong);
    }
    let first = password.chars().next();
    if password.chars().all(|character| Some(character) == first) {
        return Err(PolicyError::Repeated);
    }
    if password.trim().to_lowercase() == email.trim().to_lowercase() {
        return Err(PolicyError::SameAsEmail);
    }
    Ok(())
}

/// Hashes a password with a fresh salt.
///
/// # Errors
/// [`PasswordError::Computation`] when the computation could not be done.
pub async fn hash(
    password: SecretString,
    random: &dyn Random,
) -> Result<PasswordHash, PasswordError> {
    let mut salt = [0; SALT_BYTES];
    random.fill(&mut salt);
    computed(move || compute(&password, &salt)).await
}

/// Whether `password` is the one that `stored` was made of.
///
/// # Errors
/// [`PasswordError`] when the stored hash cannot be read or the computation could not be done.
pub async fn verify(password: SecretString, stored: &PasswordHash) -> Result<bool, PasswordError> {
    let stored = stored.clone();
    computed(move || {
        let hash = phc::PasswordHash::new(stored.as_str()).map_err(|_| PasswordError::Stored)?;
        match argon2()?.verify_password(password.expose_secret().as_bytes(), &hash) {
            Ok(()) => Ok(true),
            Err(password_hash::Error::PasswordInvalid) => Ok(false),
            Err(_) => Err(PasswordError::Stored),
        }
    })
    .await
}

/// Spends the time of [`verify`] where there is no account, so that the time of the answer does not
/// tell whether one exists.
///
/// # Errors
/// [`PasswordError::Computation`] when the computation could not be done.
pub async fn verify_absent(password: SecretString) -> Result<(), PasswordError> {
    computed(move || compute(&password, &ABSENT_SALT))
        .await
        .map(drop)
}

async fn computed<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, PasswordError> + Send + 'static,
) -> Result<T, PasswordError> {
    let permit = COMPUTING
        .acquire()
        .await
        .map_err(|_| PasswordError::Computation)?;
    tokio::task::spawn_blocking(move || {
        // Held to the end of the work, even when nobody waits for the result any more.
        let _permit = permit;
        work()
    })
    .await
    .map_err(|_| PasswordError::Computation)?
}

fn argon2() -> Result<Argon2<'static>, PasswordError> {
    Params::new(MEMORY_KIB, PASSES, LANES, None)
        .map(|params| Argon2::new(Algorithm::Argon2id, Version::V0x13, params))
        .map_err(|_| PasswordError::Computation)
}

fn compute(password: &SecretString, salt: &[u8]) -> Result<PasswordHash, PasswordError> {
    let argon2 = argon2()?;
    let params = argon2.params().clone();
    let hash: phc::PasswordHash = argon2
        .hash_password_with_params(password.expose_secret().as_bytes(), salt, params)
        .map_err(|_| PasswordError::Computation)?;
    Ok(PasswordHash(hash.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seeded::Seeded;

    const PASSWORD: &str = "correto cavalo bateria";

    #[tokio::test]
    async fn verifies_the_right_password_only() {
        let hash = hash(PASSWORD.into(), &Seeded::new(1)).await.unwrap();
        assert!(verify(PASSWORD.into(), &hash).await.unwrap());
        assert!(
            !verify("correto cavalo bateriA".into(), &hash)
                .await
                .unwrap()
        );
        assert!(!verify("".into(), &hash).await.unwrap());
    }

    #[tokio::test]
    async fn the_hash_names_its_parameters_and_a_salt_of_its_own() {
        let random = Seeded::new(1);
        let one = hash(PASSWORD.into(), &random).await.unwrap();
        let two = hash(PASSWORD.into(), &random).await.unwrap();
        assert!(
            one.as_str().starts_with("$argon2id$v=19$m=19456,t=2,p=1$"),
            "{}",
            one.as_str()
        );
        assert_ne!(one.as_str(), two.as_str());
        assert!(!one.needs_rehash());
        assert_eq!(format!("{one:?}"), "PasswordHash(..)");
    }

    #[tokio::test]
    async fn a_hash_of_older_parameters_is_verified_and_marked() {
        let params = Params::new(1024, 1, 1, None).unwrap();
        let older: phc::PasswordHash = Argon2::default()
            .hash_password_with_params(PASSWORD.as_bytes(), b"sixteen bytes ok", params)
            .unwrap();
        let older = PasswordHash::from_stored(older.to_string());
        assert!(older.needs_rehash());
        assert!(verify(PASSWORD.into(), &older).await.unwrap());
        assert!(!verify("outra senha qualquer".into(), &older).await.unwrap());
    }

    #[tokio::test]
    async fn an_unreadable_hash_is_an_error_not_a_wrong_password() {
        for stored in [
            "",
            "plain",
            "$argon2id$v=19$m=1,t=1,p=1$c2FsdHNhbHQ$aGFzaA",
            "$md5$abc",
        ] {
            let stored = PasswordHash::from_stored(stored);
            assert_eq!(
                verify(PASSWORD.into(), &stored).await,
                Err(PasswordError::Stored)
            );
            assert!(stored.needs_rehash());
        }
    }

    #[tokio::test]
    async fn an_absent_account_costs_a_whole_computation() {
        let absent = compute(&PASSWORD.into(), &ABSENT_SALT).unwrap();
        assert!(absent.as_str().contains("m=19456,t=2,p=1"));
        assert_eq!(verify_absent(PASSWORD.into()).await, Ok(()));
    }

    #[tokio::test]
    async fn many_at_once_all_finish() {
        let hash = hash(PASSWORD.into(), &Seeded::new(1)).await.unwrap();
        let mut running = tokio::task::JoinSet::new();
        for _ in 0..24 {
            let hash = hash.clone();
            running.spawn(async move { verify(PASSWORD.into(), &hash).await });
        }
        assert!(
            running
                .join_all()
                .await
                .into_iter()
                .all(|result| result == Ok(true))
        );
    }

    #[test]
    fn the_policy_names_the_broken_rule() {
        let check = |password: &str| check_policy(&password.into(), "ana.maria@agencia.com.br");
        assert_eq!(check("doze letras!"), Ok(()));
        assert_eq!(check("onze letras"), Err(PolicyError::TooShort));
        assert_eq!(check("çãéíóúâêôàü"), Err(PolicyError::TooShort));
        assert_eq!(check(&"ab".repeat(500)), Ok(()));
        assert_eq!(check(&"ab".repeat(501)), Err(PolicyError::TooLong));
        assert_eq!(check("aaaaaaaaaaaaaaa"), Err(PolicyError::Repeated));
        assert_eq!(
            check("Ana.Maria@Agencia.com.BR "),
            Err(PolicyError::SameAsEmail)
        );
    }
}
