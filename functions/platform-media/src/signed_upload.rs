//! Presigned upload, for files above the gateway's limit of about 4.5 MB: request a URL, PUT the file, complete.
//! A completed upload is validated and stored like a file in a form.

use std::collections::BTreeMap;

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use domain::platform::access::Permission;
use domain::platform::id::{PostId, UploadId};
use domain::platform::media::{Media, MediaTexts, StagedUpload, UPLOAD_ADDRESS_LIFE};
use domain::platform::post::Post;
use http::StatusCode;
use jiff::Timestamp;
use pictures::{PLATFORM_BYTES, PictureError};
use platform_http::conditional::tagged;
use platform_http::{ApiError, Code, Json, Path};
use platform_session::{Caller, authorize_post};
use platform_store::MediaWriteError;
use ports::{UploadTerms, Validity};
use post_media::{CheckedPicture, KeepError, NewPicture, Origin};
use secrecy::ExposeSecret;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::kept::{TOO_LARGE, created, keep_refusal, picture_refusal};
use crate::texts::TextsInput;
use crate::wire::MediaBody;
use crate::{Ports, errors};

/// Longest claimed name in characters.
const NAME_CHARS: usize = 255;

/// Declared media type of a picture.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
pub(crate) enum PictureType {
    /// JPEG.
    #[serde(rename = "image/jpeg")]
    Jpeg,
    /// PNG.
    #[serde(rename = "image/png")]
    Png,
    /// GIF.
    #[serde(rename = "image/gif")]
    Gif,
    /// WebP.
    #[serde(rename = "image/webp")]
    WebP,
}

impl PictureType {
    const fn name(self) -> &'static str {
        match self {
            Self::Jpeg => "image/jpeg",
            Self::Png => "image/png",
            Self::Gif => "image/gif",
            Self::WebP => "image/webp",
        }
    }
}

/// File to be uploaded.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub(crate) struct UploadInput {
    /// Identifier of the post.
    #[schema(minimum = 1)]
    content_id: u64,
    /// Exact size of the file in bytes, at most 10 MB.
    #[schema(minimum = 1, maximum = 10_485_760)]
    bytes: u64,
    /// Declared media type; the content is checked on completion.
    content_type: PictureType,
    /// Name of the file.
    #[schema(max_length = 255)]
    file_name: Option<String>,
}

/// Address of an upload.
#[derive(Serialize, ToSchema)]
pub(crate) struct UploadBody {
    /// Identifier, for completion within 24 hours.
    id: u64,
    /// Method of the request: `PUT`.
    #[schema(value_type = String)]
    method: &'static str,
    /// Address of that request. It is secret: it authorises the upload.
    url: String,
    /// Headers of that request, besides `Content-Length`. It has no credentials.
    headers: BTreeMap<String, String>,
    /// Expiry of the address.
    #[serde(with = "platform_http::instant")]
    #[schema(value_type = String, format = DateTime)]
    expires_at: Timestamp,
}

/// Request an address to upload a picture.
///
/// Presigned upload for files that exceed the limit of a gateway: request an address, PUT the file there with
/// the headers of the response and exactly the declared number of bytes, complete the upload. Repeating the
/// request returns another address, so no idempotency key is needed.
#[utoipa::path(
    post,
    path = "/api/v1/media/uploads",
    operation_id = "create_upload",
    tag = "media",
    request_body = UploadInput,
    responses(
        (status = 201, description = "Address of the upload", body = UploadBody),
        errors::CreateUpload,
    ),
    security(("bearer" = [])),
    extensions(("x-permission" = json!("media.edit")), ("x-object" = json!("post"))),
)]
pub(crate) async fn create_upload(
    State(ports): State<Ports>,
    caller: Caller,
    input: Result<Json<UploadInput>, ApiError>,
) -> Result<Response, ApiError> {
    caller.actor.may(Permission::MediaEdit)?;
    let Json(input) = input?;
    let claimed_name = checked(&input)?;
    let post = open_post(&ports, &caller, PostId(input.content_id)).await?;
    let upload = StagedUpload {
        id: ports.store.next_upload_id().await?,
        user_id: caller.user.id,
        content_id: post.id,
        claimed_name,
        created_at: ports.clock.now_seconds(),
        media_id: None,
    };
    let validity = Validity {
        from: upload.created_at,
        lasts: UPLOAD_ADDRESS_LIFE.unsigned_abs(),
    };
    let terms = UploadTerms {
        bytes: input.bytes,
        content_type: input.content_type.name().to_owned(),
        validity,
    };
    let granted = ports.urls.upload(&upload.key(), &terms).await?;
    ports.store.create_upload(&upload).await?;
    let body = UploadBody {
        id: upload.id.0,
        method: "PUT",
        url: granted.url.expose_secret().to_owned(),
        headers: granted.headers.into_iter().collect(),
        expires_at: validity.ends(),
    };
    Ok((StatusCode::CREATED, Json(body)).into_response())
}

