//! What can go wrong with a table.

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
