//! Health of the platform.

use axum::extract::State;
use jiff::Timestamp;
use platform_http::{ApiError, Json};
use serde::Serialize;
use utoipa::ToSchema;

use crate::Ports;

/// A job or a tick that is later than this many seconds is a fault: every due thing is handled
/// within five minutes.
const LATE_SECONDS: i64 = 300;

/// Overall state.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum HealthStatus {
    /// Well.
    Ok,
    /// Answering, but publications wait (a job is overdue, or the publishing tick does not run), or the store
    /// takes no writes.
    Degraded,
}

/// Health of the platform.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct HealthBody {
    /// Overall state.
    status: HealthStatus,
    /// Version of Pauta.
    version: &'static str,
    /// Waiting time of the oldest due job in seconds; null when none waits.
    #[schema(required = true)]
    oldest_due_job_seconds: Option<i64>,
    /// Seconds since the publishing tick ran; null when it never ran, which is `degraded` too.
    #[schema(required = true)]
    last_tick_seconds: Option<i64>,
    /// Whether the store takes writes, proved by a tick's record of the last 90 seconds or by a write that
    /// happens at most once in 90 seconds for all callers.
    store_writable: bool,
}

/// Get the platform's health.
///
/// Includes the state of background work and of the store.
#[utoipa::path(
    get,
    path = "/api/v1/health",
    operation_id = "get_health",
    tag = "platform",
    responses((status = 200, description = "Health of the platform.", body = HealthBody)),
    extensions(("x-permission" = json!("public")))
)]
pub(crate) async fn get_health(State(ports): State<Ports>) -> Result<Json<HealthBody>, ApiError> {
    let now = ports.clock.now();
    let age = |at: Timestamp| now.duration_since(at).as_secs().max(0);
    let oldest_due_job_seconds = ports.store.oldest_due_job(now).await?.map(age);
    let last_tick = ports.store.last_tick().await?.map(|tick| tick.at);
    let store_writable = ports.store.takes_writes(last_tick, now).await?;
    let last_tick_seconds = last_tick.map(age);
    let in_time = |seconds: i64| seconds <= LATE_SECONDS;
    let well = store_writable
        && last_tick_seconds.is_some_and(in_time)
        && oldest_due_job_seconds.is_none_or(in_time);
    Ok(Json(HealthBody {
        status: if well {
            HealthStatus::Ok
        } else {
            HealthStatus::Degraded
        },
        version: env!("CARGO_PKG_VERSION"),
        oldest_due_job_seconds,
        last_tick_seconds,
        store_writable,
    }))
}
