//! Blobs as they were when a backup began: those in the folder, and those that were deleted since.

use std::collections::BTreeMap;
use std::path::PathBuf;

use async_trait::async_trait;
use ports::{Blob, BlobError, Blobs, LISTED_AT_ONCE, ListedBlob, OpenBlob};

use crate::blobs::FolderBlobs;
use crate::retention::Retention;

/// Blobs of one half of a data folder while a backup of it is made ([`crate::retention`]), for reading.
#[derive(Debug)]
pub struct RetainedBlobs {
    present: FolderBlobs,
    deleted: FolderBlobs,
}

impl RetainedBlobs {
    /// The blobs in `folder` of the half `part`, with those that `retention` keeps.
    pub fn new(folder: PathBuf, retention: &Retention, part: &str) -> Self {
        Self {
            present: FolderBlobs::new(folder),
            deleted: FolderBlobs::new(retention.deleted(part)),
        }
    }
}

fn read_only<T>() -> Result<T, BlobError> {
    let reason = "blobs of a backup are not written";
    Err(BlobError::Failed(reason.to_owned()))
}

#[async_trait]
impl Blobs for RetainedBlobs {
    async fn put(&self, _key: &str, _blob: Blob) -> Result<(), BlobError> {
        read_only()
    }

    async fn get(&self, key: &str) -> Result<Option<Blob>, BlobError> {
        // First where blobs are before they are moved.
        match self.present.get(key).await? {
            Some(blob) => Ok(Some(blob)),
            None => self.deleted.get(key).await,
        }
    }

    async fn open(&self, key: &str) -> Result<Option<OpenBlob>, BlobError> {
        match self.present.open(key).await? {
            Some(blob) => Ok(Some(blob)),
            None => self.deleted.open(key).await,
        }
    }

    async fn list(&self, prefix: &str, after: &str) -> Result<Vec<ListedBlob>, BlobError> {
        let mut listed = BTreeMap::new();
        for blobs in [&self.present, &self.deleted] {
            let part = blobs.list(prefix, after).await?;
            listed.extend(part.into_iter().map(|blob| (blob.key.clone(), blob)));
        }
        Ok(listed.into_values().take(LISTED_AT_ONCE).collect())
    }

    async fn delete(&self, _key: &str) -> Result<(), BlobError> {
        read_only()
    }
}

#[cfg(test)]
mod tests {
    use bytes::Bytes;

    use super::*;

    #[tokio::test]
    async fn blobs_that_are_deleted_during_a_backup_are_there_for_it() {
        let folder = tempfile::tempdir().unwrap();
        let retention = Retention::new(folder.path().join("backup"));
        let place = folder.path().join("blobs/site");
        let blobs = FolderBlobs::new(place.clone()).retained_by(retention.clone(), "site");
        for key in ["a", "b", "c"] {
            let blob = Blob {
                bytes: Bytes::from_static(b"abc"),
                content_type: "image/jpeg".to_owned(),
            };
            blobs.put(key, blob).await.unwrap();
        }
        let backup = retention.begin().unwrap();
        blobs.delete("b").await.unwrap();
        let retained = RetainedBlobs::new(place, &retention, "site");
        let keys = async |after| {
            let listed = retained.list("", after).await.unwrap();
            Vec::from_iter(listed.into_iter().map(|blob| blob.key))
        };
        assert_eq!(keys("").await, ["a", "b", "c"]);
        assert_eq!(keys("a").await, ["b", "c"]);
        for key in ["a", "b"] {
            assert!(retained.get(key).await.unwrap().is_some(), "{key}");
            assert_eq!(retained.open(key).await.unwrap().unwrap().length, 3);
        }
        assert!(retained.delete("a").await.is_err());
        backup.end().unwrap();
    }
}
