//! Work for later: messages that only say what to look at. The work itself is an item in the store,
//! so a lost message costs time and a second one changes nothing.

use async_trait::async_trait;
use domain::id::JobId;
use serde::{Deserialize, Serialize};

/// A message of a work queue.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum WorkMessage {
    /// Look at this publication job.
    Publication {
        /// The job.
        job_id: JobId,
    },
    /// Look at this notification.
    Notification {
        /// The notification's identifier.
        notification_id: String,
    },
}

/// Why a message was not accepted; the publishing tick finds the unsent work.
#[derive(Debug, thiserror::Error)]
#[error("the work queue did not accept the message: {0}")]
pub struct QueueError(pub String);

/// Sends work messages. Delivery is at least once, in any order.
#[async_trait]
pub trait WorkQueue: Send + Sync {
    /// Sends `message`, to be delivered at once. What must wait is found by the publishing tick.
    async fn send(&self, message: &WorkMessage) -> Result<(), QueueError>;
}
