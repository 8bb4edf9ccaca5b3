//! Stores a file as the picture of a post. The files are stored before the record, so that a record always has its
//! files; a failure leaves unreferenced files at most.

use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use domain::platform::id::PostId;
use domain::platform::media::{Media, MediaTexts, StagedUpload};
use domain::platform::post::Post;
use http::{HeaderValue, StatusCode, header};
use pictures::{Inspected, MAXIMUM_PIXELS, PLATFORM_BYTES, PictureError, inspect, webp};
use platform_http::conditional::tagged;
use platform_http::{ApiError, Code, Json};
use platform_store::{Claim, MediaWriteError};
use ports::{Blob, BlobError};

use crate::files::{GATEWAY_BYTES, remove_files};
use crate::records::refusal;
use crate::wire::MediaBody;
use crate::{Ports, name};

/// Quality of the WebP rendition, 0 to 100.
const WEBP_QUALITY: f32 = 82.0;

pub(crate) const TOO_LARGE: &str = "A imagem pode ter até 10 MB.";

/// A validated picture.
pub(crate) struct Sound {
    bytes: Bytes,
    inspected: Inspected,
    rendition: Bytes,
}

impl Sound {
    /// Validates a file by its content and makes its rendition, which is small enough for a gateway, since hosts may
    /// be behind one too.
    pub(crate) async fn judged(bytes: Bytes) -> Result<Self, PictureError> {
        let inspected = inspect(bytes.clone(), PLATFORM_BYTES).await?;
        let rendition = webp(bytes.clone(), WEBP_QUALITY, GATEWAY_BYTES)
            .await?
            .bytes;
        Ok(Self {
            bytes,
            inspected,
            rendition,
        })
    }
}

/// The error response for a picture that is refused.
pub(crate) fn picture_refusal(error: PictureError) -> ApiError {
    let refused = match error {
        PictureError::TooLarge { .. } => ApiError::new(Code::PayloadTooLarge).message(TOO_LARGE),
        PictureError::TooManyPixels { .. } => ApiError::new(Code::InvalidImage).message(format!(
            "A imagem tem pixels demais: o limite é de {} megapixels. Reduza a imagem e envie de novo.",
            MAXIMUM_PIXELS / 1_000_000
        )),
        PictureError::Unsupported | PictureError::Broken => ApiError::new(Code::InvalidImage),
        PictureError::Rendition => ApiError::new(Code::WebpUnavailable),
    };
    refused.debug(error)
}

/// Why a picture was not stored.
pub(crate) enum KeepError {
    /// The files could not be stored.
    Blobs(BlobError),
    /// The record could not be written.
    Record(MediaWriteError),
}

impl From<BlobError> for KeepError {
    fn from(error: BlobError) -> Self {
        Self::Blobs(error)
    }
}

impl From<MediaWriteError> for KeepError {
    fn from(error: MediaWriteError) -> Self {
        Self::Record(error)
    }
}

impl From<KeepError> for ApiError {
    fn from(error: KeepError) -> Self {
        match error {
            KeepError::Blobs(error) => error.into(),
            KeepError::Record(error) => refusal(error),
        }
    }
}

/// Source of a file.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Source<'a> {
    /// A form, under the key of its request.
    Form(&'a Claim),
    /// An upload past the gateway.
    Upload(&'a StagedUpload),
}

/// Stores a picture of `post`.
pub(crate) async fn keep(
    ports: &Ports,
    post: PostId,
    claimed_name: &str,
    picture: Sound,
    texts: MediaTexts,
    source: Source<'_>,
) -> Result<(Media, Post), KeepError> {
    let media = record(ports, post, claimed_name, &picture, texts).await?;
    let Sound {
        bytes,
        inspected,
        rendition,
    } = picture;
    put(ports, &media.original_key, bytes, inspected.mime).await?;
    put(ports, &media.webp_key, rendition, "image/webp").await?;
    let added = match source {
        Source::Upload(upload) => ports.store.add_uploaded_media(&media, upload).await,
        Source::Form(claim) => ports.store.add_media_under(claim, &media).await,
    };
    match added {
        Ok(post) => Ok((media, post)),
        Err(error) => {
            // The store may have written the record although it did not answer.
            let unknown = matches!(
                &error,
                MediaWriteError::Items(error) if !error.is_conflict()
            );
            if !unknown {
                remove_files(ports, &media).await;
            }
            Err(error.into())
        }
    }
}

async fn record(
    ports: &Ports,
    post: PostId,
    claimed_name: &str,
    picture: &Sound,
    texts: MediaTexts,
) -> Result<Media, MediaWriteError> {
    let id = ports.store.next_media_id().await?;
    let folder = format!("posts/{post}/media/{id}");
    let inspected = &picture.inspected;
    Ok(Media {
        id,
        content_id: post,
        file_name: name::of(claimed_name, inspected.format),
        mime_type: inspected.mime.to_owned(),
        width: inspected.width,
        height: inspected.height,
        bytes: picture.bytes.len() as u64,
        original_key: format!("{folder}/original.{}", inspected.format.extension()),
        webp_key: format!("{folder}/rendition.webp"),
        texts,
        host_media_id: None,
        host_origin: None,
        created_at: ports.clock.now_seconds(),
        version: 1,
    })
}

async fn put(ports: &Ports, key: &str, bytes: Bytes, mime: &str) -> Result<(), BlobError> {
    let blob = Blob {
        bytes,
        content_type: mime.to_owned(),
    };
    ports.blobs.put(key, blob).await
}

/// The response with a stored picture.
pub(crate) fn created(media: Media, post: &Post) -> Result<Response, ApiError> {
    let location = HeaderValue::from_str(&format!("/api/v1/media/{}", media.id))
        .map_err(ApiError::internal)?;
    let headers = (tagged(media.version), [(header::LOCATION, location)]);
    let body = Json(MediaBody::of(media, post));
    Ok((StatusCode::CREATED, headers.0, headers.1, body).into_response())
}
