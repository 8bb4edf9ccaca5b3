//! Deletion of entries that were cleared long ago.

use std::collections::BTreeSet;

use domain::platform::log::{CLEARED_RETENTION, LogStatus};
use items::{Condition, Entry, ItemsError, Key, Query, Write, none_on_conflict, retry_on_conflict};
use jiff::Timestamp;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use crate::bucket::Bucket;
use crate::entry::{CountChanges, Record};
use crate::{LogStore, keys};

/// Entries that are deleted by one transaction, at three writes each beside those of their buckets and months.
const AT_ONCE: i32 = 19;

/// The last purge that was completed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct LastPurge {
    /// Its day, in the time zone of the platform.
    pub day: Date,
}

/// Result of a purge.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Purged {
    /// Number of entries that were deleted.
    pub entries: u64,
    /// Whether entries may remain to be deleted.
    pub remaining: bool,
}

impl LogStore {
    /// The last purge that was completed.
    ///
    /// # Errors
    /// See [`ItemsError`].
    pub async fn last_purge(&self) -> Result<Option<LastPurge>, ItemsError> {
        self.table.get(&keys::purge()).await
    }

    /// Records a purge that was completed.
    ///
    /// # Errors
    /// See [`ItemsError`].
    pub async fn record_purge(&self, purge: LastPurge) -> Result<(), ItemsError> {
        let entry = Entry::new(keys::purge(), &purge)?;
        self.table.put(entry, Condition::Any).await
    }

    /// Deletes entries that were cleared more than 30 days before `now`, up to about `most`.
    ///
    /// # Errors
    /// See [`ItemsError`]; a later call continues.
    pub async fn purge(&self, now: Timestamp, most: u64) -> Result<Purged, ItemsError> {
        let due = Query::due(keys::CLEARED, now.as_second()).limit(AT_ONCE);
        let (mut purged, mut emptied) = (Purged::default(), BTreeSet::new());
        let mut start = None;
        loop {
            if purged.entries >= most {
                purged.remaining = true;
                break;
            }
            let page = self.table.batch::<Record>(&due, start.as_ref()).await?;
            // The index follows the records with a delay, so the records decide.
            let found: Vec<Key> = page
                .items
                .iter()
                .filter_map(|record| record.as_ref().ok())
                .map(|record| keys::entry(record.id))
                .collect();
            let deleted = retry_on_conflict(|| self.delete(&found, now)).await?;
            for bucket in deleted {
                purged.entries += 1;
                emptied.insert(bucket);
            }
            start = page.next;
            if start.is_none() {
                break;
            }
        }
        for bucket in emptied {
            for key in [keys::counts(bucket), keys::month(bucket)] {
                let gone = vec![Write::Delete(key, Condition::Zero)];
                none_on_conflict(self.table.transact(gone).await)?;
            }
        }
        Ok(purged)
    }

    /// Deletes those entries among `found` whose time is over; returns the bucket of each, or none after a conflict.
    async fn delete(
        &self,
        found: &[Key],
        now: Timestamp,
    ) -> Result<Option<Vec<Bucket>>, ItemsError> {
        if found.is_empty() {
            return Ok(Some(Vec::new()));
        }
        let stored = self.table.get_many_revised::<Record>(found).await?;
        let (mut writes, mut changes) = (Vec::new(), CountChanges::default());
        let mut buckets = Vec::new();
        for stored in stored.into_iter().flatten() {
            let record = &stored.record;
            let over = |at: Timestamp| now.duration_since(at) >= CLEARED_RETENTION;
            if record.status != LogStatus::Cleared || !record.cleared_at.is_some_and(over) {
                continue;
            }
            let key = keys::entry(record.id);
            writes.push(Write::Delete(key, Condition::Revision(stored.revision)));
            let index = record.index_keys().into_iter();
            writes.extend(index.map(|key| Write::Delete(key, Condition::Present)));
            changes.add(record.bucket, &record.class(), -1);
            buckets.push(record.bucket);
        }
        if buckets.is_empty() {
            return Ok(Some(buckets));
        }
        writes.extend(changes.writes());
        let written = none_on_conflict(self.table.transact(writes).await)?;
        Ok(written.map(|()| buckets))
    }
}
