//! The system clock.

use std::time::Duration;

use async_trait::async_trait;
use jiff::Timestamp;
use ports::{Clock, Sleeper};

/// The system clock.
#[derive(Debug, Clone, Copy, Default)]
pub struct SystemClock;

impl Clock for SystemClock {
    #[expect(
        clippy::disallowed_methods,
        reason = "this is the adapter that reads the clock"
    )]
    fn now(&self) -> Timestamp {
        Timestamp::now()
    }
}

#[async_trait]
impl Sleeper for SystemClock {
    async fn sleep(&self, pause: Duration) {
        tokio::time::sleep(pause).await;
    }
}
