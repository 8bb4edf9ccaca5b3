//! Errors of table operations.

/// Error code with which the embedded store rejects a write when its disk is full. The AWS service does not
/// use this code.
pub const STORAGE_FULL: &str = "StorageFull";

/// Code of the embedded store's error for a folder that is not there.
pub const STORAGE_LOST: &str = "StorageLost";

/// Why a read or write failed.
#[derive(Debug, thiserror::Error)]
pub enum ItemsError {
    /// A condition failed because another writer was first. Nothing was written.
    #[error("a condition of the write failed (writes {failed:?})")]
    Conflict {
        /// Indexes of the writes whose condition failed, from 0.
        failed: Vec<usize>,
    },
    /// The store is overloaded, unreachable or slow. The write may have happened; because every write is
    /// conditional, repeating it is safe.
    #[error("the store is not available: {0}")]
    Unavailable(String),
    /// The store's disk is full, and an operator must free space. Nothing was written; reads still work.
    /// Only the embedded store reports this, with the code [`STORAGE_FULL`].
    #[error("the store is full: {0}")]
    StorageFull(String),
    /// The store rejected the request as malformed, or a record cannot be deserialised: a defect in Pauta.
    #[error("the store rejected the request, or a record is unreadable: {0}")]
    Defect(String),
}

impl ItemsError {
    /// Whether the condition of the write at index `place` failed.
    pub fn failed_at(&self, place: usize) -> bool {
        matches!(self, Self::Conflict { failed } if failed.contains(&place))
    }

    /// Whether this is a failed condition.
    pub const fn is_conflict(&self) -> bool {
        matches!(self, Self::Conflict { .. })
    }
}

impl From<serde_dynamo::Error> for ItemsError {
    fn from(error: serde_dynamo::Error) -> Self {
        Self::Defect(error.to_string())
    }
}
