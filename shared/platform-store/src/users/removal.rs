//! Deletion of users.
//!
//! A user who owns sites cannot be deleted, as a site always has an owner; the deleting transaction
//! checks the counter of owned sites. Memberships are removed before that transaction, so a repetition
//! after an interruption continues where the first attempt stopped, and once more after it, for a site
//! that added the user in between. After the transaction no site can add the user.

use domain::platform::id::UserId;
use items::{Condition, Contention, ItemsError, Write, retry_on_conflict};
use jiff::Timestamp;

use super::{
    UserRecord, UserWriteError, account, admin_change, admin_counter_key, copies, email_claim_key,
    former_name_write, is_active_admin, refusal, user_key,
};
use crate::sites::owned_sites_key;
use crate::{PlatformStore, SecretChange, SiteWriteError};

/// Index of the write that checks that the user owns no sites.
const OWNED: usize = 1;

impl PlatformStore {
    /// Deletes a user with credentials and memberships, and ends their sessions. The name remains, for the history
    /// of posts. Of a user whose record is damaged or was set aside, what remains is deleted. Returns the e-mail addresses that
    /// were reserved for the user.
    ///
    /// # Errors
    /// [`UserWriteError::Missing`], [`UserWriteError::LastAdmin`] and [`UserWriteError::OwnsSites`];
    /// the user is unchanged then.
    pub async fn delete_user(
        &self,
        user: UserId,
        now: Timestamp,
    ) -> Result<Vec<String>, UserWriteError> {
        retry_on_conflict(|| async {
            let record: UserRecord = match self.table.get(&user_key(user)).await {
                Ok(Some(record)) => record,
                Ok(None) | Err(ItemsError::Defect(_)) => {
                    return self.delete_remains(user, now).await.map(Some);
                }
                Err(error) => return Err(error.into()),
            };
            if is_active_admin(&record.user) {
                self.check_other_admin().await?;
            }
            self.leave_sites(user, now).await?;
            let email = record.user.email.clone();
            match self.remove(user, record).await {
                Ok(true) => {
                    self.leave_sites(user, now).await?;
                    Ok(Some(vec![email]))
                }
                Ok(false) => Ok(None),
                Err(error) => Err(error),
            }
        })
        .await
    }

    /// Deletes what remains of a user whose record is damaged. Their addresses are found by reading all keys, and whether they were
    /// an administrator by counting the others.
    async fn delete_remains(
        &self,
        user: UserId,
        now: Timestamp,
    ) -> Result<Vec<String>, UserWriteError> {
        let own = [user_key(user), account::credentials_key(user)];
        if self.table.present(&own).await?.is_empty() {
            return Err(UserWriteError::Missing);
        }
        self.leave_sites(user, now).await?;
        let emails = self.reserved_emails(user).await?;
        let claims = emails.iter().map(|email| email_claim_key(email));
        let mut writes: Vec<Write> = own
            .into_iter()
            .chain(claims)
            .map(|key| Write::Delete(key, Condition::Any))
            .collect();
        let owned = writes.len();
        writes.push(Write::Delete(owned_sites_key(user), Condition::Zero));
        writes.push(copies::task_write(user)?);
        let counter = self.table.numbers(&admin_counter_key()).await?.get("n");
        let admins = self.users().await?;
        let admins = admins.iter().filter(|user| is_active_admin(user)).count();
        let by = i64::try_from(admins).unwrap_or(counter) - counter;
        if by != 0 {
            writes.push(Write::Add {
                key: admin_counter_key(),
                by,
                floor: None,
            });
        }
        match self.table.transact(writes).await {
            Ok(()) => Ok(emails),
            Err(error) if error.failed_at(owned) => Err(UserWriteError::OwnsSites),
            Err(error) => Err(error.into()),
        }
    }

    /// The e-mail addresses that are reserved for a user, of all reservations.
    async fn reserved_emails(&self, user: UserId) -> Result<Vec<String>, ItemsError> {
        let mut emails = Vec::new();
        let mut start = None;
        loop {
            let page = self.table.scan_keys(start.as_ref()).await?;
            for key in page.keys {
                let Some(email) = key.pk.strip_prefix("EMAIL#") else {
                    continue;
                };
                match self.table.get::<UserId>(&key).await {
                    Ok(Some(owner)) if owner == user => emails.push(email.to_owned()),
                    Ok(_) | Err(ItemsError::Defect(_)) => {}
                    Err(error) => return Err(error),
                }
            }
            start = page.next;
            if start.is_none() {
                return Ok(emails);
            }
        }
    }

    /// Rejects the deletion of the last active administrator before anything is written. The
    /// transaction checks again.
    async fn check_other_admin(&self) -> Result<(), UserWriteError> {
        let two = Write::Add {
            key: admin_counter_key(),
            by: 0,
            floor: Some(2),
        };
        let done = self.table.transact(vec![two]).await;
        done.map_err(|error| refusal(error, None, Some(0)))
    }

    /// Deletes the records; `false` when the user changed meanwhile.
    async fn remove(&self, user: UserId, record: UserRecord) -> Result<bool, UserWriteError> {
        let read = Condition::Revision(record.revision);
        let mut writes = vec![
            Write::Delete(user_key(user), read),
            Write::Delete(owned_sites_key(user), Condition::Zero),
            Write::Delete(email_claim_key(&record.user.email), Condition::Any),
            Write::Delete(account::credentials_key(user), Condition::Any),
        ];
        writes.push(former_name_write(&record.user)?);
        writes.push(copies::task_write(user)?);
        let counted = admin_change(is_active_admin(&record.user), false).map(|write| {
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

    /// Removes a user who owns no sites from all member lists.
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
                    // The next pass looks again at a site that changed or was deleted meanwhile.
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
