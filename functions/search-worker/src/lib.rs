//! Tells search engines about publications (docs/interface/platform/search.md#after-a-publication), and tries failed
//! renewals of access to the search console again.
//!
//! A task is a stored record with one part for each call; the queue's message holds only its key, and may arrive twice, late
//! or never. The outcome of a part is stored with the post's event in one transaction. Whatever happens here, the post stays
//! published.

mod attempt;
mod index_now;
mod indexing;
mod outcome;
mod run;
mod sitemap;

use std::sync::Arc;

use aws_lambda_events::event::sqs::{BatchItemFailure, SqsBatchResponse, SqsEvent, SqsMessage};
use domain::platform::id::{JobId, PostId, SiteId};
use domain::platform::search_task::{NotNow, SearchTask, SearchTaskState};
use futures_util::future::join_all;
use items::ItemsError;
use platform_store::PlatformStore;
use ports::{Clock, Need, WorkMessage, is_last_delivery};
use search_access::{AccessError, IndexingPolicy, SearchAccess};

/// Ports of the worker.
#[derive(Clone)]
pub struct Ports {
    /// The platform's records.
    pub store: PlatformStore,
    /// Access to the search console.
    pub access: SearchAccess,
    /// Whether indexing requests are sent.
    pub indexing: IndexingPolicy,
    /// The time.
    pub clock: Arc<dyn Clock>,
}

/// Permissions that the function's policy grants.
pub const NEEDS: &[Need] = &[
    Need::PlatformItemsRead,
    Need::PlatformItemsWrite,
    Need::ConsumeSearch,
    Need::KeyRing,
];

/// Outcome of processing a task.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// Every part is closed.
    Done,
    /// Some parts are tried again in five minutes.
    Waiting,
    /// The task is unknown or done, is held by another worker, or its next attempt is not due.
    NotNow,
}

/// Processes the messages of a batch concurrently. Only those that failed are delivered again.
pub async fn handle(ports: &Ports, event: SqsEvent) -> SqsBatchResponse {
    let records = event.records.into_iter();
    let results = join_all(records.map(|record| deliver(ports, record))).await;
    let mut response = SqsBatchResponse::default();
    response.batch_item_failures = results.into_iter().flatten().collect();
    response
}

async fn deliver(ports: &Ports, record: SqsMessage) -> Option<BatchItemFailure> {
    let message = record
        .body
        .as_deref()
        .and_then(|body| serde_json::from_str::<WorkMessage>(body).ok());
    // A separate task, so that a panic in one message does not affect the others.
    let ports = ports.clone();
    let task = match message {
        Some(WorkMessage::Search { post_id, job_id }) => {
            tokio::spawn(async move { process(&ports, post_id, job_id).await.map(drop) })
        }
        Some(WorkMessage::SearchRenewal { site_id }) => {
            tokio::spawn(async move { renew(&ports, site_id).await })
        }
        _ => {
            tracing::error!(target: "search", severity = "critical", id = record.message_id, "a malformed search message was left for the dead-letter queue");
            return Some(left(record.message_id));
        }
    };
    let error = match task.await {
        Ok(Ok(())) => return None,
        Ok(Err(error)) => error.to_string(),
        Err(fault) => fault.to_string(),
    };
    if is_last_delivery(&record.attributes) {
        tracing::error!(target: "search", severity = "critical", error, "a search message failed five times and is moved to the dead-letter queue");
    } else {
        tracing::error!(target: "search", error, "a search message failed and will be delivered again");
    }
    Some(left(record.message_id))
}

/// Leaves a message in the queue: it is delivered again and, after the last delivery, moved to the
/// dead-letter queue.
fn left(message_id: Option<String>) -> BatchItemFailure {
    let mut failure = BatchItemFailure::default();
    failure.item_identifier = message_id.unwrap_or_default();
    failure
}

/// Carries out what is left of the task of a publication.
///
/// # Errors
/// The store failed. Processing the task again is safe.
pub async fn process(ports: &Ports, post: PostId, job: JobId) -> Result<Outcome, ItemsError> {
    let Some(stored) = ports.store.search_task(post, job).await? else {
        tracing::warn!(target: "search", %post, %job, "no such task");
        return Ok(Outcome::NotNow);
    };
    let Some(task) = take(ports, stored).await? else {
        return Ok(Outcome::NotNow);
    };
    let ended = run::run(ports, task).await?;
    Ok(match ended.map(|task| task.state) {
        Some(SearchTaskState::Done) => Outcome::Done,
        Some(_) => Outcome::Waiting,
        None => Outcome::NotNow,
    })
}

/// Leases the task; none if it is done, leased or not due.
async fn take(ports: &Ports, mut task: SearchTask) -> Result<Option<SearchTask>, ItemsError> {
    let from = task.revision;
    match task.begin(ports.clock.now_seconds()) {
        Ok(()) => {}
        Err(NotNow::Over | NotNow::Held | NotNow::NotDue) => return Ok(None),
    }
    match ports.store.save_search_task(&task, from, Vec::new()).await {
        Ok(()) => Ok(Some(task)),
        // Another worker took the lease first.
        Err(ItemsError::Conflict { .. }) => Ok(None),
        Err(error) => Err(error),
    }
}

/// Tries the failed renewal of a site's access again, if it is due.
///
/// # Errors
/// The store failed. A failure of the provider is stored in the connection.
pub async fn renew(ports: &Ports, site: SiteId) -> Result<(), ItemsError> {
    match ports.access.renew_if_due(site).await {
        Ok(()) => Ok(()),
        Err(AccessError::Items(error)) => Err(error),
        Err(error) => {
            tracing::info!(target: "search", %site, %error, "the access of a site is not renewed yet");
            Ok(())
        }
    }
}
