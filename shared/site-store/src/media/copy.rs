//! Storage of imported files at the path that the imported record names.

use bytes::Bytes;
use domain::site::upload;
use pictures::Format;
use ports::Blob;

use super::{UploadError, name, sniff};
use crate::store::SiteStore;

impl SiteStore {
    /// Stores a file at `path` below `uploads/`, replacing an existing one. The caller checks whether
    /// the path is free, see [`SiteStore::file_holder`].
    ///
    /// # Errors
    /// [`UploadError::Empty`], and [`UploadError::Type`] for an unsafe path, an extension that is not
    /// allowed, or content that does not match the extension.
    pub async fn keep_file(&self, path: &str, bytes: Bytes) -> Result<(), UploadError> {
        if bytes.is_empty() {
            return Err(UploadError::Empty);
        }
        if !name::is_safe_path(path) {
            return Err(UploadError::Type);
        }
        let (_, extension) = path.rsplit_once('.').ok_or(UploadError::Type)?;
        let named = upload::media_type(extension).ok_or(UploadError::Type)?;
        let content_type = match Format::of(&bytes) {
            // An image with the extension of another image format is displayed all the same, so its
            // real type is kept.
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
