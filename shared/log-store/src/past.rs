//! Entries that earlier releases stored. Those counted the entries of a day in one record, whose numbers named each
//! channel, and no parts of it. Such an entry is counted anew before anything else happens to it.

use std::ops::RangeInclusive;

use items::{
    Condition, Entry, ItemsError, Key, Revised, Write, none_on_conflict, retry_on_conflict,
};
use serde::{Deserialize, Serialize};

use crate::entry::{CountChanges, MAX_WRITES, Record};
use crate::{LogStore, keys};

/// Writes of an entry beside those of the counters.
const WRITES_OF_ONE: usize = 1;
/// Counters of an entry: those of its parts, and the former ones of its day. Its month stays as it is.
const COUNTERS: usize = keys::COUNTERS;

/// Orders the transactions that count past entries: each of them replaces it.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
struct Counting {}

impl LogStore {
    /// Whether no entry was ever stored.
    ///
    /// # Errors
    /// See [`ItemsError`].
    pub async fn is_new(&self) -> Result<bool, ItemsError> {
        Ok(self.last_id().await? == 0)
    }

    /// The identifier that was allocated last; 0 before the first.
    ///
    /// # Errors
    /// See [`ItemsError`].
    pub async fn last_id(&self) -> Result<u64, ItemsError> {
        self.table.last_id(keys::SEQUENCE).await
    }

    /// Counts those of the entries `ids` that an earlier release stored in days and ten minutes. Entries that
    /// are counted are left as they are, so that repeated and concurrent calls count each of them once.
    ///
    /// # Errors
    /// [`ItemsError::Defect`] when a record cannot be read; otherwise see [`ItemsError`].
    pub async fn count_past(&self, ids: RangeInclusive<u64>) -> Result<(), ItemsError> {
        let keys: Vec<Key> = ids.map(keys::entry).collect();
        self.count_those(&keys).await
    }

    /// Deletes the counters of earlier releases. All entries must be counted.
    ///
    /// # Errors
    /// See [`ItemsError`].
    pub async fn delete_former_counters(&self) -> Result<(), ItemsError> {
        let former = self.table.all_numbers(&keys::former_days()).await?;
        for portion in former.chunks(MAX_WRITES) {
            let deletions = portion
                .iter()
                .map(|counted| Write::Delete(counted.key.clone(), Condition::Any));
            self.table.transact(deletions.collect()).await?;
        }
        Ok(())
    }

    /// Whether the store has entries that are not counted yet.
    pub(crate) async fn has_past(&self) -> Result<bool, ItemsError> {
        let query = keys::former_days().limit(1);
        Ok(!self.table.key_page(&query, None).await?.keys.is_empty())
    }

    /// Reads entries, which are counted when this returns.
    pub(crate) async fn counted_entries(
        &self,
        keys: &[Key],
    ) -> Result<Vec<Option<Revised<Record>>>, ItemsError> {
        let stored = self.table.get_many_revised::<Record>(keys).await?;
        if stored.iter().flatten().all(|one| one.record.counted) {
            return Ok(stored);
        }
        self.count_those(keys).await?;
        self.table.get_many_revised(keys).await
    }

    async fn count_those(&self, keys: &[Key]) -> Result<(), ItemsError> {
        let mut left = keys;
        while !left.is_empty() {
            let considered = retry_on_conflict(|| self.count_some(left)).await?;
            left = left.get(considered..).unwrap_or_default();
        }
        Ok(())
    }

    /// Counts as many of the first entries of `keys` as a transaction holds; returns how many were considered, and none
    /// after a conflict.
    async fn count_some(&self, keys: &[Key]) -> Result<Option<usize>, ItemsError> {
        // Read before the entries: whatever counts one of them meanwhile replaces it. A change of the status does not
        // happen to an entry that is not counted.
        let counting = keys::counting();
        let order = self.table.get_revised::<Counting>(&counting).await?;
        let portion = keys.get(..MAX_WRITES).unwrap_or(keys);
        let stored = self.table.get_many_revised::<Record>(portion).await?;
        let (mut writes, mut changes) = (Vec::new(), CountChanges::default());
        let mut considered = 0;
        for stored in stored {
            let written = writes.len() + changes.len();
            if written + WRITES_OF_ONE + COUNTERS >= MAX_WRITES {
                break;
            }
            considered += 1;
            let Some(stored) = stored.filter(|stored| !stored.record.counted) else {
                continue;
            };
            changes.add_former(&stored.record, -1);
            changes.add_parts(&stored.record, 1);
            let mut record = stored.record;
            record.counted = true;
            let count = stored.revision;
            writes.push(record.put(count, Condition::Revision(count))?);
        }
        if writes.is_empty() {
            return Ok(Some(considered));
        }
        let (revision, condition) = match order {
            None => (1, Condition::Absent),
            Some(order) => (order.revision + 1, Condition::Revision(order.revision)),
        };
        let entry = Entry::new(counting, &Counting {})?.revision(revision);
        writes.push(Write::Put(entry, condition));
        writes.extend(changes.writes());
        let written = none_on_conflict(self.table.transact(writes).await)?;
        Ok(written.map(|()| considered))
    }
}
