//! Carries out publication jobs: one attempt per message, from the first step that is not done.
//!
//! The job is a stored record; the message holds only its identifier. A message may arrive twice, late or
//! never, and a worker may stop at any point: each completed step is stored, and before a step with an unknown
//! outcome is repeated, its result is searched for on the host.

mod attempt;
mod failure;
mod faq;
mod host_content;
mod host_identity;
mod outcome;
mod retry;
mod run;
mod search_fields;
mod steps;
mod text_pictures;

use std::sync::Arc;

use aws_lambda_events::event::sqs::{BatchItemFailure, SqsBatchResponse, SqsEvent};
use domain::platform::id::JobId;
use host_client::HostClient;
use items::ItemsError;
use jiff::tz::TimeZone;
use platform_store::PlatformStore;
use ports::{Blobs, Clock, Events, Need, Sleeper, WorkMessage, WorkQueue, is_last_delivery};
use vault::KeyRing;

/// Ports of the worker.
#[derive(Clone)]
pub struct Ports {
    /// The platform's records.
    pub store: PlatformStore,
    /// Pictures.
    pub blobs: Arc<dyn Blobs>,
    /// Opens the hosts' passwords.
    pub keyring: Arc<KeyRing>,
    /// Calls hosts.
    pub hosts: HostClient,
    /// Queue of notifications.
    pub notifications: Arc<dyn WorkQueue>,
    /// Queue of what search engines are told.
    pub searches: Arc<dyn WorkQueue>,
    /// Bus of domain events for integrators.
    pub events: Arc<dyn Events>,
    /// Time zone of the months of reports.
    pub zone: TimeZone,
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// Pauses between retries of a step.
    pub sleeper: Arc<dyn Sleeper>,
}

/// Permissions that the function's policy grants.
pub const NEEDS: &[Need] = &[
    Need::PlatformItemsRead,
    Need::PlatformItemsWrite,
    Need::ConsumePublication,
    Need::SendNotification,
    Need::SendSearch,
    Need::BlobsRead,
    Need::KeyRing,
    Need::PublishEvents,
];

/// Why a message is left in the queue, to be delivered again.
#[derive(Debug, thiserror::Error)]
pub enum WorkError {
    /// The store failed.
    #[error(transparent)]
    Items(#[from] ItemsError),
    /// The attempt took too long; its lease ends by itself and the tick sends the job again.
    #[error("the attempt was stopped after its time limit")]
    OutOfTime,
}

/// Processes a batch. Only messages that failed are delivered again.
pub async fn handle(ports: &Ports, event: SqsEvent) -> SqsBatchResponse {
    let mut response = SqsBatchResponse::default();
    for record in event.records {
        let message = record
            .body
            .as_deref()
            .and_then(|body| serde_json::from_str(body).ok());
        let Some(WorkMessage::Publication { job_id }) = message else {
            tracing::error!(target: "publication", severity = "critical", id = record.message_id, "a malformed publication message was left for the dead-letter queue");
            response.batch_item_failures.push(left(record.message_id));
            continue;
        };
        // A separate task, so that a panic in one message does not affect the others.
        let task = tokio::spawn({
            let ports = ports.clone();
            async move { work(&ports, job_id).await }
        });
        let error = match task.await {
            Ok(Ok(())) => None,
            Ok(Err(error)) => Some(error.to_string()),
            Err(fault) => Some(fault.to_string()),
        };
        if let Some(error) = error {
            if is_last_delivery(&record.attributes) {
                tracing::error!(target: "publication", severity = "critical", %job_id, error, "a publication message failed five times and is moved to the dead-letter queue");
            } else {
                tracing::error!(target: "publication", %job_id, error, "a publication message failed and will be delivered again");
            }
            response.batch_item_failures.push(left(record.message_id));
        }
    }
    response
}

/// Leaves a message in the queue: it is delivered again and, after the last delivery, moved to the
/// dead-letter queue.
fn left(message_id: Option<String>) -> BatchItemFailure {
    let mut failure = BatchItemFailure::default();
    failure.item_identifier = message_id.unwrap_or_default();
    failure
}

/// Makes one attempt at a job, if one is due.
pub async fn work(ports: &Ports, job_id: JobId) -> Result<(), WorkError> {
    let limit = domain::platform::publication::WORK_LIMIT.unsigned_abs();
    tokio::time::timeout(limit, run::attempt(ports, job_id))
        .await
        .map_err(|_| WorkError::OutOfTime)?
        .map_err(Into::into)
}
