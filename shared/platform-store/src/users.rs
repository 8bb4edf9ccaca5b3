//! Users: their records, their unique e-mail addresses, and the number of active administrators.
//!
//! A user, the claim on the e-mail address and the counter of active administrators change in one
//! transaction, so two administrators who demote each other at the same moment cannot leave the agency
//! without one.

use domain::platform::access::Role;
use domain::platform::id::UserId;
use domain::platform::user::{SecondFactor, User, email_key};
use items::{Condition, Contention, Entry, ItemsError, Key, Query, Write, retry_on_conflict};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use vault::password::PasswordHash;

use crate::PlatformStore;
use crate::idempotency::{Claim, Work};

mod account;
mod copies;
mod names;
mod removal;

pub(crate) use account::credentials_key;
pub(crate) use account::read;
pub use account::{Account, Credentials};
use names::former_name_write;

/// Longest e-mail address in bytes (RFC 5321, 4.5.3.1.3).
const EMAIL_BYTES: usize = 254;
/// Why a user was not written.
#[derive(Debug, thiserror::Error)]
pub enum UserWriteError {
    /// The user does not exist.
    #[error("the user does not exist")]
    Missing,
    /// Another user has this e-mail address.
    #[error("another user has this e-mail")]
    EmailTaken,
    /// No active administrator would remain.
    #[error("no active administrator would be left")]
    LastAdmin,
    /// The user owns sites.
    #[error("the user owns sites")]
    OwnsSites,
    /// The store failed.
    #[error(transparent)]
    Items(#[from] ItemsError),
}

impl From<Contention> for UserWriteError {
    fn from(contention: Contention) -> Self {
        Self::Items(contention.into())
    }
}

/// A person to add.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewUser {
    /// Name.
    pub name: String,
    /// E-mail address as entered.
    pub email: String,
    /// Role.
    pub role: Role,
    /// Whether the user may sign in.
    pub active: bool,
}

/// Stored form of a user.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct UserRecord {
    pub(crate) user: User,
    /// Sessions carry the epoch of their creation; raising it ends all older sessions with one write.
    pub(crate) session_epoch: u64,
    pub(crate) revision: u64,
}

pub(crate) fn user_key(user: UserId) -> Key {
    Key::new(format!("USER#{user}"), "USER")
}

pub(crate) fn email_claim_key(email: &str) -> Key {
    Key::new(format!("EMAIL#{}", email_key(email)), "EMAIL")
}

pub(crate) fn admin_counter_key() -> Key {
    Key::new("COUNT", "ACTIVE_ADMINS")
}

pub(crate) fn is_active_admin(user: &User) -> bool {
    user.active && user.role == Role::Admin
}

impl UserRecord {
    fn entry(&self) -> Result<Entry, ItemsError> {
        Ok(Entry::new(user_key(self.user.id), self)?
            .revision(self.revision)
            .listed("USERS", format!("{:020}", self.user.id.0)))
    }

    /// Write that saves this record, conditional on the revision that was read.
    pub(crate) fn write(mut self) -> Result<Write, ItemsError> {
        let read = Condition::Revision(self.revision);
        self.revision += 1;
        Ok(Write::Put(self.entry()?, read))
    }
}

impl PlatformStore {
    /// User `user`.
    pub async fn user(&self, user: UserId) -> Result<Option<User>, ItemsError> {
        let record: Option<UserRecord> = self.table.get(&user_key(user)).await?;
        Ok(record.map(|record| record.user))
    }

    /// Users in the order of `ids`, `None` for unknown ones.
    pub async fn users_by_id(&self, ids: &[UserId]) -> Result<Vec<Option<User>>, ItemsError> {
        let keys: Vec<_> = ids.iter().map(|id| user_key(*id)).collect();
        let found: Vec<Option<UserRecord>> = self.table.get_many(&keys).await?;
        Ok(found
            .into_iter()
            .map(|record| record.map(|record| record.user))
            .collect())
    }

    /// All users in the order of their creation. An agency has dozens of users, so the list is not
    /// paged.
    pub async fn users(&self) -> Result<Vec<User>, ItemsError> {
        let found: Vec<UserRecord> = self.table.query(&Query::listed("USERS")).await?;
        Ok(found.into_iter().map(|record| record.user).collect())
    }

    /// Adds a user. Without a password, an invitation link lets the user set one.
    ///
    /// # Errors
    /// [`UserWriteError::EmailTaken`] when another user has the e-mail address.
    pub async fn create_user(
        &self,
        new: NewUser,
        password: Option<PasswordHash>,
        now: Timestamp,
    ) -> Result<User, UserWriteError> {
        self.create_user_under(&Claim::none(), new, password, now)
            .await
    }

