//! Pictures at addresses of the web that become pictures of a post, as those of a page from which a person pastes.

use std::time::Duration;

use axum::extract::State;
use axum::response::Response;
use domain::platform::access::Permission;
use domain::platform::id::PostId;
use domain::platform::media::MediaTexts;
use http::{HeaderValue, StatusCode, header};
use outbound::{OutboundError, Redirects, Request};
use pictures::PictureError;
use platform_http::{ApiError, Code, Json};
use platform_session::{Caller, RequestClaim, authorize_media, authorize_post};
use platform_store::Work;
use post_media::{NewPicture, Origin};
use serde::Deserialize;
use url::Url;
use utoipa::ToSchema;

use crate::kept::{checked_copy, created, keep_refusal, picture_refusal};
use crate::texts::TextsInput;
use crate::wire::MediaBody;
use crate::{Ports, errors};

/// Largest file in bytes (25 MB). One that is larger than an upload may be is scaled down.
const MOST_BYTES: usize = 25 * 1024 * 1024;
/// Time limit for fetching a file, below the gateway's.
const DEADLINE: Duration = Duration::from_secs(15);
/// Redirects that are followed. Each target is checked like the first address.
const HOPS: u8 = 3;

/// Picture to be copied to a post.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub(crate) struct RemotePictureInput {
    /// Identifier of the post.
    #[schema(minimum = 1)]
    content_id: u64,
    /// Address of the file, `https://…` with at most 2,048 bytes.
    #[schema(min_length = 1, max_length = 2048)]
    url: String,
    /// Alternative text, one line, at most 500 characters.
    #[serde(default)]
    #[schema(max_length = 500)]
    alt_text: Option<String>,
    /// Caption, at most 2,000 characters.
    #[serde(default)]
    #[schema(max_length = 2000)]
    caption: Option<String>,
    /// Whether the picture is shown inside the text. It is no featured image then.
    #[serde(default)]
    in_text: bool,
}

/// Add a picture of the web to a post.
///
/// The file is fetched without cookies and credentials from a public address, and stored like an upload. One response for all
/// addresses from which no picture comes: it does not tell what is there.
#[utoipa::path(
    post,
    path = "/api/v1/media/remote",
    operation_id = "add_remote_picture",
    tag = "media",
    params(("Idempotency-Key" = Option<String>, Header, description = "Key that makes a repetition within 24 hours return the first response, 1 to 255 visible characters")),
    request_body = RemotePictureInput,
    responses(
        (status = 201, description = "Created picture", body = MediaBody,
            headers(("ETag" = String), ("Location" = String))),
        errors::AddRemotePicture,
    ),
    security(("bearer" = [])),
    extensions(("x-permission" = json!("media.edit")), ("x-object" = json!("post"))),
)]
pub(crate) async fn add_remote_picture(
    State(ports): State<Ports>,
    caller: Caller,
    RequestClaim(claim): RequestClaim,
    input: Result<Json<RemotePictureInput>, ApiError>,
) -> Result<Response, ApiError> {
    caller.actor.may(Permission::MediaEdit)?;
    if let Some(Work::Media(id)) = claim.earlier() {
        let (media, post) =
            authorize_media(&ports.store, &caller, Permission::MediaEdit, id).await?;
        return created(media, &post);
    }
    let Json(input) = input?;
    let id = PostId(input.content_id);
    let post = authorize_post(&ports.store, &caller, Permission::MediaEdit, id).await?;
    if post.is_deleted() {
        return Err(Code::PostDeleted.into());
    }
    let texts = TextsInput {
        alt_text: input.alt_text,
        caption: input.caption,
        ..TextsInput::default()
    }
    .apply(&MediaTexts::default())?;
    let url = ports.outbound.guard().check_url(input.url.trim());
    let url = url.map_err(|refused| {
        let message = "Informe o endereço público da imagem, que começa com https://.";
        ApiError::field("invalid_value", "url", message).debug(refused)
    })?;
    let file = fetched(&ports, url.clone()).await?;
    let picture = checked_copy(file).await.map_err(|error| match error {
        PictureError::Unsupported | PictureError::Broken => not_copied().debug(error),
        error => picture_refusal(error),
    })?;
    let new = NewPicture {
        post: id,
        claimed_name: &claimed_name(&url),
        texts,
        source: None,
        in_text: input.in_text,
    };
    let kept = ports
        .pictures()
        .keep(new, picture, Origin::Request(&claim))
        .await;
    let (media, post) = kept.map_err(keep_refusal)?;
    created(media, &post)
}

/// The response for an address from which no picture comes.
fn not_copied() -> ApiError {
    let message =
        "Não foi possível copiar a imagem deste endereço. Baixe a imagem e envie o arquivo.";
    ApiError::field("not_copied", "url", message)
}

async fn fetched(ports: &Ports, url: Url) -> Result<bytes::Bytes, ApiError> {
    let accepted = HeaderValue::from_static("image/webp, image/jpeg, image/png, image/gif");
    let request = Request::get(url)
        .header(header::ACCEPT, accepted)
        .deadline(DEADLINE)
        .max_bytes(MOST_BYTES)
        .redirects(Redirects::Anywhere(HOPS));
    match ports.outbound.send(request).await {
        Ok(response) if response.status == StatusCode::OK => Ok(response.body),
        Ok(response) => Err(not_copied().debug(response.status)),
        Err(OutboundError::TooLarge { .. }) => {
            let message =
                "O arquivo desta imagem passa de 25 MB. Reduza a imagem e envie o arquivo.";
            Err(ApiError::new(Code::InvalidImage).message(message))
        }
        Err(error) => Err(not_copied().debug(error)),
    }
}

/// The file name at the end of an address.
fn claimed_name(url: &Url) -> String {
    let last = url.path_segments().and_then(|mut parts| parts.next_back());
    let name = percent_encoding::percent_decode_str(last.unwrap_or_default()).decode_utf8_lossy();
    match name.trim() {
        "" => "imagem".to_owned(),
        name => name.to_owned(),
    }
}
