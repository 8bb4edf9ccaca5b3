//! Retries of reads with exponential backoff.

use std::time::Duration;

use host_client::{HostError, ReadFailure};

/// Retry policy.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Backoff {
    /// Maximum number of attempts.
    pub attempts: u32,
    /// Delay before the second attempt, unless the host sends `Retry-After`; doubles with each further
    /// attempt.
    pub initial_delay: Duration,
    /// Maximum delay accepted from the host; a longer one ends the retries.
    pub max_delay: Duration,
}

impl Default for Backoff {
    fn default() -> Self {
        Self {
            attempts: 5,
            initial_delay: Duration::from_millis(500),
            max_delay: Duration::from_secs(300),
        }
    }
}

impl Backoff {
    /// Runs `read` until it succeeds, fails with an error that is not retryable, or the attempts are
    /// used up.
    pub(crate) async fn read<T, F>(&self, mut read: impl FnMut() -> F) -> Result<T, HostError>
    where
        F: Future<Output = Result<T, ReadFailure>>,
    {
        let mut wait = self.initial_delay;
        let mut tried = 0;
        loop {
            tried += 1;
            let failure = match read().await {
                Ok(value) => return Ok(value),
                Err(failure) => failure,
            };
            let most = match failure.cause {
                // An unreadable response rarely becomes readable; one retry covers a truncated one.
                HostError::BadPayload { .. } => 2,
                _ => self.attempts,
            };
            let asked = failure.retry_after.unwrap_or(wait);
            if tried >= most || !failure.cause.retryable() || asked > self.max_delay {
                return Err(failure.cause);
            }
            tokio::time::sleep(asked).await;
            wait *= 2;
        }
    }
}
