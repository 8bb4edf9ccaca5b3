//! Current time and delays.

use std::time::Duration;

use async_trait::async_trait;
use jiff::Timestamp;

/// Source of the current time. Only adapters read the system clock.
pub trait Clock: Send + Sync {
    /// The current instant.
    fn now(&self) -> Timestamp;

    /// The current instant in whole seconds, the precision that is stored and returned by the APIs.
    fn now_seconds(&self) -> Timestamp {
        let now = self.now();
        Timestamp::from_second(now.as_second()).unwrap_or(now)
    }
}

/// Delays between retries. The adapter for tests advances its clock instead of waiting.
#[async_trait]
pub trait Sleeper: Send + Sync {
    /// Waits for `pause`.
    async fn sleep(&self, pause: Duration);
}
