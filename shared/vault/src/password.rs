//! Users' passwords: Argon2id hashes, and the policy for new passwords.
//!
//! Hashing deliberately takes tens of milliseconds and 19 MiB, so it runs on the blocking pool with limited
//! concurrency and in reused memory ([`crate::work_memory`]). A burst of sign-ins waits in a bounded queue
//! and is rejected beyond it, which limits the memory of the process.

use std::fmt;
use std::sync::LazyLock;

use argon2::password_hash::phc;
use argon2::{Algorithm, Argon2, Block, Params, Version};
use ports::Random;
use secrecy::{ExposeSecret, SecretString};
use serde::{Deserialize, Serialize};
use zeroize::Zeroizing;

use crate::password_error::PasswordError;
use crate::work_memory::WorkMemory;

/// Minimum length of a new platform password in characters.
pub const MINIMUM_CHARS: usize = 12;

/// Minimum length of a password that a user sets on a page of the content site, in characters. Its REST
/// interface accepts shorter ones, as deployed WordPress sites do.
pub const SITE_MINIMUM_CHARS: usize = 8;

/// Maximum length of a new password in characters: longer than any pass phrase, too short for a denial of
/// service.
pub const MAXIMUM_CHARS: usize = 1_000;

/// Argon2id with 19 MiB, two passes, one lane: the minimum of the OWASP password storage cheat sheet.
const MEMORY_KIB: u32 = 19 * 1024;
const PASSES: u32 = 2;
const LANES: u32 = 1;

const SALT_BYTES: usize = 16;

/// Salt of the hash that is computed when there is no account; protects nothing.
const ABSENT_SALT: [u8; SALT_BYTES] = *b"no such account.";

/// Concurrent hash computations, each with 19 MiB.
const COMPUTING: usize = 4;

/// Length of the queue: less than a second of work.
const WAITING: usize = 64;

/// Computations that run or wait; further ones are rejected with [`PasswordError::Busy`].
pub const CAPACITY: usize = COMPUTING + WAITING;

/// Retry-After, in seconds, for callers rejected as busy.
pub const BUSY_RETRY_AFTER: u64 = 2;

static WORK_MEMORY: LazyLock<WorkMemory> =
    LazyLock::new(|| WorkMemory::new(MEMORY_KIB as usize, COMPUTING, WAITING));

/// Why a new password is rejected.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PolicyError {
    /// Shorter than this number of characters.
    #[error("the password has fewer than {0} characters")]
    TooShort(usize),
    /// Longer than [`MAXIMUM_CHARS`] characters.
    #[error("the password has more than {MAXIMUM_CHARS} characters")]
    TooLong,
    /// Consists of one repeated character.
    #[error("the password repeats a single character")]
    Repeated,
    /// Equals the account's e-mail address.
    #[error("the password is the account's e-mail address")]
    SameAsEmail,
}

/// A stored password hash: a PHC string, which includes parameters and salt.
#[derive(Clone, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PasswordHash(String);

impl PasswordHash {
    /// A hash read from the store.
    pub fn from_stored(hash: impl Into<String>) -> Self {
        Self(hash.into())
    }

