//! Files that come from another host with a record that says where they lie.

use bytes::Bytes;
use domain::site::upload;
use pictures::Format;
use ports::Blob;

use super::{UploadError, name, sniff};
use crate::store::SiteStore;

impl SiteStore {
    /// Keeps a file at `path` below `uploads/`, in place of one that is there. Whether the path is free is
    /// the caller's business, see [`SiteStore::file_holder`].
    ///
    /// # Errors
    /// [`UploadError::Empty`], and [`UploadError::Type`] for a path that is not sound, an extension that is not
    /// taken, and a content of another kind than the extension says.
    pub async fn keep_file(&self, path: &str, bytes: Bytes) -> Result<(), UploadError> {
        if bytes.is_empty() {
            return Err(UploadError::Empty);
        }
        if !name::is_sound_path(path) {
            return Err(UploadError::Type);
        }
        let (_, extension) = path.rsplit_once('.').ok_or(UploadError::Type)?;
        let named = upload::media_type(extension).ok_or(UploadError::Type)?;
        let content_type = match Format::of(&bytes) {
            // A picture under the extension of another picture is shown all the same.
            Some(format) if named.starts_with("image/") => format.mime(),
            None if sniff::fits(named, &bytes) => named,
            _ => return Err(UploadError::Type),
        };
        let blob = Blob {
            bytes,
            content_type: content_type.to_owned(),
        };
        let key = self.blob_key(path);
        self.0
            .parts
            .blobs
            .put(&key, blob)
            .await
            .map_err(|error| UploadError::Store(error.into()))
    }
}
