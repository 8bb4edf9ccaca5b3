//! What can go wrong with a table.

/// The error code with which a store that has no room left refuses a write. It is no code of the cloud's
/// service, which grows by itself.
pub const STORAGE_FULL: &str = "StorageFull";

/// Why a read or write did not happen.
#[derive(Debug, thiserror::Error)]
pub enum ItemsError {
    /// A condition did not hold: somebody else wrote first. Nothing was written. The numbers are the
    /// places of the writes whose conditions failed.
    #[error("a condition of the write did not hold (writes {failed:?})")]
    Conflict {
        /// Places of the failed writes, from 0.
        failed: Vec<usize>,
    },
    /// The store is overloaded, unreachable or slow. A write may have happened; because every write
    /// is conditional, trying it again is safe.
    #[error("the store is not available: {0}")]
    Unavailable(String),
    /// The store has no room left: an operator has to make some. Nothing was written, and reads go on.
    /// Only the embedded store runs full; its client answers this with the code [`STORAGE_FULL`].
    #[error("the store is full: {0}")]
    StorageFull(String),
    /// The store refused the request as malformed, or a record cannot be read: a defect of ours.
    #[error("the store refused the request or holds an unreadable record: {0}")]
    Defect(String),
}

impl ItemsError {
    /// Whether the condition of the write at `place` failed.
    pub fn failed_at(&self, place: usize) -> bool {
        matches!(self, Self::Conflict { failed } if failed.contains(&place))
    }

    /// Whether any condition failed.
    pub const fn is_conflict(&self) -> bool {
        matches!(self, Self::Conflict { .. })
    }
}

impl From<serde_dynamo::Error> for ItemsError {
    fn from(error: serde_dynamo::Error) -> Self {
        Self::Defect(error.to_string())
    }
}
