//! A person together with their credentials: what signing in and changing a secret need.

use domain::id::UserId;
use domain::user::{SecondFactor, User};
use items::{Condition, Entry, ItemsError, Key, Write};
use serde::{Deserialize, Serialize};
use vault::password::PasswordHash;
use vault::token::TokenHash;

use super::{UserRecord, user_key};
use crate::PlatformStore;

pub(crate) fn credentials_key(user: UserId) -> Key {
    Key::new(format!("USER#{user}"), "CREDENTIALS")
}

/// What proves who a person is. Only hashes and sealed texts; it never leaves the store's callers.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Credentials {
    /// The password's hash; none before the invitation is answered.
    pub password: Option<PasswordHash>,
    /// The sealed secret of the authenticator in use.
    pub totp: Option<String>,
    /// The sealed secret of an authenticator that was not confirmed yet.
    pub totp_pending: Option<String>,
    /// The time step of the last code used (RFC 6238, 5.2: each code once).
    pub totp_last_step: Option<u64>,
    /// Hashes of the recovery codes that are left.
    pub recovery: Vec<TokenHash>,
    /// Rises with each new password; links and challenges made before count no more.
    generation: u64,
    revision: u64,
}

impl Credentials {
    pub(super) const fn new(password: Option<PasswordHash>) -> Self {
        Self {
            password,
            totp: None,
            totp_pending: None,
            totp_last_step: None,
            recovery: Vec::new(),
            generation: 1,
            revision: 1,
        }
    }

    pub(super) fn first_write(self, user: UserId) -> Result<Write, ItemsError> {
        let entry = Entry::new(credentials_key(user), &self)?.revision(self.revision);
        Ok(Write::Put(entry, Condition::Absent))
    }

    fn write(mut self, user: UserId) -> Result<Write, ItemsError> {
        let read = Condition::Revision(self.revision);
        self.revision += 1;
        let entry = Entry::new(credentials_key(user), &self)?.revision(self.revision);
        Ok(Write::Put(entry, read))
    }
}

/// A person and their credentials as they were read. Writes that follow hold only while both are
/// still the same; otherwise they conflict, and the caller reads and decides again.
#[derive(Debug, Clone)]
pub struct Account {
    pub(crate) record: UserRecord,
    pub(crate) credentials: Credentials,
}

impl Account {
    /// The person.
    pub const fn user(&self) -> &User {
        &self.record.user
    }

    /// Their credentials.
    pub const fn credentials(&self) -> &Credentials {
        &self.credentials
    }

    /// Which password is in use, as a number that rises with each new one.
    pub const fn password_generation(&self) -> u64 {
        self.credentials.generation
    }

    pub(crate) fn user_write(
        &self,
        change: impl FnOnce(&mut UserRecord),
    ) -> Result<Write, ItemsError> {
        let mut record = self.record.clone();
        change(&mut record);
        record.write()
    }

    pub(crate) fn credentials_write(
        &self,
        change: impl FnOnce(&mut Credentials),
    ) -> Result<Write, ItemsError> {
        let mut credentials = self.credentials.clone();
        change(&mut credentials);
        credentials.write(self.record.user.id)
    }

    /// The writes of a new password: every older session, link and challenge counts no more.
    pub(crate) fn password_writes(&self, hash: PasswordHash) -> Result<[Write; 2], ItemsError> {
        Ok([
            self.user_write(|record| record.session_epoch += 1)?,
            self.credentials_write(|credentials| {
                credentials.password = Some(hash);
                credentials.generation += 1;
            })?,
        ])
    }
}

/// Reads a record of one of several kinds.
pub(crate) fn read<T: serde::de::DeserializeOwned>(
    value: Option<serde_json::Value>,
) -> Result<Option<T>, ItemsError> {
    value
        .map(serde_json::from_value)
        .transpose()
        .map_err(|error| ItemsError::Defect(error.to_string()))
}

impl PlatformStore {
    /// The person with their credentials.
    pub async fn account(&self, user: UserId) -> Result<Option<Account>, ItemsError> {
        let keys = [user_key(user), credentials_key(user)];
        let mut found = self.table.get_many(&keys).await?.into_iter();
        let record = read(found.next().flatten())?;
        let credentials = read(found.next().flatten())?;
        Ok(record
            .zip(credentials)
            .map(|(record, credentials)| Account {
                record,
                credentials,
            }))
    }

    /// The person with this e-mail, in any case, with their credentials. Reads as much when there is
    /// nobody as when there is somebody, so that the time does not tell.
    pub async fn account_by_email(&self, email: &str) -> Result<Option<Account>, ItemsError> {
        let id = self.id_by_email(email).await?;
        self.account(id.unwrap_or(UserId(0))).await
    }

    /// Stores the same password hashed anew, with today's parameters. Nothing ends by it.
    pub async fn rehash_password(
        &self,
        account: &Account,
        hash: PasswordHash,
    ) -> Result<(), ItemsError> {
        let write = account.credentials_write(|credentials| credentials.password = Some(hash))?;
        self.table.transact(vec![write]).await
    }

    /// Keeps the sealed secret of an authenticator until it is confirmed.
    pub async fn begin_totp(&self, account: &Account, sealed: String) -> Result<(), ItemsError> {
        let write =
            account.credentials_write(|credentials| credentials.totp_pending = Some(sealed))?;
        self.table.transact(vec![write]).await
    }

    /// Switches to the authenticator that was begun: its code of time step `step` was right.
    pub async fn confirm_totp(
        &self,
        account: &Account,
        step: u64,
        recovery: Vec<TokenHash>,
    ) -> Result<(), ItemsError> {
        let writes = vec![
            account.user_write(|record| record.user.second_factor = SecondFactor::Totp)?,
            account.credentials_write(|credentials| {
                credentials.totp = credentials.totp_pending.take();
                credentials.totp_last_step = Some(step);
                credentials.recovery = recovery;
            })?,
        ];
        self.table.transact(writes).await
    }

    /// Goes back to codes by e-mail and forgets the authenticator and its recovery codes.
    pub async fn remove_totp(&self, account: &Account) -> Result<(), ItemsError> {
        let writes = vec![
            account.user_write(|record| record.user.second_factor = SecondFactor::Email)?,
            account.credentials_write(|credentials| {
                credentials.totp = None;
                credentials.totp_pending = None;
                credentials.totp_last_step = None;
                credentials.recovery = Vec::new();
            })?,
        ];
        self.table.transact(writes).await
    }
}
