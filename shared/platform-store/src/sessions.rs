//! Sessions: who is signed in where. A session lives in its person's epoch: a higher epoch (new
//! password, deactivation) ends all of them in the one write that raises it.

use domain::id::UserId;
use domain::user::User;
use items::{Condition, Entry, ItemsError, Key, Write, none_on_conflict, retry_on_conflict};
use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};
use vault::password::PasswordHash;
use vault::token::TokenHash;

use crate::PlatformStore;
use crate::users::{Account, UserRecord, user_key};

/// How long a session lives after its last refresh.
pub const SESSION_LIFE: SignedDuration = SignedDuration::from_hours(30 * 24);

/// A session to begin.
#[derive(Debug, Clone)]
pub struct NewSession {
    /// Identifier.
    pub id: String,
    /// Hash of its first refresh token.
    pub refresh: TokenHash,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
struct SessionRecord {
    id: String,
    user_id: UserId,
    epoch: u64,
    /// Hash of the one refresh token that is good now.
    refresh: TokenHash,
    ended: bool,
    created_at: Timestamp,
    expires_at: i64,
    revision: u64,
}

/// How a refresh ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refreshed {
    /// The next token is good from now on, and the old one no more.
    Rotated(Box<User>),
    /// The token was used before: the session was ended.
    Reused,
    /// The session is over, or its person may not be signed in.
    Refused,
}

fn key(id: &str) -> Key {
    Key::new(format!("SESSION#{id}"), "SESSION")
}

impl SessionRecord {
    fn entry(&self) -> Result<Entry, ItemsError> {
        Ok(Entry::new(key(&self.id), self)?
            .revision(self.revision)
            .expires(self.expires_at))
    }

    fn write(mut self) -> Result<Write, ItemsError> {
        let read = Condition::Revision(self.revision);
        self.revision += 1;
        Ok(Write::Put(self.entry()?, read))
    }

    fn lives(&self, person: &UserRecord, now: Timestamp) -> bool {
        !self.ended
            && self.expires_at > now.as_second()
            && self.epoch == person.session_epoch
            && person.user.active
    }
}

/// The write of a new session of `account`.
pub(crate) fn first_write(
    new: NewSession,
    account: &Account,
    now: Timestamp,
) -> Result<Write, ItemsError> {
    let record = SessionRecord {
        id: new.id,
        user_id: account.user().id,
        epoch: account.record.session_epoch,
        refresh: new.refresh,
        ended: false,
        created_at: now,
        expires_at: (now + SESSION_LIFE).as_second(),
        revision: 1,
    };
    Ok(Write::Put(record.entry()?, Condition::Absent))
}

impl PlatformStore {
    async fn session(
        &self,
        id: &str,
        user: UserId,
    ) -> Result<Option<(SessionRecord, UserRecord)>, ItemsError> {
        let keys = [key(id), user_key(user)];
        let mut found = self.table.get_many(&keys).await?.into_iter();
        let session: Option<SessionRecord> = crate::users::read(found.next().flatten())?;
        let person = crate::users::read(found.next().flatten())?;
        Ok(session
            .filter(|session| session.user_id == user)
            .zip(person))
    }

    /// The person of a session, as they are now; none when the session is over or unknown, or its
    /// person is gone or deactivated. One read.
    pub async fn signed_in(
        &self,
        session: &str,
        user: UserId,
        now: Timestamp,
    ) -> Result<Option<User>, ItemsError> {
        Ok(self
            .session(session, user)
            .await?
            .filter(|(session, person)| session.lives(person, now))
            .map(|(_, person)| person.user))
    }

    /// Replaces the refresh token `presented` of a session by `next`. A token that was good once
    /// and is not any more ends the session; the caller has proof that `presented` was ours.
    pub async fn refresh_session(
        &self,
        session: &str,
        user: UserId,
        presented: &TokenHash,
        next: &TokenHash,
        now: Timestamp,
    ) -> Result<Refreshed, ItemsError> {
        retry_on_conflict(|| async {
            let Some((mut record, person)) = self
                .session(session, user)
                .await?
                .filter(|(session, person)| session.lives(person, now))
            else {
                return Ok(Some(Refreshed::Refused));
            };
            let good = record.refresh.matches(presented);
            if good {
                record.refresh = next.clone();
                record.expires_at = (now + SESSION_LIFE).as_second();
            } else {
                record.ended = true;
            }
            match self.table.transact(vec![record.write()?]).await {
                Ok(()) if good => Ok(Some(Refreshed::Rotated(Box::new(person.user)))),
                Ok(()) => Ok(Some(Refreshed::Reused)),
                Err(error) if error.is_conflict() => Ok(None),
                Err(error) => Err(error),
            }
        })
        .await
    }

    /// Ends a session; ending one that is over or unknown is no error.
    pub async fn end_session(&self, session: &str) -> Result<(), ItemsError> {
        retry_on_conflict(|| async {
            let stored: Option<SessionRecord> = self.table.get(&key(session)).await?;
            let Some(mut record) = stored.filter(|record| !record.ended) else {
                return Ok(Some(()));
            };
            record.ended = true;
            none_on_conflict(self.table.transact(vec![record.write()?]).await)
        })
        .await
    }

    /// Sets a new password. Every session of the person ends but `keep`. Conflicts when the account
    /// or that session changed since it was read.
    pub async fn change_password(
        &self,
        account: &Account,
        hash: PasswordHash,
        keep: &str,
    ) -> Result<(), ItemsError> {
        let mut writes = Vec::from(account.password_writes(hash)?);
        let kept: Option<SessionRecord> = self.table.get(&key(keep)).await?;
        if let Some(mut record) = kept.filter(|record| {
            record.user_id == account.user().id && record.epoch == account.record.session_epoch
        }) {
            record.epoch += 1;
            writes.push(record.write()?);
        }
        self.table.transact(writes).await
    }
}
