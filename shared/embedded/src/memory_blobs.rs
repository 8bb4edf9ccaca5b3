//! A blob store in memory.

use std::collections::BTreeMap;
use std::ops::Bound;
use std::sync::{Mutex, PoisonError};

use async_trait::async_trait;
use jiff::Timestamp;
use ports::{Blob, BlobError, Blobs, Clock as _, LISTED_AT_ONCE, ListedBlob};

use crate::blob_names::check_key;
use crate::blobs::Lifecycle;
use crate::clock::SystemClock;

/// Blobs in memory, each with its time of storage.
#[derive(Debug, Default)]
pub struct MemoryBlobs(Mutex<BTreeMap<String, (Blob, Timestamp)>>);

impl MemoryBlobs {
    /// The stored keys, in order.
    pub fn keys(&self) -> Vec<String> {
        self.lock().keys().cloned().collect()
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, BTreeMap<String, (Blob, Timestamp)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[async_trait]
impl Blobs for MemoryBlobs {
    async fn put(&self, key: &str, blob: Blob) -> Result<(), BlobError> {
        check_key(key)?;
        self.lock()
            .insert(key.to_owned(), (blob, SystemClock.now()));
        Ok(())
    }

    async fn get(&self, key: &str) -> Result<Option<Blob>, BlobError> {
        check_key(key)?;
        Ok(self.lock().get(key).map(|(blob, _)| blob.clone()))
    }

    async fn list(&self, prefix: &str, after: &str) -> Result<Vec<ListedBlob>, BlobError> {
        let blobs = self.lock();
        let listed = blobs
            .range::<str, _>((Bound::Excluded(after), Bound::Unbounded))
            .filter(|(key, _)| key.starts_with(prefix))
            .take(LISTED_AT_ONCE);
        let listed = listed.map(|(key, (blob, stored_at))| ListedBlob {
            key: key.clone(),
            length: blob.bytes.len() as u64,
            stored_at: *stored_at,
        });
        Ok(listed.collect())
    }

    async fn delete(&self, key: &str) -> Result<(), BlobError> {
        check_key(key)?;
        self.lock().remove(key);
        Ok(())
    }
}

#[async_trait]
impl Lifecycle for MemoryBlobs {
    async fn expire(&self, prefix: &str, before: Timestamp) -> Result<(), BlobError> {
        self.lock()
            .retain(|key, (_, stored)| !key.starts_with(prefix) || *stored >= before);
        Ok(())
    }
}
