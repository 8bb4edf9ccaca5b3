//! A user together with their credentials, for sign-in and changes of credentials.

use domain::platform::id::UserId;
use domain::platform::user::{SecondFactor, User};
use items::{Condition, Entry, ItemsError, Key, Write};
use serde::{Deserialize, Serialize};
use vault::password::PasswordHash;
use vault::token::TokenHash;

use super::{UserRecord, user_key};
use crate::PlatformStore;

pub(crate) fn credentials_key(user: UserId) -> Key {
    Key::new(format!("USER#{user}"), "CREDENTIALS")
}

/// Credentials of a user: hashes and ciphertexts only. Never sent to clients.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Credentials {
    /// Password hash; `None` until the user has set a password through the invitation.
    pub password: Option<PasswordHash>,
    /// Encrypted TOTP secret in use.
    pub totp: Option<String>,
    /// Encrypted TOTP secret that is not confirmed yet.
    pub totp_pending: Option<String>,
    /// Time step of the last accepted TOTP code (RFC 6238, 5.2: each code is accepted once).
    pub totp_last_step: Option<u64>,
    /// Hashes of the unused recovery codes.
    pub recovery: Vec<TokenHash>,
    /// Incremented with each new password; links and challenges of an earlier generation are void.
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

/// A user and their credentials as they were read. The write methods are conditional on both records;
/// on a conflict the caller reads and decides again.
#[derive(Debug, Clone)]
pub struct Account {
    pub(crate) record: UserRecord,
    pub(crate) credentials: Credentials,
}

impl Account {
    /// The user.
    pub const fn user(&self) -> &User {
        &self.record.user
    }

    /// The credentials.
    pub const fn credentials(&self) -> &Credentials {
        &self.credentials
    }

    /// What the secret of the authenticator app is sealed for.
    pub fn totp_context(&self) -> String {
        format!("user/{}/totp", self.user().id)
    }

    /// Generation of the password, incremented with each new one.
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

    /// Writes of a new password. They end all older sessions, links and challenges.
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

/// Deserialises one record of a batch that mixes kinds of records.
pub(crate) fn read<T: serde::de::DeserializeOwned>(
    value: Option<serde_json::Value>,
) -> Result<Option<T>, ItemsError> {
    value
        .map(serde_json::from_value)
        .transpose()
        .map_err(|error| ItemsError::Defect(error.to_string()))
}

impl PlatformStore {
    /// User `user` with credentials.
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

    /// User with this e-mail address (any case), with credentials. An unknown address costs the same
    /// reads as a known one, so the response time does not reveal which addresses exist.
    pub async fn account_by_email(&self, email: &str) -> Result<Option<Account>, ItemsError> {
        let id = self.id_by_email(email).await?;
        self.account(id.unwrap_or(UserId(0))).await
    }

    /// Stores the unchanged password hashed with the current parameters. Sessions and links stay valid.
    pub async fn rehash_password(
        &self,
        account: &Account,
        hash: PasswordHash,
    ) -> Result<(), ItemsError> {
        let write = account.credentials_write(|credentials| credentials.password = Some(hash))?;
        self.table.transact(vec![write]).await
    }

    /// Stores the encrypted TOTP secret of an enrolment until it is confirmed.
    pub async fn begin_totp(&self, account: &Account, sealed: String) -> Result<(), ItemsError> {
        let write =
            account.credentials_write(|credentials| credentials.totp_pending = Some(sealed))?;
        self.table.transact(vec![write]).await
    }

    /// Completes a TOTP enrolment, confirmed by the code of time step `step`, and replaces the recovery
    /// codes.
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

    /// Switches back to codes by e-mail and deletes the TOTP secret and the recovery codes.
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
