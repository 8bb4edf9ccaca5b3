//! Large objects: pictures and exports.

use async_trait::async_trait;
use bytes::Bytes;

/// A stored object.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Blob {
    /// Its bytes.
    pub bytes: Bytes,
    /// Its media type.
    pub content_type: String,
}

/// Why the blob store failed.
#[derive(Debug, thiserror::Error)]
pub enum BlobError {
    /// There is no room for another object: an operator has to make some. Nothing was stored.
    #[error("the blob store is full: {0}")]
    Full(String),
    /// Anything else.
    #[error("the blob store failed: {0}")]
    Failed(String),
}

/// Keeps objects under keys such as `posts/12/media/3/original.jpg`. Keys are made by the system,
/// never taken from a person; they use letters, digits, `/`, `-`, `_` and `.` and never `..`.
#[async_trait]
pub trait Blobs: Send + Sync {
    /// Stores `blob` under `key`, replacing what was there.
    async fn put(&self, key: &str, blob: Blob) -> Result<(), BlobError>;
    /// Reads the object under `key`; none if there is none.
    async fn get(&self, key: &str) -> Result<Option<Blob>, BlobError>;
    /// Removes the object under `key`; removing nothing is no error.
    async fn delete(&self, key: &str) -> Result<(), BlobError>;
}