    /// The PHC string to store.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether the hash was computed with other parameters than the current ones. After a successful
    /// verification, the caller then stores a new hash.
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

/// Checks a new password for the account with this e-mail address.
///
/// # Errors
/// [`PolicyError`] names the first rule that is violated.
pub fn check_policy(password: &SecretString, email: &str) -> Result<(), PolicyError> {
    check_length(password, MINIMUM_CHARS)?;
    let password = password.expose_secret();
    let first = password.chars().next();
    if password.chars().all(|character| Some(character) == first) {
        return Err(PolicyError::Repeated);
    }
    if password.trim().to_lowercase() == email.trim().to_lowercase() {
        return Err(PolicyError::SameAsEmail);
    }
    Ok(())
}

/// Checks the length of a new password.
///
/// # Errors
/// Shorter than `minimum`, or longer than [`MAXIMUM_CHARS`] characters.
pub fn check_length(password: &SecretString, minimum: usize) -> Result<(), PolicyError> {
    let length = password.expose_secret().chars().count();
    if length < minimum {
        return Err(PolicyError::TooShort(minimum));
    }
    if length > MAXIMUM_CHARS {
        return Err(PolicyError::TooLong);
    }
    Ok(())
}

/// Hashes a password with a new random salt.
///
/// # Errors
/// [`PasswordError::Busy`] when the queue is full, [`PasswordError::Computation`] when the computation
/// failed.
pub async fn hash(
    password: SecretString,
    random: &dyn Random,
) -> Result<PasswordHash, PasswordError> {
    let mut salt = [0; SALT_BYTES];
    random.fill(&mut salt);
    WORK_MEMORY
        .run(move |memory| compute(&password, &salt, memory))
        .await
}

/// Whether `password` matches the stored hash.
///
/// # Errors
/// [`PasswordError`] when the stored hash cannot be read, the queue is full, or the computation failed.
pub async fn verify(password: SecretString, stored: &PasswordHash) -> Result<bool, PasswordError> {
    let stored = stored.clone();
    WORK_MEMORY
        .run(move |memory| compare(&password, &stored, memory))
        .await
}

/// Takes the same time as [`verify`] when there is no account, so that the response time does not reveal
/// whether one exists.
///
/// # Errors
/// [`PasswordError::Busy`] when the queue is full, [`PasswordError::Computation`] when the computation
/// failed.
pub async fn verify_absent(password: SecretString) -> Result<(), PasswordError> {
    WORK_MEMORY
        .run(move |memory| compute(&password, &ABSENT_SALT, memory))
        .await
        .map(drop)
}

fn compute(
    password: &SecretString,
    salt: &[u8],
    memory: &mut [Block],
) -> Result<PasswordHash, PasswordError> {
    let failed = |_| PasswordError::Computation;
    let params = Params::new(MEMORY_KIB, PASSES, LANES, None).map_err(failed)?;
    let (algorithm, version) = (Algorithm::Argon2id, Version::V0x13);
    let argon2 = Argon2::new(algorithm, version, params);
    let mut output = Zeroizing::new([0; Params::DEFAULT_OUTPUT_LEN]);
    let password = password.expose_secret().as_bytes();
    argon2
        .hash_password_into_with_memory(password, salt, output.as_mut_slice(), memory)
        .map_err(failed)?;
    let unwritable = |_| PasswordError::Computation;
    let hash = phc::PasswordHash {
        algorithm: algorithm.ident(),
        version: Some(version.into()),
        params: phc::ParamsString::try_from(argon2.params())
            .map_err(|_| PasswordError::Computation)?,
        salt: Some(phc::Salt::new(salt).map_err(unwritable)?),
        hash: Some(phc::Output::new(output.as_slice()).map_err(unwritable)?),
    };
    Ok(PasswordHash(hash.to_string()))
}

/// Whether hashing `password` with the parameters and the salt of `stored` gives the stored hash; compares
/// in constant time.
fn compare(
    password: &SecretString,
    stored: &PasswordHash,
    memory: &mut [Block],
) -> Result<bool, PasswordError> {
    let hash = phc::PasswordHash::new(stored.as_str()).map_err(|_| PasswordError::Stored)?;
    let algorithm = Algorithm::new(hash.algorithm.as_str()).map_err(|_| PasswordError::Stored)?;
    let version = hash.version.map(Version::try_from).transpose();
    let version = version.map_err(|_| PasswordError::Stored)?;
    let params = Params::try_from(&hash).map_err(|_| PasswordError::Stored)?;
    let (Some(salt), Some(expected)) = (hash.salt, hash.hash) else {
        return Err(PasswordError::Stored);
    };
    let needed = params.block_count();
    let argon2 = Argon2::new(algorithm, version.unwrap_or_default(), params);
    let mut output = Zeroizing::new(vec![0; expected.len()]);
    let password = password.expose_secret().as_bytes();
    let computed = if needed <= memory.len() {
        argon2.hash_password_into_with_memory(password, &salt, &mut output, memory)
    } else {
        // A hash with other parameters needs a buffer of its own size; the permit is still held.
        argon2.hash_password_into(password, &salt, &mut output)
    };
    computed.map_err(|_| PasswordError::Stored)?;
    let output = phc::Output::new(&output).map_err(|_| PasswordError::Stored)?;
    Ok(output == expected)
}

#[cfg(test)]
mod tests {
    use argon2::password_hash::CustomizedPasswordHasher;

