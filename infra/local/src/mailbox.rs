//! `GET /dev/mailbox`: the stored mails, newest first. Exists in the local process only.

use std::sync::Arc;

use axum::extract::State;
use axum::routing::get;
use axum::{Json, Router};

use crate::outbox::{Outbox, StoredMail};

/// Router with the route.
pub fn router(outbox: Arc<Outbox>) -> Router {
    Router::new()
        .route("/dev/mailbox", get(newest_first))
        .with_state(outbox)
}

async fn newest_first(State(outbox): State<Arc<Outbox>>) -> Json<Vec<StoredMail>> {
    Json(outbox.newest_first())
}
