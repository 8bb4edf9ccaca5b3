//! Version 2 of the central log's store: entries of earlier releases are counted in days, hours and ten minutes, each for
//! all channels and for one.

use async_trait::async_trait;
use items::ItemsError;
use log_store::LogStore;

use crate::run::{Portion, Step};

/// Entries of one portion.
const ENTRIES: u64 = 200;

/// The step.
pub(crate) struct LogCounters {
    pub(crate) store: LogStore,
}

impl LogCounters {
    /// Counts the entries from `first` to `last`, except those whose records cannot be read.
    async fn count(&self, first: u64, last: u64) -> Result<(), ItemsError> {
        match self.store.count_past(first..=last).await {
            Err(ItemsError::Defect(_)) => {}
            other => return other,
        }
        for id in first..=last {
            match self.store.count_past(id..=id).await {
                Err(ItemsError::Defect(reason)) => {
                    tracing::error!(target: "migrations", entry_id = id, reason, "an entry of the log was left as it is");
                }
                other => other?,
            }
        }
        Ok(())
    }
}

#[async_trait]
impl Step for LogCounters {
    fn version(&self) -> u32 {
        2
    }

    fn name(&self) -> &'static str {
        "count earlier entries of the log in days, hours and ten minutes"
    }

    /// The position is the identifier of the last entry that was counted.
    async fn portion(&self, position: Option<&str>) -> Result<Portion, ItemsError> {
        let done: u64 = position.unwrap_or("0").parse().map_err(|_| {
            ItemsError::Defect(format!("a position is no identifier: {position:?}"))
        })?;
        let last = self.store.last_id().await?;
        let end = last.min(done.saturating_add(ENTRIES));
        self.count(done.saturating_add(1), end).await?;
        if end < last {
            return Ok(Portion::More(end.to_string()));
        }
        self.store.delete_former_counters().await?;
        Ok(Portion::Done)
    }
}
