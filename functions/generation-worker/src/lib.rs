//! Generates articles and images through their providers.
//!
//! A generation is a stored record; the queue's message holds only its identifier, and may arrive twice, late or never. A
//! generation is taken once. Each call is noted before it is sent, so that a generation whose worker is gone is known to
//! have been billed, perhaps, and is never called for again. The record, the tokens of all calls and the quota of images
//! change together when the generation ends.

mod again;
mod end;
mod follow;
mod image;
mod text;
mod times;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use ai_client::AiClient;
use aws_lambda_events::event::sqs::{BatchItemFailure, SqsBatchResponse, SqsEvent, SqsMessage};
use domain::platform::generation::{GenerationState, GenerationTask};
use domain::platform::id::GenerationId;
use futures_util::future::join_all;
use items::ItemsError;
use jiff::tz::TimeZone;
use platform_store::PlatformStore;
use ports::{Blobs, Clock, Need, Sleeper, WorkMessage, is_last_delivery};
use settings::Settings;

pub use times::Times;

/// Ports of the worker.
#[derive(Clone)]
pub struct Ports {
    /// The platform's records.
    pub store: PlatformStore,
    /// API keys, default providers and models.
    pub settings: Settings,
    /// Pictures of posts.
    pub blobs: Arc<dyn Blobs>,
    /// The providers.
    pub ai: AiClient,
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// Waits before the end of a generation is stored again.
    pub sleeper: Arc<dyn Sleeper>,
    /// Time zone of days and months.
    pub zone: TimeZone,
    /// Time limits.
    pub times: Times,
    /// Set when the process is about to end: generations in progress fail at once, with what they used recorded. Lambda
    /// never sets it.
    pub stopping: Arc<AtomicBool>,
}

impl Ports {
    fn is_stopping(&self) -> bool {
        self.stopping.load(Ordering::Relaxed)
    }
}

/// Permissions that the function's policy grants.
pub const NEEDS: &[Need] = &[
    Need::PlatformItemsRead,
    Need::PlatformItemsWrite,
    Need::BlobsWrite,
    Need::ConsumeGeneration,
    Need::KeyRing,
];

/// Outcome of processing a generation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// It ended in this state.
    Ended(GenerationState),
    /// It is unknown, has ended, or was taken by another worker.
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
        .and_then(|body| serde_json::from_str(body).ok());
    let Some(WorkMessage::Generation { generation_id }) = message else {
        tracing::error!(target: "ai", severity = "critical", id = record.message_id, "a malformed generation message was left for the dead-letter queue");
        return Some(left(record.message_id));
    };
    // A separate task, so that a panic in one message does not affect the others.
    let task = tokio::spawn({
        let ports = ports.clone();
        async move { process(&ports, generation_id).await }
    });
    let error = match task.await {
        Ok(Ok(_)) => return None,
        Ok(Err(error)) => error.to_string(),
        Err(fault) => fault.to_string(),
    };
    if is_last_delivery(&record.attributes) {
        tracing::error!(target: "ai", severity = "critical", %generation_id, error, "a generation message failed five times and is moved to the dead-letter queue");
    } else {
        tracing::error!(target: "ai", %generation_id, error, "a generation message failed and will be delivered again");
    }
    Some(left(record.message_id))
}

/// Leaves a message in the queue: it is delivered again and, after the last delivery, moved to the dead-letter queue.
fn left(message_id: Option<String>) -> BatchItemFailure {
    let mut failure = BatchItemFailure::default();
    failure.item_identifier = message_id.unwrap_or_default();
    failure
}

/// Processes one generation: takes it, generates, and records the end.
///
/// # Errors
/// The store failed. Processing the generation again calls no provider a second time.
pub async fn process(ports: &Ports, id: GenerationId) -> Result<Outcome, ItemsError> {
    let taken = ports.store.take_generation(id, ports.clock.now()).await?;
    let Some((generation, task)) = taken else {
        return Ok(Outcome::NotNow);
    };
    let ended = match task {
        GenerationTask::Content(task) => text::article(ports, generation, task).await,
        GenerationTask::Improvement(task) => text::improvement(ports, generation, task).await,
        GenerationTask::Image(task) => image::generate(ports, generation, task).await,
    }?;
    tracing::info!(target: "ai", %id, state = ?ended.state, calls = ended.calls.len(), "a generation ended");
    Ok(Outcome::Ended(ended.state))
}
