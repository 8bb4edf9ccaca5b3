//! Carries out publication jobs: one attempt per message, from the first step that is not done.
//!
//! The job is a stored item; the message only says where to look. A message may come twice, late or
//! never, and a worker may stop anywhere: whatever it had done is stored, and what may have happened
//! without word is looked for on the host before it is done again.

mod attempt;
mod failure;
mod host_content;
mod host_identity;
mod outcome;
mod retry;
mod run;
mod search_fields;
mod steps;

use std::sync::Arc;

use aws_lambda_events::event::sqs::{BatchItemFailure, SqsBatchResponse, SqsEvent};
use domain::id::JobId;
use host_client::HostClient;
use items::ItemsError;
use platform_store::PlatformStore;
use ports::{Blobs, Clock, Events, Need, Sleeper, WorkMessage, WorkQueue};
use vault::KeyRing;

/// What the worker is given.
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
    /// Takes notifications.
    pub notifications: Arc<dyn WorkQueue>,
    /// Tells integrators.
    pub events: Arc<dyn Events>,
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// Pauses between two tries of a step.
    pub sleeper: Arc<dyn Sleeper>,
}

/// What the function's policy must allow.
pub const NEEDS: &[Need] = &[
    Need::PlatformItemsRead,
    Need::PlatformItemsWrite,
    Need::ConsumePublication,
    Need::SendNotification,
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

/// Works through a batch. Only messages that failed are delivered again, never their neighbours.
pub async fn handle(ports: &Ports, event: SqsEvent) -> SqsBatchResponse {
    let mut response = SqsBatchResponse::default();
    for record in event.records {
        let message = record
            .body
            .as_deref()
            .and_then(|body| serde_json::from_str(body).ok());
        let Some(WorkMessage::Publication { job_id }) = message else {
            tracing::error!(target: "publication", id = record.message_id, "a message that is no publication is left for the dead letters");
            response.batch_item_failures.push(left(record.message_id));
            continue;
        };
        // A task of its own, so that a fault in one message is that message's alone.
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
            tracing::error!(target: "publication", %job_id, error, "a publication message is left for another delivery");
            response.batch_item_failures.push(left(record.message_id));
        }
    }
    response
}

/// Leaves a message in the queue: it is delivered again and, after the last time, kept with the dead
/// letters, where somebody can see it.
fn left(message_id: Option<String>) -> BatchItemFailure {
    let mut failure = BatchItemFailure::default();
    failure.item_identifier = message_id.unwrap_or_default();
    failure
}

/// Makes one attempt at a job, if one is due.
pub async fn work(ports: &Ports, job_id: JobId) -> Result<(), WorkError> {
    let limit = domain::publication::WORK_LIMIT.unsigned_abs();
    tokio::time::timeout(limit, run::attempt(ports, job_id))
        .await
        .map_err(|_| WorkError::OutOfTime)?
        .map_err(Into::into)
}
