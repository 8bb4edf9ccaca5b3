//! Change log: each committed write appends, in the same transaction, one entry with the next sequence
//! number, on condition that the number is free. Readers keep an in-memory model and read only the entries
//! after the last one they applied.
//!
//! This gives exact lists without scans, read-your-writes across functions (the log is read strongly
//! consistently), and serialised writers: a writer whose model is stale fails to append, reads the missing
//! entries and decides again.

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
