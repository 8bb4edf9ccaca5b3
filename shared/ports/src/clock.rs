//! The time.

use std::time::Duration;

use async_trait::async_trait;
use jiff::Timestamp;

/// Tells the time. Only adapters read the system's clock.
pub trait Clock: Send + Sync {
    /// The present instant.
    fn now(&self) -> Timestamp;

    /// The present instant in whole seconds, the precision that is stored and shown.
    fn now_seconds(&self) -> Timestamp {
        let now = self.now();
        Timestamp::from_second(now.as_second()).unwrap_or(now)
    }
}

/// Lets time pass between two tries of the same thing. A test's adapter moves its clock instead of
/// waiting.
#[async_trait]
pub trait Sleeper: Send + Sync {
    /// Returns after `pause`.
    async fn sleep(&self, pause: Duration);
}
