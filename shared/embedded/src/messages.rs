//! Transport of messages in memory.

use std::sync::Mutex;

use async_trait::async_trait;
use ports::{ClientMessage, MessageSendError, Messages};

/// Stores every message.
#[derive(Default)]
pub struct MemoryMessages(Mutex<Vec<ClientMessage>>);

impl MemoryMessages {
    /// All messages, oldest first.
    pub fn sent(&self) -> Vec<ClientMessage> {
        self.lock().clone()
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Vec<ClientMessage>> {
        self.0
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

#[async_trait]
impl Messages for MemoryMessages {
    async fn send(&self, message: &ClientMessage) -> Result<String, MessageSendError> {
        let mut sent = self.lock();
        sent.push(message.clone());
        Ok(format!("message-{}", sent.len()))
    }
}
