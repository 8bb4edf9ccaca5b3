//! Data access to DynamoDB: typed records under a partition and a sort key, written only conditionally or
//! in a transaction.
//!
//! The same code runs against AWS and against the embedded engine; the client that is passed in decides.
//! Every table has the same schema: `pk`, `sk`, the index `by_listing` (`gsi1pk`, `gsi1sk`), the sparse
//! index `by_due` (`due_kind`, `due_at`) for records with a due time, and `expires_at` for time to live
//! (epoch seconds). The content of a record is the map `data`; its `rev` detects lost updates.
//! docs/data-model.md documents the key layouts.

#![warn(missing_docs)]

mod conflict;
mod entry;
mod error;
mod meter;
mod numbers;
pub mod packed;
mod query;
mod revised;
mod schema;
mod table;
mod transact;
mod window;

pub use conflict::{Contention, MAX_CONFLICT_RETRIES, none_on_conflict, retry_on_conflict};
pub use entry::{Condition, Entry, Key, Write};
pub use error::{ItemsError, STORAGE_FULL, STORAGE_LOST};
pub use meter::{Meter, Usage};
pub use numbers::Numbers;
pub use query::{Batch, Cursor, KeyPage, Page, Query, Unreadable};
pub use revised::Revised;
pub use table::Table;
