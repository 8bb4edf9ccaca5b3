//! A change log beside the records it tells of: each committed write appends, in the same
//! transaction, one entry at the next number, on the condition that none is there. Readers keep a
//! model of what they list and ask only for what came after the last entry they saw.
//!
//! This gives exact lists without scanning, read-your-writes across functions (the log is read
//! consistently), and serial order among writers: one whose model was behind fails the append,
//! catches up and decides again.

use items::{Condition, Entry, ItemsError, Key, Query, Table, Write};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// One committed change.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Change<T> {
    /// Its place, from 1, without gaps.
    pub seq: u64,
    /// What changed, as the readers' model needs it.
    pub what: T,
}

/// The change log of one tenant.
#[derive(Debug, Clone)]
pub struct Journal {
    table: Table,
    partition: String,
}

impl Journal {
    /// The log called `name` in `table`.
    pub fn new(table: Table, name: &str) -> Self {
        Self {
            table,
            partition: format!("LOG#{name}"),
        }
    }

    /// The log that lies in `partition`, for a table whose keys begin otherwise.
    pub fn at(table: Table, partition: impl Into<String>) -> Self {
        Self {
            table,
            partition: partition.into(),
        }
    }

    fn place(seq: u64) -> String {
        format!("{seq:016}")
    }

    /// The append of `what` at `seq`, as the first write of a transaction: it fails with a conflict
    /// at its place when another writer was there first.
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

    /// The first of the changes after `seq`, about a megabyte of them, and whether there may be more.
    /// For readers that are far behind: what they hold at once does not grow with the log.
    pub async fn page<T: DeserializeOwned>(
        &self,
        seq: u64,
    ) -> Result<(Vec<Change<T>>, bool), ItemsError> {
        let query = Query::after(self.partition.clone(), Self::place(seq));
        let page = self.table.page(&query, None).await?;
        let more = page.next.is_some() && !page.items.is_empty();
        Ok((page.items, more))
    }

    /// The number of the last change, 0 when there is none.
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
