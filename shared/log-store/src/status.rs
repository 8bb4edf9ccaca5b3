//! Status changes of single entries.

use domain::platform::id::LogId;
use domain::platform::log::LogStatus;
use items::{
    Condition, Contention, ItemsError, Revised, Write, none_on_conflict, retry_on_conflict,
};
use jiff::Timestamp;

use crate::bucket::Bucket;
use crate::entry::{CountChanges, StoredEntry};
use crate::move_entry::moved;
use crate::{LogStore, keys};

/// Why a status was not changed.
#[derive(Debug, thiserror::Error)]
pub enum StatusError {
    /// There is no such entry.
    #[error("the entry does not exist")]
    NotFound,
    /// A status never goes back.
    #[error("an entry that is {0} cannot get this status")]
    NotReachable(LogStatus),
    /// The store failed.
    #[error(transparent)]
    Items(#[from] ItemsError),
}

impl From<Contention> for StatusError {
    fn from(contention: Contention) -> Self {
        Self::Items(contention.into())
    }
}

impl LogStore {
    /// Gives an entry the status `next`, and returns it. The present status again changes nothing. Later events of the
    /// same minute become a new entry.
    ///
    /// # Errors
    /// [`StatusError`].
    pub async fn set_status(
        &self,
        id: LogId,
        next: LogStatus,
        now: Timestamp,
    ) -> Result<StoredEntry, StatusError> {
        retry_on_conflict(|| self.try_set_status(id, next, now)).await
    }

    async fn try_set_status(
        &self,
        id: LogId,
        next: LogStatus,
        now: Timestamp,
    ) -> Result<Option<StoredEntry>, StatusError> {
        let read = self.state().await?;
        let stored = self.counted_entries(&[keys::entry(id.0)]).await?;
        let before = stored.into_iter().flatten().next();
        let before = before.ok_or(StatusError::NotFound)?;
        let seen = StoredEntry::of(before.clone(), &read.state);
        if !seen.status.may_become(next) {
            return Err(StatusError::NotReachable(seen.status));
        }
        if seen.status == next {
            return Ok(Some(seen));
        }
        // In its own generation, a clearing that is not carried out could concern the entry with its new status.
        let own = before.record.bucket;
        let (level, channel) = (before.record.level, &before.record.channel);
        let bucket = if read.state.effective(own, next, level, channel) == next {
            own
        } else {
            Bucket {
                day: own.day,
                generation: read.state.generation,
            }
        };
        let mut changes = CountChanges::default();
        let (mut writes, after) = moved(&before, next, bucket, now, &mut changes)?;
        writes.push(Write::Delete(
            keys::same(&before.record.event()),
            Condition::Any,
        ));
        writes.push(read.unchanged());
        writes.extend(changes.writes());
        let written = none_on_conflict(self.table.transact(writes).await)?;
        Ok(written.map(|()| {
            let stored = Revised {
                record: after,
                revision: before.revision,
            };
            StoredEntry::of(stored, &read.state)
        }))
    }
}
