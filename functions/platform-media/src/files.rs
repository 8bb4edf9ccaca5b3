//! The files of pictures.

use std::time::Duration;

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use domain::platform::access::Permission;
use domain::platform::id::MediaId;
use domain::platform::media::Media;
use http::{HeaderValue, StatusCode, header};
use pictures::Format;
use platform_http::{ApiError, Code, Path};
use platform_session::{Caller, authorize_media};
use ports::{DownloadTerms, Validity};
use post_media::name;
use secrecy::ExposeSecret;

use crate::{Ports, errors};

/// Largest file that a response contains: the runtime limits a response to 6 MB in base64 (3 bytes in 4).
const GATEWAY_BYTES: usize = 4 * 1024 * 1024;

/// Lifetime of the signed URL of a larger file.
const ADDRESS_LIFE: Duration = Duration::from_secs(300);

/// `Cache-Control` of a picture's file, which never changes and whose identifier is never used again.
const CACHE_CONTROL: &str = "private, max-age=31536000, immutable";

/// Download the original file of a picture.
#[utoipa::path(
    get,
    path = "/api/v1/media/{id}/file",
    operation_id = "get_media_file",
    tag = "media",
    params(("id" = u64, Path, description = "Identifier of the picture")),
    responses(
        (status = 200, description = "Original file", content(
            (String = "image/jpeg"),
            (String = "image/png"),
            (String = "image/gif"),
            (String = "image/webp"),
        )),
        (status = 307, description = "Address of a file above 4 MB, valid for five minutes",
            headers(("Location" = String))),
        errors::GetMediaFile,
    ),
    security(("bearer" = [])),
    extensions(("x-permission" = json!("media.read")), ("x-object" = json!("media"))),
)]
pub(crate) async fn get_media_file(
    State(ports): State<Ports>,
    caller: Caller,
    Path(id): Path<MediaId>,
) -> Result<Response, ApiError> {
    let (media, _) = authorize_media(&ports.store, &caller, Permission::MediaRead, id).await?;
    if media.bytes > GATEWAY_BYTES as u64 {
        return elsewhere(&ports, &media).await;
    }
    file(
        &ports,
        &media.original_key,
        &media.mime_type,
        &media.file_name,
    )
    .await
}

/// Leads to the original by a signed address.
async fn elsewhere(ports: &Ports, media: &Media) -> Result<Response, ApiError> {
    let terms = DownloadTerms {
        content_type: media.mime_type.clone(),
        content_disposition: disposition(&media.file_name),
        validity: Validity {
            from: ports.clock.now_seconds(),
            lasts: ADDRESS_LIFE,
        },
    };
    let url = ports.urls.download(&media.original_key, &terms).await?;
    let location = HeaderValue::from_str(url.expose_secret()).map_err(ApiError::internal)?;
    let headers = [(header::LOCATION, location)];
    Ok((StatusCode::TEMPORARY_REDIRECT, headers).into_response())
}

fn disposition(file_name: &str) -> String {
    format!("inline; filename=\"{file_name}\"")
}

/// Download the WebP rendition of a picture.
#[utoipa::path(
    get,
    path = "/api/v1/media/{id}/webp",
    operation_id = "get_media_webp",
    tag = "media",
    params(("id" = u64, Path, description = "Identifier of the picture")),
    responses(
        (status = 200, description = "Rendition", body = String, content_type = "image/webp"),
        errors::GetMediaWebp,
    ),
    security(("bearer" = [])),
    extensions(("x-permission" = json!("media.read")), ("x-object" = json!("media"))),
)]
pub(crate) async fn get_media_webp(
    State(ports): State<Ports>,
    caller: Caller,
    Path(id): Path<MediaId>,
) -> Result<Response, ApiError> {
    let (media, _) = authorize_media(&ports.store, &caller, Permission::MediaRead, id).await?;
    let file_name = name::with_format(&media.file_name, Format::WebP);
    file(&ports, &media.webp_key, "image/webp", &file_name).await
}

async fn file(ports: &Ports, key: &str, mime: &str, file_name: &str) -> Result<Response, ApiError> {
    let blob = ports
        .blobs
        .get(key)
        .await?
        // Removed between the look at the record and the look at the file.
        .ok_or(Code::NotFound)?;
    let header = |text: &str| HeaderValue::from_str(text).map_err(ApiError::internal);
    let headers = [
        (header::CONTENT_TYPE, header(mime)?),
        (
            header::CONTENT_DISPOSITION,
            header(&disposition(file_name))?,
        ),
        (
            header::CACHE_CONTROL,
            HeaderValue::from_static(CACHE_CONTROL),
        ),
    ];
    Ok((headers, blob.bytes).into_response())
}
