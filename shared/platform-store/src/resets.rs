//! Links to set a password: invitations and password resets.

use domain::platform::id::UserId;
use domain::platform::user::email_key;
use items::{Condition, Entry, ItemsError, Key, Write};
use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use vault::password::PasswordHash;
use vault::token::TokenHash;

use crate::PlatformStore;
use crate::users::Account;

/// Result of [`PlatformStore::use_reset`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ResetUse {
    /// The password is set, and all sessions of the user are ended.
    Done,
    /// Another request consumed the link first.
    Used,
    /// The account changed after it was read. The caller reads it and decides again.
    Stale,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
struct Reset {
    user_id: UserId,
    /// E-mail address the link was sent to, in records of earlier releases; empty in others, so that it is gone with the user.
    email: String,
    /// Digest of that address. The link is void when the user's address changes.
    #[serde(default)]
    recipient: String,
    /// Password generation that the link may replace.
    generation: u64,
    expires_at: i64,
}

fn key(token: &TokenHash) -> Key {
    Key::new(format!("RESET#{}", token.as_str()), "RESET")
}

/// Digest of an address, for one link.
fn recipient(token: &TokenHash, email: &str) -> String {
    let digest = Sha256::new()
        .chain_update(token.as_str())
        .chain_update([0])
        .chain_update(email_key(email))
        .finalize();
    hex::encode(digest)
}

impl Reset {
    /// Whether the link was sent to this address.
    fn was_sent_to(&self, token: &TokenHash, email: &str) -> bool {
        if self.recipient.is_empty() {
            email_key(email) == self.email
        } else {
            self.recipient == recipient(token, email)
        }
    }
}

impl PlatformStore {
    /// Stores a link for `account` that is valid for `life`.
    pub async fn create_reset(
        &self,
        token: &TokenHash,
        account: &Account,
        life: SignedDuration,
        now: Timestamp,
    ) -> Result<(), ItemsError> {
        let reset = Reset {
            user_id: account.user().id,
            email: String::new(),
            recipient: recipient(token, &account.user().email),
            generation: account.password_generation(),
            expires_at: (now + life).as_second(),
        };
        let entry = Entry::new(key(token), &reset)?.expires(reset.expires_at);
        self.table.put(entry, Condition::Absent).await
    }

    /// Account whose password a link may set; `None` when the link is unknown, used, expired or void.
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
                && reset.was_sent_to(token, &account.user().email)
        }))
    }

    /// Sets the password of `account` and consumes the link in the same transaction.
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
