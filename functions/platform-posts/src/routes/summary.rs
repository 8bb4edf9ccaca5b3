//! Counts of the posts by state.

use axum::extract::State;
use domain::platform::access::Permission;
use platform_http::{ApiError, Json};
use platform_session::Caller;

use super::filters::Filters;
use crate::Ports;
use crate::errors::OfTheTeam;
use crate::wire::PostsSummary;

/// Posts that are named where something waits.
const NAMED: usize = 5;

/// Count the posts by state and site.
///
/// The posts are those that the caller may see. The posts that wait for the client longest, and those whose publication
/// stopped, are named.
#[utoipa::path(
    get,
    path = "/api/v1/posts/summary",
    tag = "posts",
    responses((status = 200, description = "Counts", body = PostsSummary), OfTheTeam),
    security(("bearer" = [])),
    extensions(("x-permission" = json!("posts.read")), ("x-object" = json!("none"))),
)]
pub(crate) async fn summarize_posts(
    State(ports): State<Ports>,
    caller: Caller,
) -> Result<Json<PostsSummary>, ApiError> {
    caller.actor.may(Permission::PostsRead)?;
    let summary = match Filters::default().within(&caller) {
        Some(filter) => ports.store.summarize_posts(&filter, NAMED).await?,
        None => platform_store::PostSummary::default(),
    };
    Ok(Json(summary.into()))
}
