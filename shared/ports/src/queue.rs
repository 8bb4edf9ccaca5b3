//! Work queues. A message only refers to work that is stored as an item, so a lost message delays the work
//! and a repeated one has no effect.

use std::collections::HashMap;

use async_trait::async_trait;
use domain::platform::id::{GenerationId, JobId, PostId, SiteId};
use serde::{Deserialize, Serialize};

/// How often a message is delivered before it is moved to the dead-letter queue.
pub const MAX_DELIVERIES: u32 = 5;

/// Whether a failure now moves the message to the dead-letter queue, by the attributes that SQS delivers with it.
pub fn is_last_delivery(attributes: &HashMap<String, String>) -> bool {
    attributes
        .get("ApproximateReceiveCount")
        .and_then(|count| count.parse::<u32>().ok())
        .is_some_and(|count| count >= MAX_DELIVERIES)
}

/// Message of a work queue.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum WorkMessage {
    /// Process this publication job.
    Publication {
        /// Id of the job.
        job_id: JobId,
    },
    /// Process this notification.
    Notification {
        /// The notification's identifier.
        notification_id: String,
    },
    /// Send this mail of a content site.
    SiteMail {
        /// Name of the site.
        tenant: String,
        /// The mail's identifier.
        mail_id: String,
    },
    /// Process this generation.
    Generation {
        /// Id of the generation.
        generation_id: GenerationId,
    },
    /// Tell search engines about this publication of a post.
    Search {
        /// Id of the post.
        post_id: PostId,
        /// Id of the job that published it.
        job_id: JobId,
    },
    /// Renew the access token of a site's connection to the search console.
    SearchRenewal {
        /// Id of the site.
        site_id: SiteId,
    },
}

/// The message was not enqueued; the publishing tick finds the stored work.
#[derive(Debug, thiserror::Error)]
#[error("the work queue did not accept the message: {0}")]
pub struct QueueError(pub String);

/// Sender of work messages. Delivery is at least once, in any order.
#[async_trait]
pub trait WorkQueue: Send + Sync {
    /// Sends `message` for immediate delivery. The publishing tick finds work that is due later.
    async fn send(&self, message: &WorkMessage) -> Result<(), QueueError>;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fifth_delivery_is_the_last() {
        let delivered = |count: &str| {
            is_last_delivery(&HashMap::from([(
                "ApproximateReceiveCount".to_owned(),
                count.to_owned(),
            )]))
        };
        assert!(!delivered("4"));
        assert!(delivered("5"));
        assert!(delivered("6"));
        assert!(!delivered("many"));
        assert!(!is_last_delivery(&HashMap::new()));
    }
}
