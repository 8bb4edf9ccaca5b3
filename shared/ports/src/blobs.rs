//! Blob store for large objects: images and exports.

use async_trait::async_trait;
use bytes::Bytes;

/// A stored object.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Blob {
    /// Content of the object.
    pub bytes: Bytes,
    /// Media type of the object.
    pub content_type: String,
}

/// Why a blob operation failed.
#[derive(Debug, thiserror::Error)]
pub enum BlobError {
    /// The store is full, and an operator must free space. Nothing was stored.
    #[error("the blob store is full: {0}")]
    Full(String),
    /// Any other failure.
    #[error("the blob store failed: {0}")]
    Failed(String),
}

/// Stores objects under keys such as `posts/12/media/3/original.jpg`. The system generates keys, never a
/// user; they consist of letters, digits, `/`, `-`, `_` and `.`, and never contain `..`.
#[async_trait]
pub trait Blobs: Send + Sync {
    /// Stores `blob` under `key`, replacing an existing object.
    async fn put(&self, key: &str, blob: Blob) -> Result<(), BlobError>;
    /// Reads the object under `key`; `None` if it does not exist.
    async fn get(&self, key: &str) -> Result<Option<Blob>, BlobError>;
    /// Deletes the object under `key`; deleting a missing object is not an error.
    async fn delete(&self, key: &str) -> Result<(), BlobError>;
}
