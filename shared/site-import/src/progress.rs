//! Progress reporting.

/// Observer of an import's progress.
pub trait Progress: Send + Sync {
    /// A stage begins; `total` is its number of items, if the host reports it.
    fn begin(&self, stage: &str, total: Option<u64>);
    /// `by` more items of the stage are done.
    fn advance(&self, by: u64);
    /// The stage has ended.
    fn end(&self);
}

/// Ignores all progress.
#[derive(Debug, Clone, Copy)]
pub struct NoProgress;

impl Progress for NoProgress {
    fn begin(&self, _: &str, _: Option<u64>) {}
    fn advance(&self, _: u64) {}
    fn end(&self) {}
}
