//! The system clock, and a manual clock for tests.

use std::sync::Mutex;
use std::time::Duration;

use async_trait::async_trait;
use jiff::{SignedDuration, Timestamp};
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

/// A clock that only changes when it is set or advanced.
#[derive(Debug)]
pub struct SettableClock(Mutex<Timestamp>);

impl SettableClock {
    /// A clock at `now`.
    pub const fn at(now: Timestamp) -> Self {
        Self(Mutex::new(now))
    }

    /// Advances the clock (or moves it back, with a negative duration).
    pub fn advance(&self, by: SignedDuration) {
        *self
            .0
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner) += by;
    }

    /// Sets the clock.
    pub fn set(&self, now: Timestamp) {
        *self
            .0
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner) = now;
    }
}

impl Clock for SettableClock {
    fn now(&self) -> Timestamp {
        *self
            .0
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

/// Advances the clock instead of waiting.
#[async_trait]
impl Sleeper for SettableClock {
    async fn sleep(&self, pause: Duration) {
        self.advance(SignedDuration::try_from(pause).unwrap_or(SignedDuration::MAX));
    }
}
