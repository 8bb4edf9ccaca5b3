//! Sign-in sessions. A session belongs to its user's session epoch: raising the epoch (new password,
//! deactivation) ends all sessions of the user with one write.

use domain::platform::id::UserId;
use domain::platform::user::User;
use items::{Condition, Entry, ItemsError, Key, Write, none_on_conflict, retry_on_conflict};
use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};
use vault::password::PasswordHash;
use vault::token::TokenHash;

use crate::PlatformStore;
use crate::users::{Account, UserRecord, user_key};

/// Lifetime of a session after its last refresh.
pub const SESSION_LIFE: SignedDuration = SignedDuration::from_hours(30 * 24);

/// Session to create.
#[derive(Debug, Clone)]
pub struct NewSession {
    /// Identifier.
    pub id: String,
    /// Hash of the first refresh token.
    pub refresh: TokenHash,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
struct SessionRecord {
    id: String,
    user_id: UserId,
    epoch: u64,
    /// Hash of the only valid refresh token.
    refresh: TokenHash,
    /// The token before it, which is asked again with when a response was lost.
    #[serde(default)]
    replaced: Option<Replaced>,
    ended: bool,
    created_at: Timestamp,
    expires_at: i64,
    revision: u64,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
struct Replaced {
    hash: TokenHash,
    at: Timestamp,
}

/// A refresh to make with [`PlatformStore::refresh_session`].
#[derive(Debug, Clone, Copy)]
pub struct Refresh<'a> {
    /// Hash of the token that was sent. The caller has verified the token's signature.
    pub presented: &'a TokenHash,
    /// Hash of the token that replaces it, the same for each use of one token.
    pub next: &'a TokenHash,
    /// How long after its replacement a token is answered as at its first use; zero for never.
    pub overlap: SignedDuration,
}

/// Result of [`PlatformStore::refresh_session`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refreshed {
    /// The new token is valid from now on; the old one is not.
    Rotated(Box<User>),
    /// The token had been replaced before; the session is ended, as the token may be stolen.
    Reused,
    /// The session is over, or its user may not sign in.
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

    /// Whether the token was replaced by the present one less than an overlap ago.
    fn was_just_replaced(&self, refresh: &Refresh<'_>, now: Timestamp) -> bool {
        self.refresh.matches(refresh.next)
            && self.replaced.as_ref().is_some_and(|replaced| {
                replaced.hash.matches(refresh.presented)
                    && now.duration_since(replaced.at) < refresh.overlap
            })
    }

    fn is_valid(&self, user: &UserRecord, now: Timestamp) -> bool {
        !self.ended
            && self.expires_at > now.as_second()
            && self.epoch == user.session_epoch
            && user.user.active
    }
}

/// Write that creates a session of `account`.
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
        replaced: None,
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

    /// User of a session in the present state; `None` when the session is unknown or over, or its user
    /// is deleted or deactivated. One batch read.
    pub async fn signed_in(
        &self,
        session: &str,
        user: UserId,
        now: Timestamp,
    ) -> Result<Option<User>, ItemsError> {
        Ok(self
            .session(session, user)
            .await?
            .filter(|(session, person)| session.is_valid(person, now))
            .map(|(_, person)| person.user))
    }

    /// Replaces a refresh token. A token that was replaced before the overlap ends the session.
    pub async fn refresh_session(
        &self,
        session: &str,
        user: UserId,
        refresh: Refresh<'_>,
        now: Timestamp,
    ) -> Result<Refreshed, ItemsError> {
        retry_on_conflict(|| async {
            let Some((mut record, person)) = self
                .session(session, user)
                .await?
                .filter(|(session, person)| session.is_valid(person, now))
            else {
                return Ok(Some(Refreshed::Refused));
            };
            if record.was_just_replaced(&refresh, now) {
                return Ok(Some(Refreshed::Rotated(Box::new(person.user))));
            }
            let good = record.refresh.matches(refresh.presented);
            if good {
                let hash = std::mem::replace(&mut record.refresh, refresh.next.clone());
                record.replaced = Some(Replaced { hash, at: now });
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

    /// Ends a session; does nothing when it is unknown or over.
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

    /// Sets a new password and ends all sessions of the user except `keep`.
    ///
    /// # Errors
    /// [`ItemsError::Conflict`] when the account or the session `keep` changed after it was read.
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