/// The claimed name, if size and name are within their limits.
fn checked(input: &UploadInput) -> Result<String, ApiError> {
    if input.bytes > PLATFORM_BYTES as u64 {
        return Err(ApiError::new(Code::PayloadTooLarge).message(TOO_LARGE));
    }
    let mut issues = ApiError::new(Code::InvalidFields);
    let name = input.file_name.clone().unwrap_or_default();
    let (empty, long) = (input.bytes == 0, name.chars().count() > NAME_CHARS);
    if empty {
        issues = issues.issue("out_of_range", "bytes", "O arquivo está vazio.");
    }
    if long {
        let message = format!("O nome do arquivo pode ter até {NAME_CHARS} caracteres.");
        issues = issues.issue("too_long", "file_name", message);
    }
    if empty || long { Err(issues) } else { Ok(name) }
}

/// A post that takes pictures of the caller.
async fn open_post(ports: &Ports, caller: &Caller, id: PostId) -> Result<Post, ApiError> {
    let post = authorize_post(&ports.store, caller, Permission::MediaEdit, id).await?;
    if post.is_deleted() {
        return Err(Code::PostDeleted.into());
    }
    Ok(post)
}

/// Complete an upload.
///
/// The uploaded file becomes the featured image of the post. A file that is no valid picture is removed;
/// another one may be uploaded to the address while it is valid. Repeating the request is safe: a completed
/// upload returns 200 with its picture.
#[utoipa::path(
    post,
    path = "/api/v1/media/uploads/{id}/complete",
    operation_id = "complete_upload",
    tag = "media",
    params(("id" = u64, Path, description = "Identifier of the upload")),
    request_body = TextsInput,
    responses(
        (status = 200, description = "Picture of the completed upload", body = MediaBody,
            headers(("ETag" = String))),
        (status = 201, description = "Created picture", body = MediaBody,
            headers(("ETag" = String), ("Location" = String))),
        errors::CompleteUpload,
    ),
    security(("bearer" = [])),
    extensions(("x-permission" = json!("media.edit")), ("x-object" = json!("upload"))),
)]
pub(crate) async fn complete_upload(
    State(ports): State<Ports>,
    caller: Caller,
    Path(id): Path<UploadId>,
    input: Result<Json<TextsInput>, ApiError>,
) -> Result<Response, ApiError> {
    caller.actor.may(Permission::MediaEdit)?;
    let Json(texts) = input?;
    let (upload, post) = own(&ports, &caller, id).await?;
    let texts = texts.apply(&MediaTexts::default())?;
    if upload.media_id.is_some() {
        return completed(&ports, &upload, &post).await;
    }
    let staged = ports.blobs.get(&upload.key()).await?;
    let Some(staged) = staged else {
        // Completed in this instant by another request, or not there.
        let (upload, post) = own(&ports, &caller, id).await?;
        return completed(&ports, &upload, &post).await;
    };
    match make(&ports, &upload, staged.bytes, texts).await {
        Ok((media, post)) => created(media, &post),
        Err(Failed::Used) => {
            let (upload, post) = own(&ports, &caller, id).await?;
            completed(&ports, &upload, &post).await
        }
        Err(Failed::Refused(error)) => Err(error),
    }
}

/// The caller's upload and its post.
async fn own(
    ports: &Ports,
    caller: &Caller,
    id: UploadId,
) -> Result<(StagedUpload, Post), ApiError> {
    let upload = ports.store.upload(id, ports.clock.now()).await?;
    let upload = upload
        .filter(|upload| upload.user_id == caller.user.id)
        .ok_or(Code::NotFound)?;
    let post = open_post(ports, caller, upload.content_id).await?;
    Ok((upload, post))
}

/// What an upload became; 409 when it became nothing yet.
async fn completed(
    ports: &Ports,
    upload: &StagedUpload,
    post: &Post,
) -> Result<Response, ApiError> {
    let id = upload.media_id.ok_or(Code::UploadMissing)?;
    // It may have been removed since.
    let media: Media = ports.store.media(id).await?.ok_or(Code::NotFound)?;
    let tag = tagged(media.version);
    Ok((tag, Json(MediaBody::of(media, post))).into_response())
}

/// Why an upload became no picture.
enum Failed {
    /// Another request completed the upload first.
    Used,
    /// The file is not kept, or the store failed.
    Refused(ApiError),
}

async fn make(
    ports: &Ports,
    upload: &StagedUpload,
    bytes: bytes::Bytes,
    texts: MediaTexts,
) -> Result<(Media, Post), Failed> {
    let pictures = ports.pictures();
    let picture = match CheckedPicture::check(bytes).await {
        Ok(picture) => picture,
        Err(error) => {
            // A rendition that fails here may succeed elsewhere.
            if error != PictureError::Rendition {
                pictures.remove_file(&upload.key()).await;
            }
            return Err(Failed::Refused(picture_refusal(error)));
        }
    };
    let new = NewPicture {
        post: upload.content_id,
        claimed_name: &upload.claimed_name,
        texts,
        source: None,
        in_text: false,
    };
    let kept = pictures.keep(new, picture, Origin::Upload(upload)).await;
    if kept.is_ok() {
        pictures.remove_file(&upload.key()).await;
    }
    kept.map_err(|error| match error {
        KeepError::Record(MediaWriteError::UploadUsed) => Failed::Used,
        error => Failed::Refused(keep_refusal(error)),
    })
}
