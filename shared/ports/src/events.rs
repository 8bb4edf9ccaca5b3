//! Domain events for subscribers outside of Pauta.

use async_trait::async_trait;
use jiff::Timestamp;
use serde::Serialize;

/// A domain event. It contains public data only: no secret, no e-mail address, no body text.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct DomainEvent {
    /// Name such as `post.published`, `approval.answered`, `publication.failed`.
    pub name: &'static str,
    /// When it happened.
    pub at: Timestamp,
    /// Payload of the event.
    pub detail: serde_json::Value,
}

/// The event was not published. Publishing is best effort: the change that the event reports stays
/// committed.
#[derive(Debug, thiserror::Error)]
#[error("the event bus did not accept the event: {0}")]
pub struct EventError(pub String);

/// Event bus.
#[async_trait]
pub trait Events: Send + Sync {
    /// Publishes `event`.
    async fn publish(&self, event: &DomainEvent) -> Result<(), EventError>;
}
