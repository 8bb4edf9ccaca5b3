//! The post's picture in a form that every mail program shows.

use domain::platform::media::Media;
use items::ItemsError;
use ports::{Blob, Blobs};

/// Widest and highest picture of a mail in pixels: twice the width of its text.
const SIDE: u32 = 1_200;
/// Largest original that is sent as it is, in bytes.
const LARGEST: usize = 200 * 1024;

/// The picture as JPEG or PNG, small enough for a mail; none when it is gone or cannot be read: a mail
/// without its picture is better than no mail.
pub async fn for_mail(blobs: &dyn Blobs, media: &Media) -> Result<Option<Blob>, ItemsError> {
    let stored = blobs
        .get(&media.original_key)
        .await
        .map_err(|error| ItemsError::Unavailable(error.to_string()))?;
    let Some(original) = stored else {
        tracing::warn!(target: "notification", media_id = %media.id, "a picture's file is missing");
        return Ok(None);
    };
    let shown_everywhere = matches!(original.content_type.as_str(), "image/jpeg" | "image/png");
    if shown_everywhere && original.bytes.len() <= LARGEST && media.width <= SIDE {
        return Ok(Some(original));
    }
    match pictures::as_jpeg(original.bytes, SIDE, SIDE).await {
        Ok(made) => Ok(Some(Blob {
            bytes: made.bytes,
            content_type: made.format.mime().to_owned(),
        })),
        Err(error) => {
            tracing::warn!(target: "notification", media_id = %media.id, %error, "a picture could not be made for a mail");
            Ok(None)
        }
    }
}
