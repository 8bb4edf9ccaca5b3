//! Domain events that integrators may subscribe to.

use async_trait::async_trait;
use jiff::Timestamp;
use serde::Serialize;

/// Something that happened, in public words: no secret, no e-mail, no body text.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct DomainEvent {
    /// Name such as `post.published`, `approval.answered`, `publication.failed`.
    pub name: &'static str,
    /// When it happened.
    pub at: Timestamp,
    /// Its facts.
    pub detail: serde_json::Value,
}

/// Why an event was not published; events are best effort and never undo what they tell of.
#[derive(Debug, thiserror::Error)]
#[error("the event bus did not accept the event: {0}")]
pub struct EventError(pub String);

/// Publishes domain events.
#[async_trait]
pub trait Events: Send + Sync {
    /// Publishes `event`.
    async fn publish(&self, event: &DomainEvent) -> Result<(), EventError>;
}
