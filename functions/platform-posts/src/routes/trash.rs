//! Deleting posts softly, and restoring them.

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use domain::platform::access::Permission;
use domain::platform::event::EventKind;
use domain::platform::id::PostId;
use domain::platform::post::{Post, PostVersion};
use http::StatusCode;
use items::retry_on_conflict;
use platform_http::conditional::tagged;
use platform_http::{ApiError, Code, Json, Path};
use platform_session::{Caller, RequestClaim, authorize_post};
use platform_store::{PostChange, Work, content_event};
use serde_json::json;

use crate::Ports;
use crate::access;
use crate::errors::{Deleting, Restoring};
use crate::publication;
use crate::wire::PostBody;

/// Delete a post.
///
/// The post leaves the lists and can be restored. The copy on the site stays; a publication that failed or
/// waits for its next attempt ends. A schedule is cancelled on the site, and the post is a draft then, also
/// when it is restored. Deleting a deleted post changes nothing.
#[utoipa::path(
    delete,
    path = "/api/v1/posts/{id}",
    tag = "posts",
    params(("id" = u64, Path, description = "Identifier of the post")),
    responses((status = 204, description = "Deleted"), Deleting),
    security(("bearer" = [])),
    extensions(("x-permission" = json!("posts.delete")), ("x-object" = json!("post"))),
)]
pub(crate) async fn delete_post(
    State(ports): State<Ports>,
    caller: Caller,
    Path(id): Path<PostId>,
) -> Result<StatusCode, ApiError> {
    retry_on_conflict(|| async {
        let post = authorize_post(&ports.store, &caller, Permission::PostsDelete, id).await?;
        if post.is_deleted() {
            return Ok(Some(StatusCode::NO_CONTENT));
        }
        let job = access::last_job(&ports, &post).await?;
        publication::refuse_in_progress(&ports, job.as_ref())?;
        let now = ports.clock.now_seconds();
        let by = Some(caller.user.id);
        let token = format!("revision-{}", post.revision + 1);
        let event = content_event(id, EventKind::Deleted, by, json!({}), now, &token);
        let mut change = PostChange::of(&post, |post| {
            post.deleted_at = Some(now);
            post.deleted_by = by;
        })
        .event(event);
        if publication::may_be_held(&post, job.as_ref()) {
            let withdrawn = publication::withdraw(&ports, &caller, change).await?;
            return Ok(withdrawn.map(|_| StatusCode::NO_CONTENT));
        }
        if let Some(job) = job.filter(|job| !job.is_over()) {
            change = publication::superseding(change, &job, now)?;
        }
        let saved = access::save(&ports, change).await?;
        Ok(saved.map(|_| StatusCode::NO_CONTENT))
    })
    .await
}

/// Restore a deleted post.
#[utoipa::path(
    post,
    path = "/api/v1/posts/{id}/restore",
    tag = "posts",
    params(
        ("id" = u64, Path, description = "Identifier of the post"),
        ("Idempotency-Key" = Option<String>, Header, description = "Key that makes a repetition within 24 hours return the first response, 1 to 255 visible characters"),
    ),
    responses(
        (status = 200, description = "Post", body = PostBody, headers(
            ("ETag" = String, description = "Version"),
        )),
        Restoring,
    ),
    security(("bearer" = [])),
    extensions(("x-permission" = json!("posts.delete")), ("x-object" = json!("post"))),
)]
pub(crate) async fn restore_post(
    State(ports): State<Ports>,
    caller: Caller,
    Path(id): Path<PostId>,
    RequestClaim(claim): RequestClaim,
) -> Result<Response, ApiError> {
    if let Some(Work::Post(id)) = claim.earlier() {
        let (post, version) = access::stored(&ports, id).await?;
        return Ok(restored(post, version));
    }
    retry_on_conflict(|| async {
        let post = authorize_post(&ports.store, &caller, Permission::PostsDelete, id).await?;
        if !post.is_deleted() {
            return Err(Code::NotDeleted.into());
        }
        let now = ports.clock.now_seconds();
        let token = format!("revision-{}", post.revision + 1);
        let by = Some(caller.user.id);
        let event = content_event(id, EventKind::Restored, by, json!({}), now, &token);
        let change = PostChange::of(&post, |post| {
            post.deleted_at = None;
            post.deleted_by = None;
        })
        .event(event)
        .under(&claim);
        let Some(post) = access::save(&ports, change).await? else {
            return Ok(None);
        };
        let version = access::current_version(&ports, &post).await?;
        Ok(Some(restored(post, version)))
    })
    .await
}

fn restored(post: Post, version: PostVersion) -> Response {
    (tagged(post.version), Json(PostBody::of(post, version))).into_response()
}
