//! The records of pictures: list, show, describe, remove.

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use domain::platform::access::Permission;
use domain::platform::id::{MediaId, PostId};
use domain::platform::media::Media;
use domain::platform::post::Post;
use http::StatusCode;
use items::retry_on_conflict;
use platform_http::conditional::{IfMatch, tagged};
use platform_http::{ApiError, Code, Json, Listing, Paging, Path, Query};
use platform_session::{Caller, authorize_media, authorize_post};
use platform_store::MediaWriteError;
use serde::Deserialize;
use utoipa::IntoParams;

use crate::texts::TextsInput;
use crate::wire::{MediaBody, UpdatedMedia};
use crate::{Ports, attachment, errors};

/// Whose pictures, and which page of them.
#[derive(Debug, Clone, Copy, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct MediaQuery {
    /// Identifier of the post.
    #[param(minimum = 1)]
    content_id: u64,
    /// Number of the page, from 1.
    #[param(minimum = 1, default = 1)]
    page: Option<u32>,
    /// Entries of a page, 1 to 100.
    #[param(minimum = 1, maximum = 100, default = 20)]
    per_page: Option<u32>,
}

/// List the pictures of a post, latest first.
#[utoipa::path(
    get,
    path = "/api/v1/media",
    operation_id = "list_media",
    tag = "media",
    params(MediaQuery),
    responses(
        (status = 200, description = "Pictures", body = Listing<MediaBody>),
        errors::ListMedia,
    ),
    security(("bearer" = [])),
    extensions(("x-permission" = json!("media.read")), ("x-object" = json!("post"))),
)]
pub(crate) async fn list_media(
    State(ports): State<Ports>,
    caller: Caller,
    Query(query): Query<MediaQuery>,
) -> Result<Json<Listing<MediaBody>>, ApiError> {
    let usual = Paging::default();
    let paging = Paging {
        page: query.page.unwrap_or(usual.page),
        per_page: query.per_page.unwrap_or(usual.per_page),
    }
    .checked()?;
    let id = PostId(query.content_id);
    let post = authorize_post(&ports.store, &caller, Permission::MediaRead, id).await?;
    let media = ports.store.post_media(id).await?;
    let bodies = media
        .into_iter()
        .map(|media| MediaBody::of(media, &post))
        .collect();
    Ok(Json(paging.cut(bodies)))
}

/// Get a picture.
#[utoipa::path(
    get,
    path = "/api/v1/media/{id}",
    operation_id = "get_media",
    tag = "media",
    params(("id" = u64, Path, description = "Identifier of the picture")),
    responses(
        (status = 200, description = "Picture", body = MediaBody, headers(("ETag" = String))),
        errors::GetMedia,
    ),
    security(("bearer" = [])),
    extensions(("x-permission" = json!("media.read")), ("x-object" = json!("media"))),
)]
pub(crate) async fn get_media(
    State(ports): State<Ports>,
    caller: Caller,
    Path(id): Path<MediaId>,
) -> Result<Response, ApiError> {
    let (media, post) = authorize_media(&ports.store, &caller, Permission::MediaRead, id).await?;
    let tag = tagged(media.version);
    Ok((tag, Json(MediaBody::of(media, &post))).into_response())
}

/// Update the texts of a picture, here and on the host's attachment.
///
/// A failure of the host does not undo the change: the texts are stored, `host_updated` is false and
/// `host_trouble` gives the reason. Sending the same request again tries the host again.
#[utoipa::path(
    put,
    path = "/api/v1/media/{id}",
    operation_id = "update_media",
    tag = "media",
    params(
        ("id" = u64, Path, description = "Identifier of the picture"),
        ("If-Match" = Option<String>, Header, description = "Version on which the change is based, as in `ETag`"),
    ),
    request_body = TextsInput,
    responses(
        (status = 200, description = "Updated picture", body = UpdatedMedia, headers(("ETag" = String))),
        errors::UpdateMedia,
    ),
    security(("bearer" = [])),
    extensions(("x-permission" = json!("media.edit")), ("x-object" = json!("media"))),
)]
pub(crate) async fn update_media(
    State(ports): State<Ports>,
    caller: Caller,
    Path(id): Path<MediaId>,
    if_match: IfMatch,
    Json(input): Json<TextsInput>,
) -> Result<Response, ApiError> {
    let (media, post) = store_texts(&ports, &caller, id, &if_match, &input).await?;
    let host = attachment::describe(&ports, &post, &media).await?;
    let tag = tagged(media.version);
    let body = UpdatedMedia {
        media: MediaBody::of(media, &post),
        host_updated: host.as_ref().map(Result::is_ok),
        host_trouble: host.and_then(Result::err).map(Into::into),
    };
    Ok((tag, Json(body)).into_response())
}

async fn store_texts(
    ports: &Ports,
    caller: &Caller,
    id: MediaId,
    if_match: &IfMatch,
    input: &TextsInput,
) -> Result<(Media, Post), ApiError> {
    retry_on_conflict(|| async {
        let (before, post) = open(ports, caller, id, if_match).await?;
        let mut after = before.clone();
        after.texts = input.clone().apply(&before.texts)?;
        if after == before {
            return Ok(Some((after, post)));
        }
        after.version += 1;
        match ports.store.update_media(&before, &after).await {
            Ok(()) => Ok(Some((after, post))),
            Err(MediaWriteError::Stale) => Ok(None),
            Err(error) => Err(refusal(error)),
        }
    })
    .await
}

/// A picture that may be changed, in the version that is meant.
async fn open(
    ports: &Ports,
    caller: &Caller,
    id: MediaId,
    if_match: &IfMatch,
) -> Result<(Media, Post), ApiError> {
    let (media, post) = authorize_media(&ports.store, caller, Permission::MediaEdit, id).await?;
    if post.is_deleted() {
        return Err(Code::PostDeleted.into());
    }
    if_match.check(media.version)?;
    Ok((media, post))
}

/// Delete a picture.
///
/// The latest of the remaining pictures becomes the featured image.
#[utoipa::path(
    delete,
    path = "/api/v1/media/{id}",
    operation_id = "delete_media",
    tag = "media",
    params(
        ("id" = u64, Path, description = "Identifier of the picture"),
        ("If-Match" = Option<String>, Header, description = "Version to delete, as in `ETag`"),
    ),
    responses(
        (status = 204, description = "Deleted"),
        errors::DeleteMedia,
    ),
    security(("bearer" = [])),
    extensions(("x-permission" = json!("media.edit")), ("x-object" = json!("media"))),
)]
pub(crate) async fn delete_media(
    State(ports): State<Ports>,
    caller: Caller,
    Path(id): Path<MediaId>,
    if_match: IfMatch,
) -> Result<StatusCode, ApiError> {
    let (media, _) = open(&ports, &caller, id, &if_match).await?;
    match ports.store.remove_media(&media).await {
        Ok(_) => {}
        // Another request removed it meanwhile.
        Err(MediaWriteError::Stale) => return Err(Code::NotFound.into()),
        Err(error) => return Err(refusal(error)),
    }
    ports.pictures().remove_files(&media).await;
    Ok(StatusCode::NO_CONTENT)
}

pub(crate) fn refusal(error: MediaWriteError) -> ApiError {
    match error {
        MediaWriteError::NoPost => Code::NotFound.into(),
        MediaWriteError::PostDeleted => Code::PostDeleted.into(),
        MediaWriteError::Stale | MediaWriteError::UploadUsed => Code::Conflict.into(),
        MediaWriteError::Items(error) => error.into(),
    }
}
