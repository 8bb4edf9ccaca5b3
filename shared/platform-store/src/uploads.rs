//! Direct uploads of images to the blob store through presigned URLs. Each upload becomes at most one
//! image: the transaction that adds the image also marks the upload as completed.

use domain::platform::id::{MediaId, UploadId};
use domain::platform::media::StagedUpload;
use items::{Condition, Entry, ItemsError, Key, Write};
use jiff::Timestamp;

use crate::PlatformStore;

/// Revision of an upload that is not completed.
const OPEN: u64 = 1;

fn key(id: UploadId) -> Key {
    Key::new(format!("UPLOAD#{id}"), "UPLOAD")
}

fn entry(upload: &StagedUpload, revision: u64) -> Result<Entry, ItemsError> {
    Ok(Entry::new(key(upload.id), upload)?
        .revision(revision)
        .expires(upload.ends().as_second()))
}

/// Write that marks `upload` as completed with the image `media`.
pub(crate) fn completion(upload: &StagedUpload, media: MediaId) -> Result<Write, ItemsError> {
    let completed = StagedUpload {
        media_id: Some(media),
        ..upload.clone()
    };
    let entry = entry(&completed, OPEN + 1)?;
    Ok(Write::Put(entry, Condition::Revision(OPEN)))
}

impl PlatformStore {
    /// Allocates the identifier of a new upload.
    pub async fn next_upload_id(&self) -> Result<UploadId, ItemsError> {
        self.table.next_id("UPLOAD").await.map(UploadId)
    }

    /// Stores a new upload.
    pub async fn create_upload(&self, upload: &StagedUpload) -> Result<(), ItemsError> {
        let entry = entry(upload, OPEN)?;
        self.table.put(entry, Condition::Absent).await
    }

    /// Upload `id`; `None` when it is unknown or has expired.
    pub async fn upload(
        &self,
        id: UploadId,
        now: Timestamp,
    ) -> Result<Option<StagedUpload>, ItemsError> {
        let stored: Option<StagedUpload> = self.table.get(&key(id)).await?;
        Ok(stored.filter(|upload| upload.ends() > now))
    }
}
