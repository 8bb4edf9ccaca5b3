//! The central log in its DynamoDB table (docs/decisions/0020-central-log-index-and-counts.md): entries, two index
//! records for each, and counters of days and of ten minutes for each level, channel and status.
//!
//! Entries, index records and counters change in one transaction, so totals are exact. Equal events of one minute are
//! one entry, whose count many processes raise at the same time.

#![warn(missing_docs)]

use items::Table;
use jiff::tz::TimeZone;

mod append;
mod bucket;
mod channels;
mod clear;
mod counted;
mod counters;
mod entry;
mod filter;
mod keys;
mod list;
mod merge;
mod move_entry;
mod past;
mod purge;
mod segments;
mod sink;
mod span;
mod state;
mod status;
mod view;

pub use clear::{CarriedOut, ClearError};
pub use entry::StoredEntry;
pub use filter::LogFilter;
pub use list::LogPage;
pub use purge::{LastPurge, Purged};
pub use status::StatusError;
pub use view::StatusCounts;

/// Store of the central log.
#[derive(Debug, Clone)]
pub struct LogStore {
    table: Table,
    zone: TimeZone,
}

impl LogStore {
    /// Opens the store on `table`; `zone` is the time zone of the days of new entries.
    pub const fn new(table: Table, zone: TimeZone) -> Self {
        Self { table, zone }
    }

    /// The underlying table, for its cost meter and for tests.
    pub const fn table(&self) -> &Table {
        &self.table
    }
}
