//! Versions of a post: title and body as each edit left them.

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use domain::platform::access::Permission;
use domain::platform::event::EventKind;
use domain::platform::id::PostId;
use domain::platform::post::{Post, PostVersion};
use items::retry_on_conflict;
use platform_http::conditional::{IfMatch, tagged};
use platform_http::{ApiError, Code, Json, Listing, Paging, Path, Query, blocking_within};
use platform_session::{Caller, RequestClaim, authorize_post};
use platform_store::{PostChange, Work, content_event};
use serde_json::json;

use crate::Ports;
use crate::access;
use crate::errors::{ListingOf, Reading, Reverting};
use crate::wire::{DiffBody, PostBody, RevertBody, VersionBody, VersionItem};

async fn version(ports: &Ports, post: &Post, number: u64) -> Result<PostVersion, ApiError> {
    let version = ports.store.post_version(post.id, number).await?;
    Ok(version.ok_or(Code::NotFound)?)
}

/// List the versions of a post, newest first.
#[utoipa::path(
    get,
    path = "/api/v1/posts/{id}/versions",
    tag = "versions",
    params(("id" = u64, Path, description = "Identifier of the post"), Paging),
    responses((status = 200, description = "Page of versions", body = Listing<VersionItem>), ListingOf),
    security(("bearer" = [])),
    extensions(("x-permission" = json!("posts.read")), ("x-object" = json!("post"))),
)]
pub(crate) async fn list_versions(
    State(ports): State<Ports>,
    caller: Caller,
    Path(id): Path<PostId>,
    paging: Result<Query<Paging>, ApiError>,
) -> Result<Json<Listing<VersionItem>>, ApiError> {
    let post = authorize_post(&ports.store, &caller, Permission::PostsRead, id).await?;
    let paging = paging?.0.checked()?;
    // Numbers have no gaps, so a page is known without reading the others.
    let newest = post.version.saturating_sub(paging.offset());
    let oldest = newest.saturating_sub(u64::from(paging.per_page));
    let heads = ports
        .store
        .post_version_heads(id, oldest + 1, newest)
        .await?;
    Ok(Json(Listing {
        items: heads.into_iter().map(Into::into).collect(),
        page: paging.page,
        per_page: paging.per_page,
        total: post.version,
    }))
}

/// Get a version of a post.
#[utoipa::path(
    get,
    path = "/api/v1/posts/{id}/versions/{n}",
    tag = "versions",
    params(
        ("id" = u64, Path, description = "Identifier of the post"),
        ("n" = u64, Path, description = "Number of the version, from 1"),
    ),
    responses((status = 200, description = "Version", body = VersionBody), Reading),
    security(("bearer" = [])),
    extensions(("x-permission" = json!("posts.read")), ("x-object" = json!("post"))),
)]
pub(crate) async fn get_version(
    State(ports): State<Ports>,
    caller: Caller,
    Path((id, n)): Path<(PostId, u64)>,
) -> Result<Json<VersionBody>, ApiError> {
    let post = authorize_post(&ports.store, &caller, Permission::PostsRead, id).await?;
    Ok(Json(version(&ports, &post, n).await?.into()))
}

/// Compare two versions of a post word by word.
#[utoipa::path(
    get,
    path = "/api/v1/posts/{id}/versions/{a}/diff/{b}",
    tag = "versions",
    params(
        ("id" = u64, Path, description = "Identifier of the post"),
        ("a" = u64, Path, description = "Number of the first version"),
        ("b" = u64, Path, description = "Number of the second version"),
    ),
    responses((status = 200, description = "Word diff", body = DiffBody), Reading),
    security(("bearer" = [])),
    extensions(("x-permission" = json!("posts.read")), ("x-object" = json!("post"))),
)]
pub(crate) async fn diff_versions(
    State(ports): State<Ports>,
    caller: Caller,
    Path((id, a, b)): Path<(PostId, u64, u64)>,
) -> Result<Json<DiffBody>, ApiError> {
    let post = authorize_post(&ports.store, &caller, Permission::PostsRead, id).await?;
    let from = version(&ports, &post, a).await?;
    let to = version(&ports, &post, b).await?;
    let diff = blocking_within(u64::MAX, move |caller| {
        DiffBody::between(&from, &to, caller)
    })
    .await?;
    Ok(Json(diff))
}

/// Revert a post to an earlier version.
///
/// Sets title and body and nothing else, as an edit with a version of its own. If both are unchanged, nothing
/// is written and `changed` is false.
#[utoipa::path(
    post,
    path = "/api/v1/posts/{id}/versions/{n}/revert",
    tag = "versions",
    params(
        ("id" = u64, Path, description = "Identifier of the post"),
        ("n" = u64, Path, description = "Number of the version, from 1"),
        ("If-Match" = Option<String>, Header, description = "Version to replace, as in `ETag`"),
        ("Idempotency-Key" = Option<String>, Header, description = "Key that makes a repetition within 24 hours return the first response, 1 to 255 visible characters"),
    ),
    responses(
        (status = 200, description = "Post", body = RevertBody, headers(
            ("ETag" = String, description = "Version"),
        )),
        Reverting,
    ),
    security(("bearer" = [])),
    extensions(("x-permission" = json!("posts.edit")), ("x-object" = json!("post"))),
)]
pub(crate) async fn revert_post(
    State(ports): State<Ports>,
    caller: Caller,
    Path((id, n)): Path<(PostId, u64)>,
    if_match: IfMatch,
    RequestClaim(claim): RequestClaim,
) -> Result<Response, ApiError> {
    if let Some(Work::Post(id)) = claim.earlier() {
        let (post, version) = access::stored(&ports, id).await?;
        return Ok(reverted(post, version, true));
    }
    retry_on_conflict(|| async {
        let post = access::open_post(&ports, &caller, Permission::PostsEdit, id).await?;
        if_match.check(post.version)?;
        let earlier = version(&ports, &post, n).await?;
        let current = access::current_version(&ports, &post).await?;
        if (&earlier.title, &earlier.body) == (&current.title, &current.body) {
            return Ok(Some(reverted(post, current, false)));
        }
        let change = reverting(&ports, &caller, &post, earlier).under(&claim);
        let version = change.version.clone();
        let saved = access::save(&ports, change).await?;
        let changed = saved.zip(version);
        Ok(changed.map(|(post, version)| reverted(post, version, true)))
    })
    .await
}

fn reverting(ports: &Ports, caller: &Caller, post: &Post, earlier: PostVersion) -> PostChange {
    let now = ports.clock.now_seconds();
    let by = caller.user.id;
    let mut change = PostChange::of(post, |post| {
        post.fields.title.clone_from(&earlier.title);
        post.body_chars = markup::text::plain_chars(&earlier.body);
        post.body_words = markup::text::words(&earlier.body);
        post.version += 1;
        post.updated_at = now;
    });
    let number = change.post.version;
    let detail = json!({ "from": earlier.number, "version": number });
    let token = format!("version-{number}");
    change.version = Some(PostVersion {
        number,
        user_id: by,
        created_at: now,
        ..earlier
    });
    change.event(content_event(
        post.id,
        EventKind::Reverted,
        Some(by),
        detail,
        now,
        &token,
    ))
}

fn reverted(post: Post, version: PostVersion, changed: bool) -> Response {
    let tag = tagged(post.version);
    let body = RevertBody {
        post: PostBody::of(post, version),
        changed,
    };
    (tag, Json(body)).into_response()
}
