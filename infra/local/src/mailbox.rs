//! GET /dev/mailbox: the mail that was kept, newest first. Only the local run has it.

use std::sync::Arc;

use axum::extract::State;
use axum::routing::get;
use axum::{Json, Router};

use crate::outbox::{Kept, Outbox};

/// The route.
pub fn router(outbox: Arc<Outbox>) -> Router {
    Router::new()
        .route("/dev/mailbox", get(newest_first))
        .with_state(outbox)
}

async fn newest_first(State(outbox): State<Arc<Outbox>>) -> Json<Vec<Kept>> {
    Json(outbox.newest_first())
}
