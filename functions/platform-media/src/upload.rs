//! Uploads. The files are stored first and the record last: a record always has its files, and what a
//! failed upload leaves behind are files that nothing refers to.

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use domain::access::Permission;
use domain::id::PostId;
use domain::media::{Media, MediaTexts};
use http::{HeaderValue, StatusCode, header};
use pictures::{Inspected, MAXIMUM_PIXELS, PLATFORM_BYTES, PictureError, inspect, webp};
use platform_store::MediaWriteError;
use ports::Blob;
use session::Caller;
use utoipa::ToSchema;
use web::conditional::tagged;
use web::upload::Upload;
use web::{ApiError, Code, ErrorBody, Json};

use crate::records::refusal;
use crate::texts::TextsInput;
use crate::wire::MediaBody;
use crate::{Ports, name, reach};

/// Quality of the WebP rendition, 0 to 100.
const WEBP_QUALITY: f32 = 82.0;

const TOO_LARGE: &str = "A imagem pode ter até 10 MB.";

/// The form of an upload.
#[derive(ToSchema)]
#[expect(dead_code, reason = "only describes the form")]
pub(crate) struct UploadForm {
    /// The post.
    #[schema(minimum = 1)]
    content_id: u64,
    /// The picture: JPEG, PNG, GIF or WebP by its content, up to 10 MB and 50 megapixels.
    #[schema(value_type = String, format = Binary)]
    file: String,
    /// Text for those who do not see the picture.
    #[schema(required = false, max_length = 500)]
    alt_text: String,
    /// Title.
    #[schema(required = false, max_length = 300)]
    title: String,
    /// Caption.
    #[schema(required = false, max_length = 2000)]
    caption: String,
    /// Description.
    #[schema(required = false, max_length = 5000)]
    description: String,
}

/// Adds a picture to a post; it becomes the featured one.
#[utoipa::path(
    post,
    path = "/api/v1/media",
    operation_id = "create_media",
    tag = "media",
    params(("Idempotency-Key" = Option<String>, Header, description = "Makes a repetition safe for 24 hours")),
    request_body(content = UploadForm, content_type = "multipart/form-data"),
    responses(
        (status = 201, description = "The new picture", body = MediaBody,
            headers(("ETag" = String), ("Location" = String))),
        (status = 400, description = "The form cannot be read", body = ErrorBody),
        (status = 401, description = "No session", body = ErrorBody),
        (status = 403, description = "The role does not add pictures", body = ErrorBody),
        (status = 404, description = "No such post within reach", body = ErrorBody),
        (status = 409, description = "The post is deleted, or the first request with this key is under way", body = ErrorBody),
        (status = 413, description = "More than 10 MB", body = ErrorBody),
        (status = 415, description = "Not a form", body = ErrorBody),
        (status = 422, description = "No sound picture, fields to mend, or the key was used with another body", body = ErrorBody),
    ),
    security(("bearer" = [])),
    extensions(("x-permission" = json!("media.edit")), ("x-object" = json!("post"))),
)]
pub(crate) async fn create_media(
    State(ports): State<Ports>,
    caller: Caller,
    upload: Result<Upload, ApiError>,
) -> Result<Response, ApiError> {
    caller.actor.may(Permission::MediaEdit)?;
    let mut upload = upload.map_err(|error| match error.code() {
        Code::PayloadTooLarge => error.or_message(TOO_LARGE),
        _ => error,
    })?;
    let post_id = content_id(upload.texts.get("content_id"))?;
    let post = reach::post(&ports, &caller, Permission::MediaEdit, post_id).await?;
    if post.is_deleted() {
        return Err(Code::PostDeleted.into());
    }
    let texts = TextsInput {
        alt_text: upload.texts.remove("alt_text"),
        title: upload.texts.remove("title"),
        caption: upload.texts.remove("caption"),
        description: upload.texts.remove("description"),
    }
    .apply(&MediaTexts::default())?;
    let file = upload
        .file
        .ok_or_else(|| ApiError::field("required", "file", "Escolha um arquivo de imagem."))?;
    let picture = inspect(file.bytes.clone(), PLATFORM_BYTES)
        .await
        .map_err(judged)?;
    let rendition = webp(file.bytes.clone(), WEBP_QUALITY)
        .await
        .map_err(judged)?
        .bytes;
    let media = record(&ports, post_id, &file.name, &picture, &file.bytes, texts).await?;
    put(&ports, &media.original_key, file.bytes, picture.mime).await?;
    put(&ports, &media.webp_key, rendition, "image/webp").await?;
    let post = match ports.store.add_media(&media).await {
        Ok(post) => post,
        Err(error) => {
            // A store that did not answer may have written the record all the same.
            let unknown = matches!(
                &error,
                MediaWriteError::Items(error) if !error.is_conflict()
            );
            if !unknown {
                remove_files(&ports, &media).await;
            }
            return Err(refusal(error));
        }
    };
    let location = HeaderValue::from_str(&format!("/api/v1/media/{}", media.id))
        .map_err(ApiError::internal)?;
    let headers = (tagged(media.version), [(header::LOCATION, location)]);
    let body = Json(MediaBody::of(media, &post));
    Ok((StatusCode::CREATED, headers.0, headers.1, body).into_response())
}

fn content_id(text: Option<&String>) -> Result<PostId, ApiError> {
    let field = |code, message| ApiError::field(code, "content_id", message);
    let text = text.ok_or_else(|| field("required", "Informe o conteúdo da imagem."))?;
    text.trim().parse().map_err(|_| {
        field(
            "invalid_value",
            "O conteúdo é indicado por um número inteiro.",
        )
    })
}

/// Why a picture is refused, in words that tell what to do.
fn judged(error: PictureError) -> ApiError {
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

async fn record(
    ports: &Ports,
    post: PostId,
    claimed_name: &str,
    picture: &Inspected,
    bytes: &Bytes,
    texts: MediaTexts,
) -> Result<Media, ApiError> {
    let id = ports.store.next_media_id().await?;
    let folder = format!("posts/{post}/media/{id}");
    Ok(Media {
        id,
        content_id: post,
        file_name: name::of(claimed_name, picture.format),
        mime_type: picture.mime.to_owned(),
        width: picture.width,
        height: picture.height,
        bytes: bytes.len() as u64,
        original_key: format!("{folder}/original.{}", picture.format.extension()),
        webp_key: format!("{folder}/rendition.webp"),
        texts,
        host_media_id: None,
        created_at: ports.clock.now_seconds(),
        version: 1,
    })
}

async fn put(ports: &Ports, key: &str, bytes: Bytes, mime: &str) -> Result<(), ApiError> {
    let blob = Blob {
        bytes,
        content_type: mime.to_owned(),
    };
    ports
        .blobs
        .put(key, blob)
        .await
        .map_err(|error| ApiError::new(Code::Unavailable).debug(error))
}

/// Removes the files of a picture whose record is gone or never came. What stays behind costs space
/// and nothing else.
pub(crate) async fn remove_files(ports: &Ports, media: &Media) {
    for key in [&media.original_key, &media.webp_key] {
        if let Err(error) = ports.blobs.delete(key).await {
            tracing::warn!(target: "media", key, %error, "a file was left behind");
        }
    }
}
