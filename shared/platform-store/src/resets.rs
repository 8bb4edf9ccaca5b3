//! Links that let a person set a password: invitations, and resets of a forgotten one.

use domain::id::UserId;
use domain::user::email_key;
use items::{Condition, Entry, ItemsError, Key, Write};
use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};
use vault::password::PasswordHash;
use vault::token::TokenHash;

use crate::PlatformStore;
use crate::users::Account;

/// How a link to set a password ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ResetUse {
    /// The password is set, and every session of the person ended.
    Done,
    /// The link was used by another request.
    Used,
    /// The account changed since it was read: read it and decide again.
    Stale,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
struct Reset {
    user_id: UserId,
    /// The mailbox it went to; it counts no more when the person's e-mail changes.
    email: String,
    /// The password it may replace.
    generation: u64,
    expires_at: i64,
}

fn key(token: &TokenHash) -> Key {
    Key::new(format!("RESET#{}", token.as_str()), "RESET")
}

impl PlatformStore {
    /// Stores a link for `account`, good for `life`.
    pub async fn create_reset(
        &self,
        token: &TokenHash,
        account: &Account,
        life: SignedDuration,
        now: Timestamp,
    ) -> Result<(), ItemsError> {
        let reset = Reset {
            user_id: account.user().id,
            email: email_key(&account.user().email),
            generation: account.password_generation(),
            expires_at: (now + life).as_second(),
        };
        let entry = Entry::new(key(token), &reset)?.expires(reset.expires_at);
        self.table.put(entry, Condition::Absent).await
    }

    /// The account whose password a link may set; none when the link is unknown, used, over or void.
    pub async fn reset_account(
        &self,
        token: &TokenHash,
        now: Timestamp,
    ) -> Result<Option<Account>, ItemsError> {
        let stored: Option<Reset> = self.table.get(&key(token)).await?;
        let Some(reset) = stored.filter(|reset| reset.expires_at > now.as_second()) else {
            return Ok(None);
        };
        let account = self.account(reset.user_id).await?;
        Ok(account.filter(|account| {
            account.user().active
                && account.password_generation() == reset.generation
                && email_key(&account.user().email) == reset.email
        }))
    }

    /// Sets the password of `account` through a link, which is used up in the same write.
    pub async fn use_reset(
        &self,
        token: &TokenHash,
        account: &Account,
        hash: PasswordHash,
    ) -> Result<ResetUse, ItemsError> {
        let mut writes = vec![Write::Delete(key(token), Condition::Present)];
        writes.extend(account.password_writes(hash)?);
        match self.table.transact(writes).await {
            Ok(()) => Ok(ResetUse::Done),
            Err(error) if error.failed_at(0) => Ok(ResetUse::Used),
            Err(error) if error.is_conflict() => Ok(ResetUse::Stale),
            Err(error) => Err(error),
        }
    }
}
