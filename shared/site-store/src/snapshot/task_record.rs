//! The record of a task.

use serde::{Deserialize, Serialize};

/// Snapshot task of a site.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SnapshotTask {
    /// Tenant.
    pub tenant: String,
    /// The task.
    pub what: Task,
}

/// Kind of snapshot task.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Task {
    /// Create a snapshot.
    Make {
        /// Random token of the enqueued task. A worker claims the task on the condition that the token
        /// is unchanged.
        #[serde(rename = "turn")]
        token: u64,
    },
    /// Delete blobs that no record names.
    Remove {
        /// Key of the first blob.
        blob: String,
        /// Keys of the others.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        others: Vec<String>,
        /// Random token of the task, as for snapshots. Absent in tasks of releases before this one.
        #[serde(default)]
        token: Option<u64>,
    },
}
