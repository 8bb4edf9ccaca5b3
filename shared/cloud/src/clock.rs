//! The system's clock.

use jiff::Timestamp;
use ports::Clock;

/// The system's clock.
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
