//! Uploads in the request itself, as a form. The gateway limits a form to about 4.5 MB; larger files are uploaded
//! to a presigned URL (`signed_upload.rs`).

use axum::extract::State;
use axum::response::Response;
use domain::platform::access::Permission;
use domain::platform::id::PostId;
use domain::platform::media::MediaTexts;
use platform_http::upload::Upload;
use platform_http::{ApiError, Code};
use platform_session::{Caller, RequestClaim, authorize_media, authorize_post};
use platform_store::Work;
use post_media::{CheckedPicture, NewPicture, Origin};
use utoipa::ToSchema;

use crate::kept::{TOO_LARGE, created, keep_refusal, picture_refusal};
use crate::texts::TextsInput;
use crate::wire::MediaBody;
use crate::{Ports, errors};

/// Form of an upload.
#[derive(ToSchema)]
#[expect(dead_code, reason = "only describes the form")]
pub(crate) struct UploadForm {
    /// Identifier of the post.
    #[schema(minimum = 1)]
    content_id: u64,
    /// Picture: JPEG, PNG, GIF or WebP by its content, at most 10 MB and 50 megapixels.
    #[schema(value_type = String, format = Binary)]
    file: String,
    /// Alternative text.
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
    /// `true` for a picture inside the text, which is no featured image.
    #[schema(required = false)]
    in_text: bool,
}

/// Add a picture to a post.
///
/// The picture becomes the featured image, unless it is for the text: the body shows it as
/// `<img src="/api/v1/media/{id}/webp" alt="…">`, and publications put its address on the site in that place.
#[utoipa::path(
    post,
    path = "/api/v1/media",
    operation_id = "create_media",
    tag = "media",
    params(("Idempotency-Key" = Option<String>, Header, description = "Key that makes a repetition within 24 hours return the first response, 1 to 255 visible characters")),
    request_body(content = UploadForm, content_type = "multipart/form-data"),
    responses(
        (status = 201, description = "Created picture", body = MediaBody,
            headers(("ETag" = String), ("Location" = String))),
        errors::CreateMedia,
    ),
    security(("bearer" = [])),
    extensions(("x-permission" = json!("media.edit")), ("x-object" = json!("post"))),
)]
pub(crate) async fn create_media(
    State(ports): State<Ports>,
    caller: Caller,
    RequestClaim(claim): RequestClaim,
    upload: Result<Upload, ApiError>,
) -> Result<Response, ApiError> {
    caller.actor.may(Permission::MediaEdit)?;
    if let Some(Work::Media(id)) = claim.earlier() {
        let (media, post) =
            authorize_media(&ports.store, &caller, Permission::MediaEdit, id).await?;
        return created(media, &post);
    }
    let mut upload = upload.map_err(|error| match error.code() {
        Code::PayloadTooLarge => error.or_message(TOO_LARGE),
        _ => error,
    })?;
    let post_id = content_id(upload.texts.get("content_id"))?;
    let post = authorize_post(&ports.store, &caller, Permission::MediaEdit, post_id).await?;
    if post.is_deleted() {
        return Err(Code::PostDeleted.into());
    }
    let in_text = flag(upload.texts.get("in_text"))?;
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
    let picture = CheckedPicture::check(file.bytes)
        .await
        .map_err(picture_refusal)?;
    let new = NewPicture {
        post: post_id,
        claimed_name: &file.name,
        texts,
        source: None,
        in_text,
    };
    let (media, post) = ports
        .pictures()
        .keep(new, picture, Origin::Request(&claim))
        .await
        .map_err(keep_refusal)?;
    created(media, &post)
}

fn flag(text: Option<&String>) -> Result<bool, ApiError> {
    match text.map(|text| text.trim()) {
        None | Some("" | "false") => Ok(false),
        Some("true") => Ok(true),
        Some(_) => Err(ApiError::field(
            "invalid_value",
            "in_text",
            "Indique true ou false.",
        )),
    }
}

fn content_id(text: Option<&String>) -> Result<PostId, ApiError> {
    let field = |code, message| ApiError::field(code, "content_id", message);
    let text =
        text.ok_or_else(|| field("required", "Informe a qual conteúdo a imagem pertence."))?;
    text.trim().parse().map_err(|_| {
        field(
            "invalid_value",
            "O conteúdo é indicado por um número inteiro.",
        )
    })
}
