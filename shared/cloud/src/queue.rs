//! Work queues on SQS.

use async_trait::async_trait;
use aws_sdk_sqs::Client;
use ports::{QueueError, WorkMessage, WorkQueue};

use crate::connection::{Connection, error_chain};
use crate::environment::Environment;

/// The work queues; the kind of a message selects the queue.
#[derive(Debug, Clone)]
pub struct SqsQueues {
    client: Client,
    publication: Option<String>,
    notification: Option<String>,
    generation: Option<String>,
    search: Option<String>,
}

impl SqsQueues {
    /// The queues in `environment` (`PUBLICATION_QUEUE_URL`, `NOTIFICATION_QUEUE_URL`, `GENERATION_QUEUE_URL`,
    /// `SEARCH_QUEUE_URL`). Functions have only the keys of the queues that they use.
    pub fn new(connection: &Connection, environment: &Environment) -> Self {
        Self {
            client: Client::new(connection.sdk()),
            publication: environment.get("PUBLICATION_QUEUE_URL").map(str::to_owned),
            notification: environment.get("NOTIFICATION_QUEUE_URL").map(str::to_owned),
            generation: environment.get("GENERATION_QUEUE_URL").map(str::to_owned),
            search: environment.get("SEARCH_QUEUE_URL").map(str::to_owned),
        }
    }

    fn address(&self, message: &WorkMessage) -> Result<&str, QueueError> {
        let (address, key) = match message {
            WorkMessage::Publication { .. } => (&self.publication, "PUBLICATION_QUEUE_URL"),
            WorkMessage::Notification { .. } | WorkMessage::SiteMail { .. } => {
                (&self.notification, "NOTIFICATION_QUEUE_URL")
            }
            WorkMessage::Generation { .. } => (&self.generation, "GENERATION_QUEUE_URL"),
            WorkMessage::Search { .. } | WorkMessage::SearchRenewal { .. } => {
                (&self.search, "SEARCH_QUEUE_URL")
            }
        };
        address
            .as_deref()
            .ok_or_else(|| QueueError(format!("this function has no {key}")))
    }
}

#[async_trait]
impl WorkQueue for SqsQueues {
    async fn send(&self, message: &WorkMessage) -> Result<(), QueueError> {
        let address = self.address(message)?;
        let body = serde_json::to_string(message).map_err(|error| QueueError(error.to_string()))?;
        self.client
            .send_message()
            .queue_url(address)
            .message_body(body)
            .send()
            .await
            .map_err(|error| QueueError(error_chain(&error)))?;
        Ok(())
    }
}
