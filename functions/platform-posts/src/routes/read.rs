//! Reading posts and what belongs to them.

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use domain::platform::access::Permission;
use domain::platform::id::PostId;
use domain::platform::requirements;
use platform_http::conditional::tagged;
use platform_http::{ApiError, IssueBody, Json, Listing, Paging, Path, Query};
use platform_session::{Caller, authorize_post};
use serde::Serialize;
use utoipa::ToSchema;

use super::details;
use super::filters::Filters;
use crate::Ports;
use crate::access;
use crate::errors::{self, ListingOf, Reading};
use crate::wire::{Checklist, EventItem, PostDetail, PostItem, client_notice};

/// List posts, newest edit first.
#[utoipa::path(
    get,
    path = "/api/v1/posts",
    tag = "posts",
    params(Filters, Paging),
    responses(
        (status = 200, description = "Page of posts", body = Listing<PostItem>),
        errors::Listing,
    ),
    security(("bearer" = [])),
    extensions(("x-permission" = json!("posts.read")), ("x-object" = json!("none"))),
)]
pub(crate) async fn list_posts(
    State(ports): State<Ports>,
    caller: Caller,
    filters: Result<Query<Filters>, ApiError>,
    paging: Result<Query<Paging>, ApiError>,
) -> Result<Json<Listing<PostItem>>, ApiError> {
    caller.actor.may(Permission::PostsRead)?;
    let paging = paging?.0.checked()?;
    let filters = filters?.0.checked()?;
    let with_details = filters.details;
    let (rows, total) = match filters.within(&caller) {
        Some(filter) => {
            let skip = usize::try_from(paging.offset()).unwrap_or(usize::MAX);
            ports
                .store
                .list_posts(&filter, skip, paging.per_page as usize)
                .await?
        }
        None => (Vec::new(), 0),
    };
    let items = if with_details {
        details::detailed(&ports, rows).await?
    } else {
        rows.into_iter().map(Into::into).collect()
    };
    Ok(Json(Listing {
        items,
        page: paging.page,
        per_page: paging.per_page,
        total,
    }))
}

/// Get a post with its pictures and the state of its publication.
#[utoipa::path(
    get,
    path = "/api/v1/posts/{id}",
    tag = "posts",
    params(("id" = u64, Path, description = "Identifier of the post")),
    responses(
        (status = 200, description = "Post", body = PostDetail, headers(
            ("ETag" = String, description = "Version"),
        )),
        Reading,
    ),
    security(("bearer" = [])),
    extensions(("x-permission" = json!("posts.read")), ("x-object" = json!("post"))),
)]
pub(crate) async fn get_post(
    State(ports): State<Ports>,
    caller: Caller,
    Path(id): Path<PostId>,
) -> Result<Response, ApiError> {
    let post = authorize_post(&ports.store, &caller, Permission::PostsRead, id).await?;
    let version = access::current_version(&ports, &post).await?;
    let media = ports.store.post_media(id).await?;
    let job = access::last_job(&ports, &post).await?;
    let tag = tagged(post.version);
    let detail = PostDetail::of(post, version, media, job.as_ref().map(Into::into));
    Ok((tag, Json(detail)).into_response())
}

/// Result of the check of the minimum requirements.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct ValidationBody {
    /// Whether all requirements are met.
    valid: bool,
    /// Unmet requirements, in the order of the form.
    issues: Vec<IssueBody>,
}

/// Check the minimum requirements of a post.
///
/// They apply before approval is requested and before the post is published or scheduled.
#[utoipa::path(
    get,
    path = "/api/v1/posts/{id}/validation",
    tag = "posts",
    params(("id" = u64, Path, description = "Identifier of the post")),
    responses((status = 200, description = "Unmet requirements", body = ValidationBody), Reading),
    security(("bearer" = [])),
    extensions(("x-permission" = json!("posts.read")), ("x-object" = json!("post"))),
)]
pub(crate) async fn validate_post(
    State(ports): State<Ports>,
    caller: Caller,
    Path(id): Path<PostId>,
) -> Result<Json<ValidationBody>, ApiError> {
    let post = authorize_post(&ports.store, &caller, Permission::PostsRead, id).await?;
    let issues: Vec<IssueBody> = requirements::unmet(&post)
        .into_iter()
        .map(|issue| IssueBody {
            code: issue.code.to_owned(),
            field: issue.field.to_owned(),
            message: issue.message,
        })
        .collect();
    Ok(Json(ValidationBody {
        valid: issues.is_empty(),
        issues,
    }))
}

/// Get the checklist of a post's latest publication.
#[utoipa::path(
    get,
    path = "/api/v1/posts/{id}/checklist",
    tag = "publication",
    params(("id" = u64, Path, description = "Identifier of the post")),
    responses((status = 200, description = "Checklist", body = Checklist), Reading),
    security(("bearer" = [])),
    extensions(("x-permission" = json!("posts.read")), ("x-object" = json!("post"))),
)]
pub(crate) async fn get_checklist(
    State(ports): State<Ports>,
    caller: Caller,
    Path(id): Path<PostId>,
) -> Result<Json<Checklist>, ApiError> {
    let post = authorize_post(&ports.store, &caller, Permission::PostsRead, id).await?;
    let job = access::last_job(&ports, &post).await?;
    let announced = job.as_ref().map(client_notice::notifications_of);
    let (channels, ids): (Vec<_>, Vec<_>) = announced.unwrap_or_default().into_iter().unzip();
    let notifications = ports.store.notifications(&ids).await?;
    let deliveries: Vec<_> = channels.into_iter().zip(notifications).collect();
    Ok(Json(Checklist::of(post.id, job.as_ref(), &deliveries)))
}

/// List the events of a post, newest first.
#[utoipa::path(
    get,
    path = "/api/v1/posts/{id}/events",
    tag = "posts",
    params(("id" = u64, Path, description = "Identifier of the post"), Paging),
    responses((status = 200, description = "Page of events", body = Listing<EventItem>), ListingOf),
    security(("bearer" = [])),
    extensions(("x-permission" = json!("posts.read")), ("x-object" = json!("post"))),
)]
pub(crate) async fn list_events(
    State(ports): State<Ports>,
    caller: Caller,
    Path(id): Path<PostId>,
    paging: Result<Query<Paging>, ApiError>,
) -> Result<Json<Listing<EventItem>>, ApiError> {
    let post = authorize_post(&ports.store, &caller, Permission::PostsRead, id).await?;
    let paging = paging?.0.checked()?;
    let (events, total) = ports
        .store
        .post_events_page(post.id, paging.offset(), paging.per_page as usize)
        .await?;
    Ok(Json(Listing {
        items: events.into_iter().map(Into::into).collect(),
        page: paging.page,
        per_page: paging.per_page,
        total,
    }))
}