    /// Like [`PlatformStore::create_user`], under the idempotency key of `claim`.
    ///
    /// # Errors
    /// As [`PlatformStore::create_user`].
    pub async fn create_user_under(
        &self,
        claim: &Claim,
        new: NewUser,
        password: Option<PasswordHash>,
        now: Timestamp,
    ) -> Result<User, UserWriteError> {
        let email = email_claim_key(&new.email);
        let user = User {
            id: UserId(self.table.next_id("USER").await?),
            name: new.name,
            email: new.email,
            role: new.role,
            active: new.active,
            second_factor: SecondFactor::Email,
            created_at: now,
            last_login_at: None,
        };
        let record = UserRecord {
            user: user.clone(),
            session_epoch: 1,
            revision: 1,
        };
        let mut writes = vec![
            Write::Put(Entry::new(email, &user.id)?, Condition::Absent),
            Write::Put(record.entry()?, Condition::Absent),
            Credentials::new(password).first_write(user.id)?,
        ];
        if is_active_admin(&user) {
            writes.push(Write::Add {
                key: admin_counter_key(),
                by: 1,
                floor: None,
            });
        }
        writes.extend(claim.write(Work::User(user.id))?);
        match self.table.transact(writes).await {
            Ok(()) => Ok(user),
            Err(error) if error.failed_at(0) => Err(UserWriteError::EmailTaken),
            Err(error) => Err(error.into()),
        }
    }

    /// Applies `change` to a user; identifier and creation time cannot change. Deactivation ends all
    /// sessions of the user in the same transaction.
    ///
    /// # Errors
    /// [`UserWriteError`] by cause; nothing is written then.
    pub async fn change_user(
        &self,
        user: UserId,
        change: impl Fn(&mut User),
    ) -> Result<User, UserWriteError> {
        retry_on_conflict(|| async {
            let record: Option<UserRecord> = self.table.get(&user_key(user)).await?;
            let mut record = record.ok_or(UserWriteError::Missing)?;
            let before = record.user.clone();
            change(&mut record.user);
            record.user.id = before.id;
            record.user.created_at = before.created_at;
            if before.active && !record.user.active {
                record.session_epoch += 1;
            }
            let after = record.user.clone();
            let mut writes = vec![record.write()?];
            let counted =
                admin_change(is_active_admin(&before), is_active_admin(&after)).map(|write| {
                    writes.push(write);
                    writes.len() - 1
                });
            let claimed = if email_key(&before.email) == email_key(&after.email) {
                None
            } else {
                let old = email_claim_key(&before.email);
                writes.push(Write::Delete(old, Condition::Present));
                let entry = Entry::new(email_claim_key(&after.email), &user)?;
                writes.push(Write::Put(entry, Condition::Absent));
                Some(writes.len() - 1)
            };
            match self.table.transact(writes).await {
                Ok(()) => Ok(Some(after)),
                Err(error) if error.failed_at(0) => Ok(None),
                Err(error) => Err(refusal(error, claimed, counted)),
            }
        })
        .await
    }

    /// Returns the user with this e-mail address, unchanged, or adds an active administrator with this
    /// name and password. The flag says whether the user was added.
    pub async fn ensure_admin(
        &self,
        name: &str,
        email: &str,
        password: PasswordHash,
        now: Timestamp,
    ) -> Result<(User, bool), UserWriteError> {
        retry_on_conflict(|| async {
            if let Some(account) = self.account_by_email(email).await? {
                return Ok(Some((account.user().clone(), false)));
            }
            let new = NewUser {
                name: name.to_owned(),
                email: email.to_owned(),
                role: Role::Admin,
                active: true,
            };
            match self.create_user(new, Some(password.clone()), now).await {
                Ok(user) => Ok(Some((user, true))),
                Err(UserWriteError::EmailTaken) => Ok(None),
                Err(error) => Err(error),
            }
        })
        .await
    }

    pub(crate) async fn id_by_email(&self, email: &str) -> Result<Option<UserId>, ItemsError> {
        // A longer text is no valid address and would exceed the store's key length.
        let email = if email.len() <= EMAIL_BYTES {
            email
        } else {
            ""
        };
        self.table.get(&email_claim_key(email)).await
    }
}

/// Write that updates the counter of active administrators, if it changes. The counter never falls
/// below one.
fn admin_change(before: bool, after: bool) -> Option<Write> {
    let (by, floor) = match (before, after) {
        (true, false) => (-1, Some(1)),
        (false, true) => (1, None),
        _ => return None,
    };
    Some(Write::Add {
        key: admin_counter_key(),
        by,
        floor,
    })
}

fn refusal(error: ItemsError, claimed: Option<usize>, counted: Option<usize>) -> UserWriteError {
    let failed = |place: Option<usize>| place.is_some_and(|place| error.failed_at(place));
    if failed(claimed) {
        UserWriteError::EmailTaken
    } else if failed(counted) {
        UserWriteError::LastAdmin
    } else {
        error.into()
    }
}
