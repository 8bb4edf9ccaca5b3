//! State of the log: the present generation, and the clearings that are not carried out yet.

use domain::platform::log::{LogLevel, LogStatus};
use items::{Condition, Entry, ItemsError, Write};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::LogStore;
use crate::bucket::Bucket;
use crate::filter::LogFilter;
use crate::keys;

/// A clearing. Entries that it concerns count as cleared from its commit on, and get the status one after another.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Clearing {
    /// Last generation that the clearing concerns.
    pub(crate) generation: u64,
    /// Entries of these days, levels, channels and statuses.
    pub(crate) filter: LogFilter,
    /// Time of the clearing.
    pub(crate) at: Timestamp,
}

impl Clearing {
    /// Whether an entry with these stored properties is cleared by this clearing.
    pub(crate) fn concerns(
        &self,
        bucket: Bucket,
        status: LogStatus,
        level: LogLevel,
        channel: &str,
    ) -> bool {
        status != LogStatus::Cleared
            && bucket.generation <= self.generation
            && self.filter.has_day(bucket.day)
            && self.filter.has_kind(level, channel)
            && self.filter.has_status(status)
    }
}

/// State of the log.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct State {
    /// Generation of new entries.
    pub(crate) generation: u64,
    /// Clearings that are not carried out, oldest first.
    pub(crate) clearings: Vec<Clearing>,
}

impl State {
    /// The status that an entry with these stored properties has for readers.
    pub(crate) fn effective(
        &self,
        bucket: Bucket,
        status: LogStatus,
        level: LogLevel,
        channel: &str,
    ) -> LogStatus {
        let cleared = self
            .clearings
            .iter()
            .any(|clearing| clearing.concerns(bucket, status, level, channel));
        if cleared { LogStatus::Cleared } else { status }
    }
}

/// The state as it was read, for conditions.
#[derive(Debug, Clone, Default)]
pub(crate) struct ReadState {
    pub(crate) state: State,
    /// 0 when none is stored.
    pub(crate) revision: u64,
}

impl ReadState {
    const fn condition(&self) -> Condition {
        match self.revision {
            0 => Condition::Absent,
            revision => Condition::Revision(revision),
        }
    }

    /// Fails a transaction when the state has changed since.
    pub(crate) fn unchanged(&self) -> Write {
        Write::Check(keys::state(), self.condition())
    }

    /// Replaces the state.
    pub(crate) fn replaced(&self, state: &State) -> Result<Write, ItemsError> {
        let entry = Entry::new(keys::state(), state)?.revision(self.revision + 1);
        Ok(Write::Put(entry, self.condition()))
    }
}

impl LogStore {
    pub(crate) async fn state(&self) -> Result<ReadState, ItemsError> {
        let stored = self.table.get_revised::<State>(&keys::state()).await?;
        Ok(stored.map_or_else(ReadState::default, |stored| ReadState {
            state: stored.record,
            revision: stored.revision,
        }))
    }
}
