//! Deletion of entries that were cleared long ago.

use std::collections::BTreeSet;

use domain::platform::log::{CLEARED_RETENTION, LogStatus};
use items::{Condition, Entry, ItemsError, Key, Query, Write, none_on_conflict, retry_on_conflict};
use jiff::Timestamp;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use crate::entry::{CountChanges, MAX_WRITES, Record};
use crate::{LogStore, keys};

/// Entries that are read at once.
const AT_ONCE: i32 = 19;
/// Writes of a deletion beside those of the counters: the record, and two of the index.
const WRITES_OF_ONE: usize = 3;

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

/// What a transaction deleted.
#[derive(Debug, Default)]
struct Deleted {
    /// Number of entries that were deleted or may not be.
    considered: usize,
    entries: u64,
    /// Keys of the counters that counted the deleted entries.
    counters: Vec<(String, String)>,
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
            let mut left = found.as_slice();
            while !left.is_empty() {
                let deleted = retry_on_conflict(|| self.delete(left, now)).await?;
                purged.entries += deleted.entries;
                emptied.extend(deleted.counters);
                left = left.get(deleted.considered..).unwrap_or_default();
            }
            start = page.next;
            if start.is_none() {
                break;
            }
        }
        self.delete_empty(emptied).await?;
        Ok(purged)
    }

    /// Deletes those counters that count nothing.
    async fn delete_empty(&self, counters: BTreeSet<(String, String)>) -> Result<(), ItemsError> {
        let keys: Vec<Key> = counters
            .into_iter()
            .map(|(pk, sk)| Key::new(pk, sk))
            .collect();
        for portion in keys.chunks(MAX_WRITES) {
            let mut left = portion.to_vec();
            while !left.is_empty() {
                let deletions = left
                    .iter()
                    .map(|key| Write::Delete(key.clone(), Condition::Zero));
                match self.table.transact(deletions.collect()).await {
                    Ok(()) => break,
                    // Those that still count entries are left.
                    Err(ItemsError::Conflict { failed }) => {
                        let mut place = 0..;
                        left.retain(|_| place.next().is_some_and(|at| !failed.contains(&at)));
                    }
                    Err(error) => return Err(error),
                }
            }
        }
        Ok(())
    }

    /// Deletes those of the first entries of `found` whose time is over, as many as a transaction holds. Returns none
    /// after a conflict.
    async fn delete(&self, found: &[Key], now: Timestamp) -> Result<Option<Deleted>, ItemsError> {
        let stored = self.counted_entries(found).await?;
        let (mut writes, mut changes) = (Vec::new(), CountChanges::default());
        let mut deleted = Deleted::default();
        for stored in stored {
            let written = writes.len() + changes.len();
            if written + WRITES_OF_ONE + keys::COUNTERS > MAX_WRITES {
                break;
            }
            deleted.considered += 1;
            let Some(stored) = stored else {
                continue;
            };
            let record = &stored.record;
            let over = |at: Timestamp| now.duration_since(at) >= CLEARED_RETENTION;
            if record.status != LogStatus::Cleared || !record.cleared_at.is_some_and(over) {
                continue;
            }
            let key = keys::entry(record.id);
            writes.push(Write::Delete(key, Condition::Revision(stored.revision)));
            let index = record.index_keys().into_iter();
            writes.extend(index.map(|key| Write::Delete(key, Condition::Present)));
            changes.add(record, -1);
            deleted.entries += 1;
        }
        if deleted.entries == 0 {
            return Ok(Some(deleted));
        }
        deleted.counters = changes.keys().cloned().collect();
        writes.extend(changes.writes());
        let written = none_on_conflict(self.table.transact(writes).await)?;
        Ok(written.map(|()| deleted))
    }
}
