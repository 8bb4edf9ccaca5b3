//! Domain events on EventBridge.

use std::sync::Arc;

use async_trait::async_trait;
use aws_sdk_eventbridge::Client;
use aws_sdk_eventbridge::types::PutEventsRequestEntry;
use aws_smithy_types::DateTime;
use ports::{DomainEvent, EventError, Events};

use crate::connection::{Connection, error_chain};

/// Source of the events, for subscribers' rules.
const SOURCE: &str = "pauta";

/// An EventBridge event bus.
#[derive(Debug, Clone)]
pub struct BusEvents {
    client: Client,
    bus: Arc<str>,
}

impl BusEvents {
    /// The event bus `bus`.
    pub fn new(connection: &Connection, bus: &str) -> Self {
        Self {
            client: Client::new(connection.sdk()),
            bus: bus.into(),
        }
    }
}

#[async_trait]
impl Events for BusEvents {
    async fn publish(&self, event: &DomainEvent) -> Result<(), EventError> {
        let detail =
            serde_json::to_string(&event.detail).map_err(|error| EventError(error.to_string()))?;
        let entry = PutEventsRequestEntry::builder()
            .event_bus_name(&*self.bus)
            .source(SOURCE)
            .detail_type(event.name)
            .time(DateTime::from_secs(event.at.as_second()))
            .detail(detail)
            .build();
        let answer = self
            .client
            .put_events()
            .entries(entry)
            .send()
            .await
            .map_err(|error| EventError(error_chain(&error)))?;
        // A rejected entry is reported in a successful response.
        if answer.failed_entry_count() == 0 {
            return Ok(());
        }
        let refused = answer.entries().first();
        Err(EventError(format!(
            "{}: {}",
            refused
                .and_then(|entry| entry.error_code())
                .unwrap_or("refused"),
            refused
                .and_then(|entry| entry.error_message())
                .unwrap_or("no reason given"),
        )))
    }
}
