//! Removal of files.

use domain::platform::media::Media;

use crate::PictureStore;

impl PictureStore {
    /// Removes the files of a picture without a record.
    pub async fn remove_files(&self, media: &Media) {
        for key in [&media.original_key, &media.webp_key] {
            self.remove_file(key).await;
        }
    }

    /// Removes an unreferenced file. A file that stays behind only costs space, so a failure is logged.
    pub async fn remove_file(&self, key: &str) {
        if let Err(error) = self.blobs.delete(key).await {
            tracing::warn!(target: "media", key, %error, "an unreferenced file could not be removed");
        }
    }
}
