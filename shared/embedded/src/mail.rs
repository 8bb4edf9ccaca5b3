//! Mail transport in memory.

use std::sync::Mutex;

use async_trait::async_trait;
use ports::{Mail, MailError, MailMessage};

/// Stores every message.
#[derive(Default)]
pub struct MemoryMail(Mutex<Vec<MailMessage>>);

impl MemoryMail {
    /// All messages, oldest first.
    pub fn sent(&self) -> Vec<MailMessage> {
        self.lock().clone()
    }

    /// Removes and returns the messages sent since the last call.
    pub fn take(&self) -> Vec<MailMessage> {
        std::mem::take(&mut *self.lock())
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Vec<MailMessage>> {
        self.0
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

#[async_trait]
impl Mail for MemoryMail {
    fn configured(&self) -> bool {
        true
    }

    async fn send(&self, message: &MailMessage) -> Result<(), MailError> {
        self.lock().push(message.clone());
        Ok(())
    }
}
