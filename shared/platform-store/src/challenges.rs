//! Second-factor challenges: issued after a correct password, consumed by the sign-in.

use domain::platform::id::UserId;
use domain::platform::user::SecondFactor;
use items::{Condition, Entry, ItemsError, Key, Write, none_on_conflict, retry_on_conflict};
use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};
use vault::token::TokenHash;

use crate::sessions::NewSession;
use crate::users::Account;
use crate::{PlatformStore, sessions};

/// Lifetime of a challenge.
pub const CHALLENGE_LIFE: SignedDuration = SignedDuration::from_mins(10);
/// Number of attempts after which a challenge is rejected.
pub const CHALLENGE_ATTEMPTS: u32 = 5;

/// A second-factor challenge.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Challenge {
    /// Identifier; the client sends it back with the code.
    pub id: String,
    /// User who is signing in.
    pub user_id: UserId,
    /// Channel of the code.
    pub method: SecondFactor,
    /// Hash of the code sent by e-mail; `None` for authenticator codes.
    pub code: Option<TokenHash>,
    generation: u64,
    attempts: u32,
    expires_at: i64,
    revision: u64,
}

/// Credential that a correct code consumes.
#[derive(Debug, Clone)]
pub enum FactorUse {
    /// Only the challenge itself: an e-mailed code.
    Challenge,
    /// Authenticator codes up to and including this time step.
    TotpStep(u64),
    /// This recovery code.
    Recovery(TokenHash),
}

/// Result of [`PlatformStore::sign_in`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SignIn {
    /// The session was created.
    Done,
    /// Another request consumed the challenge first.
    Used,
    /// The account changed after it was read. The caller reads it again and verifies the code again.
    Stale,
}

fn key(id: &str) -> Key {
    Key::new(format!("CHALLENGE#{id}"), "CHALLENGE")
}

impl Challenge {
    /// Creates a challenge for `account`, valid from `now`.
    pub fn new(id: String, account: &Account, code: Option<TokenHash>, now: Timestamp) -> Self {
        Self {
            id,
            user_id: account.user().id,
            method: account.user().second_factor,
            code,
            generation: account.password_generation(),
            attempts: 0,
            expires_at: (now + CHALLENGE_LIFE).as_second(),
            revision: 1,
        }
    }

    /// Whether `account` still has the password for which the challenge was issued.
    pub const fn fits(&self, account: &Account) -> bool {
        self.generation == account.password_generation()
    }

    fn entry(&self) -> Result<Entry, ItemsError> {
        Ok(Entry::new(key(&self.id), self)?
            .revision(self.revision)
            .expires(self.expires_at))
    }
}

impl PlatformStore {
    /// Stores a new challenge.
    pub async fn create_challenge(&self, challenge: &Challenge) -> Result<(), ItemsError> {
        self.table.put(challenge.entry()?, Condition::Absent).await
    }

    /// Counts one attempt against the challenge, before the code is verified, so that parallel guesses
    /// cannot exceed [`CHALLENGE_ATTEMPTS`]. `None` when the challenge does not exist, has expired, has
    /// no attempts left or was consumed.
    pub async fn try_challenge(
        &self,
        id: &str,
        now: Timestamp,
    ) -> Result<Option<Challenge>, ItemsError> {
        retry_on_conflict(|| async {
            let stored: Option<Challenge> = self.table.get(&key(id)).await?;
            let Some(mut challenge) = stored.filter(|challenge| {
                challenge.expires_at > now.as_second() && challenge.attempts < CHALLENGE_ATTEMPTS
            }) else {
                return Ok(Some(None));
            };
            let read = Condition::Revision(challenge.revision);
            challenge.attempts += 1;
            challenge.revision += 1;
            let written = self.table.put(challenge.entry()?, read).await;
            Ok(none_on_conflict(written)?.map(|()| Some(challenge)))
        })
        .await
    }

    /// Creates the session and, in the same transaction, consumes the challenge and the credential
    /// named by `factor`.
    pub async fn sign_in(
        &self,
        challenge: &Challenge,
        account: &Account,
        factor: FactorUse,
        session: NewSession,
        now: Timestamp,
    ) -> Result<SignIn, ItemsError> {
        let mut writes = vec![
            Write::Delete(key(&challenge.id), Condition::Present),
            sessions::first_write(session, account, now)?,
            account.user_write(|record| record.user.last_login_at = Some(now))?,
        ];
        match factor {
            FactorUse::Challenge => {}
            FactorUse::TotpStep(step) => {
                writes.push(account.credentials_write(|credentials| {
                    credentials.totp_last_step = Some(step);
                })?);
            }
            FactorUse::Recovery(used) => {
                writes.push(account.credentials_write(|credentials| {
                    credentials.recovery.retain(|code| !code.matches(&used));
                })?);
            }
        }
        match self.table.transact(writes).await {
            Ok(()) => Ok(SignIn::Done),
            Err(error) if error.failed_at(0) => Ok(SignIn::Used),
            Err(error) if error.is_conflict() => Ok(SignIn::Stale),
            Err(error) => Err(error),
        }
    }
}
