//! The publication queue.

use std::collections::HashMap;

use axum::extract::State;
use domain::platform::access::Permission;
use domain::platform::id::JobId;
use platform_http::{ApiError, Code, Json, ListQuery, Listing, Paging, refuse_zero};
use platform_session::Caller;
use serde::Deserialize;
use utoipa::IntoParams;

use crate::Ports;
use crate::errors;
use crate::wire::QueueItem;

/// Publications before a page, at most: the store reads them to skip them.
const MOST_BEFORE: u64 = 1_000;

/// Where the page begins.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub(crate) struct QueueFilter {
    /// Only publications older than this one: the `job_id` of the last one of the page before. Pages count from there.
    #[param(minimum = 1)]
    before: Option<u64>,
}

/// Refuses a page with more than [`MOST_BEFORE`] publications before it.
async fn refuse_deep(ports: &Ports, paging: Paging) -> Result<(), ApiError> {
    let offset = paging.offset();
    // A page after the end of the queue is empty and costs nothing.
    if offset <= MOST_BEFORE || offset >= ports.store.queue_length().await? {
        return Ok(());
    }
    let message = format!(
        "Peça páginas até o item {MOST_BEFORE}; depois, use before com o job_id do último item recebido."
    );
    Err(ApiError::new(Code::InvalidParameter).issue("out_of_range", "page", message))
}

/// List publications that have not ended, newest first.
///
/// Queued, running, waiting for their next attempt, or parked. At most 1,000 publications may lie before a page; `before`
/// goes on from any of them at the cost of a first page. `total` counts the whole queue. Unknown parameters are refused.
#[utoipa::path(
    get,
    path = "/api/v1/queue",
    tag = "publication",
    params(QueueFilter, Paging),
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
    query: Result<ListQuery<QueueFilter>, ApiError>,
) -> Result<Json<Listing<QueueItem>>, ApiError> {
    caller.actor.may(Permission::QueueRead)?;
    let ListQuery { filter, paging } = query?;
    refuse_zero("before", filter.before)?;
    refuse_deep(&ports, paging).await?;
    let before = filter.before.map(JobId);
    let (jobs, total) = ports
        .store
        .open_jobs(before, paging.offset(), paging.per_page as usize)
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
