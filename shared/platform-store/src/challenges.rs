//! The second step of signing in: a challenge that somebody with the right password was given.

use domain::id::UserId;
use domain::user::SecondFactor;
use items::{Condition, Entry, ItemsError, Key, Write, none_on_conflict, retry_on_conflict};
use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};
use vault::token::TokenHash;

use crate::sessions::NewSession;
use crate::users::Account;
use crate::{PlatformStore, sessions};

/// How long a challenge is good for.
pub const CHALLENGE_LIFE: SignedDuration = SignedDuration::from_mins(10);
/// Wrong codes that end a challenge.
pub const CHALLENGE_ATTEMPTS: u32 = 5;

/// A challenge.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Challenge {
    /// Identifier; the client repeats it.
    pub id: String,
    /// Who is signing in.
    pub user_id: UserId,
    /// How the code reaches them.
    pub method: SecondFactor,
    /// The hash of an e-mailed code.
    pub code: Option<TokenHash>,
    generation: u64,
    attempts: u32,
    expires_at: i64,
    revision: u64,
}

/// What of the credentials a right code used up.
#[derive(Debug, Clone)]
pub enum FactorUse {
    /// Nothing beside the challenge: an e-mailed code.
    Challenge,
    /// The codes of an authenticator up to this time step.
    TotpStep(u64),
    /// This recovery code.
    Recovery(TokenHash),
}

/// How a sign-in ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SignIn {
    /// A session was begun.
    Done,
    /// The challenge was used by another request.
    Used,
    /// The account changed since it was read: read it and check the code again.
    Stale,
}

fn key(id: &str) -> Key {
    Key::new(format!("CHALLENGE#{id}"), "CHALLENGE")
}

impl Challenge {
    /// A challenge for `account` that begins now.
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

    /// Whether it was given for the password that `account` has now.
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

    /// Takes one attempt at the challenge, before its code is looked at. None when there is no such
    /// challenge, or it is over, used up or used.
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

    /// Begins a session: the challenge and what the code used up are gone in the same write.
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
