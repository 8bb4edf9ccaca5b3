//! Blob store for large objects: images and exports.

use std::ops::Range;
use std::sync::Arc;

use async_trait::async_trait;
use bytes::Bytes;
use futures_util::stream::{self, Stream};
use jiff::Timestamp;
use sha2::{Digest, Sha256};

/// A stored object.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Blob {
    /// Content of the object.
    pub bytes: Bytes,
    /// Media type of the object.
    pub content_type: String,
}

/// A stored object whose content is read in parts, so that it need not fit into memory.
#[derive(Clone)]
pub struct OpenBlob {
    /// Media type of the object.
    pub content_type: String,
    /// Length of the content in bytes.
    pub length: u64,
    /// Printable ASCII text without quotation marks that differs when the content under the key is another one.
    pub tag: String,
    /// The content, as it was when the object was opened.
    pub content: Arc<dyn BlobContent>,
}

/// Bytes that are read at a time: clients that read slowly keep no more of an object in memory.
const PART: usize = 128 * 1024;

impl OpenBlob {
    /// These bytes of the content, read while they are taken.
    pub fn stream(
        &self,
        bytes: Range<u64>,
    ) -> impl Stream<Item = Result<Bytes, BlobError>> + Send + use<> {
        let content = Arc::clone(&self.content);
        stream::try_unfold(bytes.start, move |at| {
            let content = Arc::clone(&content);
            async move {
                let left = usize::try_from(bytes.end - at).unwrap_or(usize::MAX);
                if left == 0 {
                    return Ok(None);
                }
                let part = content.read(at, left.min(PART)).await?;
                if part.is_empty() {
                    return Err(BlobError::Failed("the object became shorter".to_owned()));
                }
                let next = at + part.len() as u64;
                Ok(Some((part, next)))
            }
        })
    }
}

impl From<Blob> for OpenBlob {
    fn from(blob: Blob) -> Self {
        Self {
            content_type: blob.content_type,
            length: blob.bytes.len() as u64,
            tag: hex::encode(Sha256::digest(&blob.bytes)),
            content: Arc::new(blob.bytes),
        }
    }
}

impl std::fmt::Debug for OpenBlob {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("OpenBlob")
            .field("content_type", &self.content_type)
            .field("length", &self.length)
            .field("tag", &self.tag)
            .finish_non_exhaustive()
    }
}

/// Content of an open object.
#[async_trait]
pub trait BlobContent: Send + Sync {
    /// Reads at most `most` bytes from position `at`; none only at the end.
    async fn read(&self, at: u64, most: usize) -> Result<Bytes, BlobError>;
}

#[async_trait]
impl BlobContent for Bytes {
    async fn read(&self, at: u64, most: usize) -> Result<Bytes, BlobError> {
        let from = usize::try_from(at).unwrap_or(usize::MAX).min(self.len());
        let to = from.saturating_add(most).min(self.len());
        Ok(self.slice(from..to))
    }
}

/// An object of a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListedBlob {
    /// Key of the object.
    pub key: String,
    /// Length of the content in bytes.
    pub length: u64,
    /// When the object was stored.
    pub stored_at: Timestamp,
}

/// Upper limit of objects in one part of a list (limit of `ListObjectsV2`).
pub const LISTED_AT_ONCE: usize = 1000;

/// Why a blob operation failed.
#[derive(Debug, thiserror::Error)]
pub enum BlobError {
    /// The store is full, and an operator must free space. Nothing was stored.
    #[error("the blob store is full: {0}")]
    Full(String),
    /// The object is there, and its content cannot be read, as on a damaged disk. Others can be.
    #[error("an object of the blob store cannot be read: {0}")]
    Unreadable(String),
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
    /// Opens the object under `key`; `None` if it does not exist. Stores that read objects in parts override this.
    async fn open(&self, key: &str) -> Result<Option<OpenBlob>, BlobError> {
        Ok(self.get(key).await?.map(OpenBlob::from))
    }
    /// The objects whose keys begin with `prefix` and come behind `after`, in the order of the bytes of their keys, at most
    /// [`LISTED_AT_ONCE`]. Fewer are the last ones.
    async fn list(&self, prefix: &str, after: &str) -> Result<Vec<ListedBlob>, BlobError>;
    /// All objects whose keys begin with `prefix`, in the order of the bytes of their keys.
    async fn list_all(&self, prefix: &str) -> Result<Vec<ListedBlob>, BlobError> {
        let mut all: Vec<ListedBlob> = Vec::new();
        loop {
            let after = all.last().map_or("", |last| &last.key);
            let part = self.list(prefix, after).await?;
            let is_last = part.len() < LISTED_AT_ONCE;
            all.extend(part);
            if is_last {
                return Ok(all);
            }
        }
    }
    /// Deletes the object under `key`; deleting a missing object is not an error.
    async fn delete(&self, key: &str) -> Result<(), BlobError>;
}