    use super::*;
    use crate::seeded::Seeded;

    const PASSWORD: &str = "correto cavalo bateria";

    #[tokio::test]
    async fn verifies_only_the_right_password() {
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
    async fn the_hash_contains_its_parameters_and_a_random_salt() {
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
    async fn a_hash_with_other_parameters_is_verified_and_needs_a_rehash() {
        // Less and more memory than the current parameters, and more than one lane.
        for (memory, passes, lanes) in [(1024, 1, 1), (MEMORY_KIB + 4, 1, 1), (2048, 1, 2)] {
            let params = Params::new(memory, passes, lanes, None).unwrap();
            let older: phc::PasswordHash = Argon2::default()
                .hash_password_with_params(PASSWORD.as_bytes(), b"sixteen bytes ok", params)
                .unwrap();
            let older = PasswordHash::from_stored(older.to_string());
            assert!(older.needs_rehash());
            assert!(verify(PASSWORD.into(), &older).await.unwrap());
            assert!(!verify("outra senha qualquer".into(), &older).await.unwrap());
        }
    }

    #[tokio::test]
    async fn reused_memory_does_not_change_a_hash() {
        let hash = hash(PASSWORD.into(), &Seeded::new(1)).await.unwrap();
        let read = phc::PasswordHash::new(hash.as_str()).unwrap();
        let params = Params::try_from(&read).unwrap();
        let again: phc::PasswordHash = Argon2::default()
            .hash_password_with_params(PASSWORD.as_bytes(), &read.salt.unwrap(), params)
            .unwrap();
        assert_eq!(again.to_string(), hash.as_str());
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
    async fn a_missing_account_costs_a_full_computation() {
        let mut memory = vec![Block::new(); MEMORY_KIB as usize];
        let absent = compute(&PASSWORD.into(), &ABSENT_SALT, &mut memory).unwrap();
        assert!(absent.as_str().contains("m=19456,t=2,p=1"));
        assert_eq!(verify_absent(PASSWORD.into()).await, Ok(()));
    }

    #[tokio::test]
    async fn concurrent_computations_all_finish() {
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
    fn the_policy_names_the_violated_rule() {
        let check = |password: &str| check_policy(&password.into(), "ana.maria@agencia.com.br");
        assert_eq!(check("doze letras!"), Ok(()));
        assert_eq!(check("onze letras"), Err(PolicyError::TooShort(12)));
        assert_eq!(check("çãéíóúâêôàü"), Err(PolicyError::TooShort(12)));
        let site = |password: &str| check_length(&password.into(), SITE_MINIMUM_CHARS);
        assert_eq!(site("sete let"), Ok(()));
        assert_eq!(site("sete le"), Err(PolicyError::TooShort(8)));
        assert_eq!(check(&"ab".repeat(500)), Ok(()));
        assert_eq!(check(&"ab".repeat(501)), Err(PolicyError::TooLong));
        assert_eq!(check("aaaaaaaaaaaaaaa"), Err(PolicyError::Repeated));
        assert_eq!(
            check("Ana.Maria@Agencia.com.BR "),
            Err(PolicyError::SameAsEmail)
        );
    }
}
