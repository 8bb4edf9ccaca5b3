//! Removing a person.
//!
//! A person who owns sites stays until the sites are somebody else's: a site always has an owner. That
//! is decided in the transaction that removes, by a counter. Memberships are taken back before it, so
//! that whoever asks again after an interruption finds less to do, and once more after it for a site
//! that took the person on in between; from then on no site can.

use domain::id::UserId;
use items::{Condition, Contention, Write, retry_on_conflict};
use jiff::Timestamp;

use super::{
    UserRecord, UserWriteError, account, admin_change, admins, counts, email_claim, refusal,
    user_key,
};
use crate::sites::owned_sites_key;
use crate::{PlatformStore, SecretChange, SiteWriteError};

/// Where the transaction asks whether the person owns sites.
const OWNED: usize = 1;

impl PlatformStore {
    /// Removes a person with their credentials and memberships; their sessions end with them.
    ///
    /// # Errors
    /// [`UserWriteError::Missing`], [`UserWriteError::LastAdmin`] and [`UserWriteError::OwnsSites`];
    /// the person stays as they are then.
    pub async fn delete_user(&self, user: UserId, now: Timestamp) -> Result<(), UserWriteError> {
        retry_on_conflict(|| async {
            let record: Option<UserRecord> = self.table.get(&user_key(user)).await?;
            let record = record.ok_or(UserWriteError::Missing)?;
            if counts(&record.user) {
                self.check_other_admin().await?;
            }
            self.leave_sites(user, now).await?;
            match self.remove(user, record).await {
                Ok(true) => {
                    self.leave_sites(user, now).await?;
                    Ok(Some(()))
                }
                Ok(false) => Ok(None),
                Err(error) => Err(error),
            }
        })
        .await
    }

    /// Refuses before anything is written; the transaction decides again.
    async fn check_other_admin(&self) -> Result<(), UserWriteError> {
        let two = Write::Add {
            key: admins(),
            by: 0,
            floor: Some(2),
        };
        let done = self.table.transact(vec![two]).await;
        done.map_err(|error| refusal(error, None, Some(0)))
    }

    /// False when the person changed meanwhile.
    async fn remove(&self, user: UserId, record: UserRecord) -> Result<bool, UserWriteError> {
        let read = Condition::Revision(record.revision);
        let mut writes = vec![
            Write::Delete(user_key(user), read),
            Write::Delete(owned_sites_key(user), Condition::Zero),
            Write::Delete(email_claim(&record.user.email), Condition::Any),
            Write::Delete(account::credentials_key(user), Condition::Any),
        ];
        let counted = admin_change(counts(&record.user), false).map(|write| {
            writes.push(write);
            writes.len() - 1
        });
        match self.table.transact(writes).await {
            Ok(()) => Ok(true),
            Err(error) if error.failed_at(0) => Ok(false),
            Err(error) if error.failed_at(OWNED) => Err(UserWriteError::OwnsSites),
            Err(error) => Err(refusal(error, None, counted)),
        }
    }

    /// Ends the memberships of a person who owns nothing.
    async fn leave_sites(&self, user: UserId, now: Timestamp) -> Result<(), UserWriteError> {
        retry_on_conflict(|| async {
            let sites = self.own_sites(user).await?;
            if sites.is_empty() {
                return Ok(Some(()));
            }
            if sites.iter().any(|site| site.user_id == user) {
                return Err(UserWriteError::OwnsSites);
            }
            for before in sites {
                let mut after = before.clone();
                after.member_ids.retain(|member| *member != user);
                after.updated_at = now;
                after.version += 1;
                match self.update_site(&before, &after, SecretChange::Keep).await {
                    // A site that changed or went meanwhile is looked at again.
                    Ok(()) | Err(SiteWriteError::Stale) => {}
                    Err(SiteWriteError::Items(error)) => return Err(error.into()),
                    Err(SiteWriteError::UnknownPerson(_) | SiteWriteError::InUse) => {
                        return Err(Contention.into());
                    }
                }
            }
            Ok(None)
        })
        .await
    }
}
