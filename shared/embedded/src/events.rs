//! Event bus that logs domain events.

use async_trait::async_trait;
use ports::{DomainEvent, EventError, Events};

/// Logs every event.
#[derive(Debug, Clone, Copy, Default)]
pub struct LogEvents;

#[async_trait]
impl Events for LogEvents {
    async fn publish(&self, event: &DomainEvent) -> Result<(), EventError> {
        tracing::info!(target: "events", name = event.name, detail = %event.detail, "domain event");
        Ok(())
    }
}
