//! The router of a service that answers each request at once.

use std::sync::Arc;

use axum::Router;
use axum::extract::{Request, State};
use axum::response::Response;
use axum::routing::any;

use crate::exchange::receive;
use crate::faults::{Errors, with_faults};
use crate::record::{Call, Record};
use crate::service::Service;

/// Answers all paths of a service as `respond` does, and as the next queued fault demands.
pub(crate) fn service_router(
    record: &Arc<Record>,
    service: Service,
    errors: Errors,
    respond: fn(&Record, &Call) -> Response,
) -> Router {
    let answer = move |State(record): State<Arc<Record>>, request: Request| async move {
        let call = receive(&record, service, request).await;
        let work = async { respond(&record, &call) };
        with_faults(&record, service, errors, work).await
    };
    Router::new()
        .route("/{*path}", any(answer))
        .with_state(record.clone())
}
