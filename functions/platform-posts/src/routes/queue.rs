//! The publication queue.

use axum::extract::State;
use domain::access::Permission;
use session::Caller;
use web::{ApiError, Json, Listing, Paging, Query};

use crate::Ports;
use crate::refusals;
use crate::wire::QueueItem;

/// Lists publications that have not ended, newest first
///
/// Those that wait for a worker, run, wait for their next attempt, or failed and wait for a person.
#[utoipa::path(
    get,
    path = "/api/v1/queue",
    tag = "publication",
    params(Paging),
    responses(
        (status = 200, description = "A page of publications", body = Listing<QueueItem>),
        refusals::Listing,
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
    let jobs = ports.store.open_jobs().await?;
    Ok(Json(paging.cut(jobs.into_iter().map(Into::into).collect())))
}
