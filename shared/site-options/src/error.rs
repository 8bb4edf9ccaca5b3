//! Errors of reads and writes.

use items::{Contention, ItemsError};
use vault::{OpenError, SealError};

/// Why a document was not read or written.
#[derive(Debug, thiserror::Error)]
pub enum OptionsError {
    /// The document was changed since it was read. Nothing was written.
    #[error("the document was changed meanwhile")]
    Conflict,
    /// The document is too large. Nothing was written.
    #[error("the document has {bytes} bytes compressed, and at most {limit} are stored")]
    TooLarge {
        /// Its compressed or sealed size.
        bytes: usize,
        /// Upper limit of that size.
        limit: usize,
    },
    /// The stored document does not have the expected form.
    #[error("the document {0} has another form")]
    Form(&'static str),
    /// The value cannot be written as JSON, or the secret cannot be sealed.
    #[error("the value cannot be stored")]
    Unwritable,
    /// The secret cannot be opened.
    #[error("the secret {name} cannot be opened: {reason}")]
    Sealed {
        /// Name of the document.
        name: &'static str,
        /// Cause.
        reason: OpenError,
    },
    /// The store failed.
    #[error(transparent)]
    Store(#[from] ItemsError),
}

impl From<Contention> for OptionsError {
    fn from(contention: Contention) -> Self {
        Self::Store(contention.into())
    }
}

impl From<SealError> for OptionsError {
    fn from(_: SealError) -> Self {
        Self::Unwritable
    }
}
