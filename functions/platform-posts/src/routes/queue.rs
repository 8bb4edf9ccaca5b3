//! The publication queue.

use std::collections::HashMap;

use axum::extract::State;
use domain::platform::access::Permission;
use platform_http::{ApiError, Json, Listing, Paging, Query};
use platform_session::Caller;

use crate::Ports;
use crate::errors;
use crate::wire::QueueItem;

/// List publications that have not ended, newest first.
///
/// Queued, running, waiting for their next attempt, or parked.
#[utoipa::path(
    get,
    path = "/api/v1/queue",
    tag = "publication",
    params(Paging),
    responses(
        (status = 200, description = "Page of publications", body = Listing<QueueItem>),
        errors::Listing,
    ),
    security(("bearer" = [])),
    extensions(("x-permission" = json!("queue.read")), ("x-object" = json!("none"))),
)]
pub(crate) async fn list_queue(
    State(ports): State<Ports>,
    caller: Caller,
    paging: Result<Query<Paging>, ApiError>,
) -> Result<Json<Listing<QueueItem>>, ApiError> {
    caller.actor.may(Permission::QueueRead)?;
    let paging = paging?.0.checked()?;
    let (jobs, total) = ports
        .store
        .open_jobs(paging.offset(), paging.per_page as usize)
        .await?;
    let ids: Vec<_> = jobs.iter().map(|job| job.post_id).collect();
    let posts = ports.store.posts_by_id(&ids).await?;
    let sites: Vec<_> = posts.iter().flatten().map(|post| post.site_id).collect();
    let sites: HashMap<_, _> = ports
        .store
        .sites_by_id(&sites)
        .await?
        .into_iter()
        .map(|site| (site.id, site))
        .collect();
    let items = jobs.into_iter().zip(posts).map(|(job, post)| {
        let site = post.as_ref().and_then(|post| sites.get(&post.site_id));
        QueueItem::of(job, post.as_ref(), site)
    });
    Ok(Json(Listing {
        items: items.collect(),
        page: paging.page,
        per_page: paging.per_page,
        total,
    }))
}
