//! The record of a store's schema version.

use items::{Condition, Entry, ItemsError, Key, Table};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};

/// Version of a store's schema, and how far a running step has come.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SchemaVersion {
    /// The version whose steps are all done.
    pub version: u32,
    /// The step that has begun.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub running: Option<RunningStep>,
    /// Time of the last write.
    pub updated_at: Timestamp,
    /// Incremented with each write; detects concurrent runs.
    pub revision: u64,
}

/// A step that has begun.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunningStep {
    /// The version that the step leads to.
    pub version: u32,
    /// Where the step continues.
    pub position: String,
}

fn key() -> Key {
    Key::new("SCHEMA", "VERSION")
}

/// The record of `table`; none before the first run.
pub(crate) async fn read(table: &Table) -> Result<Option<SchemaVersion>, ItemsError> {
    table.get(&key()).await
}

/// Writes the first record.
///
/// # Errors
/// [`ItemsError::Conflict`] when there is one.
pub(crate) async fn create(
    table: &Table,
    version: u32,
    now: Timestamp,
) -> Result<SchemaVersion, ItemsError> {
    let record = SchemaVersion {
        version,
        running: None,
        updated_at: now,
        revision: 1,
    };
    let entry = Entry::new(key(), &record)?.revision(record.revision);
    table.put(entry, Condition::Absent).await?;
    Ok(record)
}

/// Replaces `before` by the same record with another version or position.
///
/// # Errors
/// [`ItemsError::Conflict`] when another run wrote it meanwhile.
pub(crate) async fn replace(
    table: &Table,
    before: &SchemaVersion,
    version: u32,
    running: Option<RunningStep>,
    now: Timestamp,
) -> Result<SchemaVersion, ItemsError> {
    let record = SchemaVersion {
        version,
        running,
        updated_at: now,
        revision: before.revision + 1,
    };
    let entry = Entry::new(key(), &record)?.revision(record.revision);
    table
        .put(entry, Condition::Revision(before.revision))
        .await?;
    Ok(record)
}
