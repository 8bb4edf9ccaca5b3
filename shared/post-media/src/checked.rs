//! Validation of a file, and its rendition.

use bytes::Bytes;
use pictures::{Inspected, PLATFORM_BYTES, PictureError, inspect, webp};

/// Quality of the WebP rendition, 0 to 100.
const WEBP_QUALITY: f32 = 82.0;

/// Largest WebP rendition in bytes: hosts may be behind a gateway that limits a request to 6 MB in base64 (3 bytes in 4).
pub const RENDITION_BYTES: usize = 4 * 1024 * 1024;

/// A validated picture with its WebP rendition.
#[derive(Debug, Clone)]
pub struct CheckedPicture {
    pub(crate) bytes: Bytes,
    pub(crate) inspected: Inspected,
    pub(crate) rendition: Bytes,
}

impl CheckedPicture {
    /// Validates a file by its content and makes its rendition.
    ///
    /// # Errors
    /// [`PictureError`]: more than [`PLATFORM_BYTES`], too many pixels, another format than JPEG, PNG, GIF or WebP, or a
    /// broken file; [`PictureError::Rendition`] when the rendition cannot be made.
    pub async fn check(bytes: Bytes) -> Result<Self, PictureError> {
        let inspected = inspect(bytes.clone(), PLATFORM_BYTES).await?;
        let rendition = webp(bytes.clone(), WEBP_QUALITY, RENDITION_BYTES)
            .await?
            .bytes;
        Ok(Self {
            bytes,
            inspected,
            rendition,
        })
    }
}
