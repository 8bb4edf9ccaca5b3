//! Telling how far an import is.

/// Is told how far an import is.
pub trait Progress: Send + Sync {
    /// A stage begins; `total` is how many items it has, when the host says so.
    fn begin(&self, stage: &str, total: Option<u64>);
    /// So many more items of the stage are done.
    fn advance(&self, by: u64);
    /// The stage is over.
    fn end(&self);
}

/// Tells nobody.
#[derive(Debug, Clone, Copy)]
pub struct Silent;

impl Progress for Silent {
    fn begin(&self, _: &str, _: Option<u64>) {}
    fn advance(&self, _: u64) {}
    fn end(&self) {}
}
