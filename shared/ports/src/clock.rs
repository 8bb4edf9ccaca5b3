//! The time.

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
