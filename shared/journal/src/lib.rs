//! Change log: each committed write appends, in the same transaction, one entry with the next sequence
//! number, on condition that the number is free. Readers keep an in-memory model and read only the entries
//! after the last one they applied.
//!
//! This gives exact lists without scans, read-your-writes across functions (the log is read strongly
//! consistently), and serialised writers: a writer whose model is stale fails to append, reads the missing
//! entries and decides again.
//!
//! An entry can be replaced by one that says less ([`Journal::replace`]). It keeps its number, so the log has no gaps.

#![warn(missing_docs)]

use items::{Condition, Entry, ItemsError, Key, Query, Table, Write};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// One committed change.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Change<T> {
    /// Sequence number, from 1, without gaps.
    pub seq: u64,
    /// The change, in the form that the readers' model applies.
    pub what: T,
}

/// A committed change as it is stored now.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Stored<T> {
    /// Sequence number.
    pub seq: u64,
    /// The change.
    pub what: T,
    /// Number under which [`Journal::replace`] wrote it; `None` for a change as it was committed.
    #[serde(default)]
    pub replaced_by: Option<u64>,
}

/// A change that replaces a committed one.
#[derive(Serialize)]
struct Replacement<T> {
    seq: u64,
    what: T,
    replaced_by: u64,
}

/// The change log of one tenant.
#[derive(Debug, Clone)]
pub struct Journal {
    table: Table,
    partition: String,
}

impl Journal {
    /// The log `name` in `table`.
    pub fn new(table: Table, name: &str) -> Self {
        Self {
            table,
            partition: format!("LOG#{name}"),
        }
    }

    /// The log in `partition`, for tables with another key layout.
    pub fn at(table: Table, partition: impl Into<String>) -> Self {
        Self {
            table,
            partition: partition.into(),
        }
    }

    fn place(seq: u64) -> String {
        format!("{seq:016}")
    }

    /// The write that appends `what` at `seq`; put it first in a transaction. It fails with a conflict when
    /// another writer has taken that number.
    pub fn append<T: Serialize>(&self, seq: u64, what: T) -> Result<Write, ItemsError> {
        let key = Key::new(self.partition.clone(), Self::place(seq));
        Ok(Write::Put(
            Entry::new(key, &Change { seq, what })?,
            Condition::Absent,
        ))
    }

    /// The changes after `seq`, in order. Strongly consistent; usually empty.
    pub async fn after<T: DeserializeOwned>(&self, seq: u64) -> Result<Vec<Change<T>>, ItemsError> {
        self.table
            .query(&Query::after(self.partition.clone(), Self::place(seq)))
            .await
    }

    /// The first page (about a megabyte) of changes after `seq`, and whether there may be more. Readers
    /// that are far behind use it to limit their memory.
    pub async fn page<T: DeserializeOwned>(
        &self,
        seq: u64,
    ) -> Result<(Vec<Change<T>>, bool), ItemsError> {
        let query = Query::after(self.partition.clone(), Self::place(seq));
        let page = self.table.page(&query, None).await?;
        let more = page.next.is_some() && !page.items.is_empty();
        Ok((page.items, more))
    }

    /// The last page (about a megabyte) of changes before `seq`, newest first.
    pub async fn before<T: DeserializeOwned>(
        &self,
        seq: u64,
    ) -> Result<Vec<Stored<T>>, ItemsError> {
        let Some(last) = seq.checked_sub(1).filter(|last| *last > 0) else {
            return Ok(Vec::new());
        };
        let query = Query::between(self.partition.clone(), Self::place(1), Self::place(last));
        Ok(self.table.page(&query.newest_first(), None).await?.items)
    }

    /// The write that replaces a change by `what`, under the number `by`. It fails with a conflict when the change was replaced
    /// after it was read.
    pub fn replace<T, U: Serialize>(
        &self,
        read: &Stored<T>,
        what: U,
        by: u64,
    ) -> Result<Write, ItemsError> {
        let seq = read.seq;
        let replacement = Replacement {
            seq,
            what,
            replaced_by: by,
        };
        let key = Key::new(self.partition.clone(), Self::place(seq));
        let condition = read
            .replaced_by
            .map_or(Condition::Unrevised, Condition::Revision);
        Ok(Write::Put(
            Entry::new(key, &replacement)?.revision(by),
            condition,
        ))
    }

    /// The number of the last change, 0 for an empty log.
    pub async fn last(&self) -> Result<u64, ItemsError> {
        let newest: Vec<Change<serde::de::IgnoredAny>> = self
            .table
            .query(
                &Query::prefix(self.partition.clone(), "")
                    .newest_first()
                    .limit(1),
            )
            .await?;
        Ok(newest.first().map_or(0, |change| change.seq))
    }
}
