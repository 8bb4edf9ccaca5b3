//! Work queues in memory. Messages are lost with the process; the publishing tick finds their work, which
//! is stored.

use std::collections::VecDeque;
use std::sync::Mutex;

use async_trait::async_trait;
use ports::{QueueError, WorkMessage, WorkQueue};
use tokio::sync::Notify;

/// A work queue in memory.
#[derive(Debug, Default)]
pub struct MemoryQueue {
    waiting: Mutex<VecDeque<WorkMessage>>,
    arrived: Notify,
}

impl MemoryQueue {
    /// Removes the next message, waiting until there is one.
    pub async fn next(&self) -> WorkMessage {
        loop {
            let arrived = self.arrived.notified();
            if let Some(message) = self.try_next() {
                return message;
            }
            arrived.await;
        }
    }

    /// Removes the next message, if there is one.
    pub fn try_next(&self) -> Option<WorkMessage> {
        self.waiting
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner)
            .pop_front()
    }
}

#[async_trait]
impl WorkQueue for MemoryQueue {
    async fn send(&self, message: &WorkMessage) -> Result<(), QueueError> {
        self.waiting
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner)
            .push_back(message.clone());
        self.arrived.notify_one();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    #[tokio::test]
    async fn a_waiting_receiver_gets_new_messages() {
        let queue = Arc::new(MemoryQueue::default());
        let reader = tokio::spawn({
            let queue = queue.clone();
            async move { queue.next().await }
        });
        let message = WorkMessage::Notification {
            notification_id: "n1".into(),
        };
        queue.send(&message).await.unwrap();
        assert_eq!(reader.await.unwrap(), message);
    }
}
