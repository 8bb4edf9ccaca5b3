//! Errors of mails and private files.

use items::{Contention, ItemsError};
use ports::BlobError;

/// Why a mail or file was not stored or read.
#[derive(Debug, thiserror::Error)]
pub enum SiteMailError {
    /// The mail is too large. Nothing was written.
    #[error("the mail has {bytes} bytes compressed, and at most {limit} are stored")]
    TooLarge {
        /// Its compressed size without attachments.
        bytes: usize,
        /// Upper limit of that size.
        limit: usize,
    },
    /// The stored mail cannot be read, or the mail cannot be written as JSON.
    #[error("the mail is no valid record: {0}")]
    Record(#[from] serde_json::Error),
    /// The mail cannot be compressed.
    #[error("the mail cannot be compressed: {0}")]
    Packing(#[from] std::io::Error),
    /// The record that caused the mail was not read or written.
    #[error("the outcome of the mail was not kept: {0}")]
    Owner(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// The blob store failed.
    #[error(transparent)]
    Blobs(#[from] BlobError),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] ItemsError),
}

impl From<Contention> for SiteMailError {
    fn from(contention: Contention) -> Self {
        Self::Store(contention.into())
    }
}
