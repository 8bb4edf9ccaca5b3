//! The post's picture in a form that every mail program and messaging provider shows.

use domain::platform::media::Media;
use items::ItemsError;
use ports::{Blob, Blobs, MessagePicture};

/// Limits of a channel.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// Largest original that is sent as it is, in bytes.
    bytes: usize,
    /// Widest original that is sent as it is, in pixels.
    width: u32,
    /// Width and height, in pixels, that other originals are reduced to.
    side: u32,
}

/// A picture of a mail: twice as wide as its text.
pub const MAIL: Limits = Limits {
    bytes: 200 * 1024,
    width: 1_200,
    side: 1_200,
};
/// A picture of a message.
pub const MESSAGE: Limits = Limits {
    bytes: MessagePicture::MAX_BYTES,
    width: u32::MAX,
    side: 1_600,
};

/// The picture as JPEG or PNG within `limits`; none when it is gone or cannot be read: a message without its picture
/// is better than no message.
pub async fn within(
    blobs: &dyn Blobs,
    media: &Media,
    limits: Limits,
) -> Result<Option<Blob>, ItemsError> {
    let stored = blobs
        .get(&media.original_key)
        .await
        .map_err(|error| ItemsError::Unavailable(error.to_string()))?;
    let Some(original) = stored else {
        tracing::warn!(target: "notification", media_id = %media.id, "a picture's file is missing");
        return Ok(None);
    };
    let shown_everywhere = matches!(original.content_type.as_str(), "image/jpeg" | "image/png");
    if shown_everywhere && original.bytes.len() <= limits.bytes && media.width <= limits.width {
        return Ok(Some(original));
    }
    match pictures::as_jpeg(original.bytes, limits.side, limits.side).await {
        Ok(made) => Ok(Some(Blob {
            bytes: made.bytes,
            content_type: made.format.mime().to_owned(),
        })),
        Err(error) => {
            tracing::warn!(target: "notification", media_id = %media.id, %error, "a picture could not be made for a message");
            Ok(None)
        }
    }
}
