//! Previews of stored pictures for vision models.

use bytes::Bytes;
use domain::platform::media::Media;
use pictures::{Format, PictureError, Rendition, as_jpeg};
use ports::BlobError;

use crate::PictureStore;

/// Longest side of a preview in pixels. Providers scale larger pictures down themselves, or charge for more tokens.
pub const PREVIEW_SIDE: u32 = 1_024;

/// Why there is no preview.
#[derive(Debug, thiserror::Error)]
pub enum PreviewError {
    /// The files could not be read.
    #[error(transparent)]
    Blobs(#[from] BlobError),
    /// The file was removed meanwhile.
    #[error("the picture's file does not exist")]
    Missing,
    /// The preview cannot be made.
    #[error(transparent)]
    Picture(#[from] PictureError),
}

impl PictureStore {
    /// The picture with a longest side of at most [`PREVIEW_SIDE`]: the WebP rendition of a small one, otherwise a JPEG.
    /// Of an animation, the first frame.
    ///
    /// # Errors
    /// [`PreviewError`].
    pub async fn preview(&self, media: &Media) -> Result<Rendition, PreviewError> {
        let blob = self.blobs.get(&media.webp_key).await?;
        let bytes: Bytes = blob.ok_or(PreviewError::Missing)?.bytes;
        if media.width.max(media.height) <= PREVIEW_SIDE {
            // A rendition is scaled down where it would be too large a file, which one of this size never is.
            return Ok(Rendition {
                bytes,
                format: Format::WebP,
                width: media.width,
                height: media.height,
            });
        }
        Ok(as_jpeg(bytes, PREVIEW_SIDE, PREVIEW_SIDE).await?)
    }
}
