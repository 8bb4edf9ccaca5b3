//! DynamoDB, as the rest of the system sees it: typed records under a partition and a sort key,
//! written only with a condition or in a transaction.
//!
//! The same code runs against the cloud's service and against the embedded engine; the client that
//! is handed in decides. Every table has one shape: `pk`, `sk`, the index `by_listing`
//! (`gsi1pk`, `gsi1sk`), the sparse index `by_due` (`due_kind`, `due_at`) of things that wait for a
//! time, and `expires_at` for the store's own clean-up (epoch seconds). A record's content is one
//! map, `data`; its `rev` guards against lost updates. Key layouts stand in docs/data-model.md.

mod conflict;
mod entry;
mod error;
mod meter;
pub mod packed;
mod query;
mod schema;
mod table;
mod transact;
mod window;

pub use conflict::{Contention, MAX_CONFLICT_RETRIES, none_on_conflict, retry_on_conflict};
pub use entry::{Condition, Entry, Key, Write};
pub use error::{ItemsError, STORAGE_FULL};
pub use meter::{Meter, Usage};
pub use query::{Batch, Cursor, Page, Query, Unreadable};
pub use table::Table;
