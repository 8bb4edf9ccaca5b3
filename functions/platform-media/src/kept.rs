//! Responses about pictures that were stored or refused.

use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use domain::platform::media::Media;
use domain::platform::post::Post;
use heavy_work::BUSY_RETRY_AFTER;
use http::{HeaderValue, StatusCode, header};
use pictures::sizes::SCALED_SIDE;
use pictures::{PLATFORM_BYTES, PictureError, as_jpeg};
use platform_http::conditional::tagged;
use platform_http::{ApiError, Code, Json};
use post_media::{CheckedPicture, KeepError};

use crate::records::refusal;
use crate::wire::MediaBody;

pub(crate) const TOO_LARGE: &str = "A imagem pode ter até 10 MB.";

/// The error response for a picture that is refused.
pub(crate) fn picture_refusal(error: PictureError) -> ApiError {
    let refused = match error {
        PictureError::TooLarge { .. } => ApiError::new(Code::PayloadTooLarge).message(TOO_LARGE),
        PictureError::TooManyPixels { limit } => ApiError::new(Code::InvalidImage).message(format!(
            "A imagem pode ter até {} megapixels. Reduza a imagem e envie de novo.",
            limit / 1_000_000
        )),
        PictureError::TooLong { limit } => ApiError::new(Code::InvalidImage).message(format!(
            "A imagem pode ter até {limit} pixels de largura e de altura. Reduza a imagem e envie de novo."
        )),
        PictureError::Unsupported | PictureError::Broken => ApiError::new(Code::InvalidImage),
        PictureError::Rendition => ApiError::new(Code::WebpUnavailable),
        PictureError::Busy => ApiError::new(Code::Unavailable).retry_after(BUSY_RETRY_AFTER),
    };
    refused.debug(error)
}

/// The error response for a picture that was not stored.
pub(crate) fn keep_refusal(error: KeepError) -> ApiError {
    match error {
        KeepError::Blobs(error) => error.into(),
        KeepError::Record(error) => refusal(error),
    }
}

/// The response with a stored picture.
pub(crate) fn created(media: Media, post: &Post) -> Result<Response, ApiError> {
    let location = HeaderValue::from_str(&format!("/api/v1/media/{}", media.id))
        .map_err(ApiError::internal)?;
    let headers = (tagged(media.version), [(header::LOCATION, location)]);
    let body = Json(MediaBody::of(media, post));
    Ok((StatusCode::CREATED, headers.0, headers.1, body).into_response())
}

/// Validates a file of another server, which is scaled down if it is larger than an upload may be.
pub(crate) async fn checked_copy(file: Bytes) -> Result<CheckedPicture, PictureError> {
    let bytes = if file.len() > PLATFORM_BYTES {
        as_jpeg(file, SCALED_SIDE, SCALED_SIDE).await?.bytes
    } else {
        file
    };
    CheckedPicture::check(bytes).await
}
