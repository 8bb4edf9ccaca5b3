//! Trying again.

use std::time::Duration;

use host_client::{HostError, ReadFailure};

/// How often and how long a host is waited for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Patience {
    /// Tries in all.
    pub tries: u32,
    /// The wait before the second try, unless the host names one; it doubles with each further try.
    pub first_wait: Duration,
    /// The longest wait that a host may ask for.
    pub longest_wait: Duration,
}

impl Default for Patience {
    fn default() -> Self {
        Self {
            tries: 5,
            first_wait: Duration::from_millis(500),
            longest_wait: Duration::from_secs(300),
        }
    }
}

impl Patience {
    /// Reads until it succeeds, fails for good, or patience ends.
    pub(crate) async fn read<T, F>(&self, mut read: impl FnMut() -> F) -> Result<T, HostError>
    where
        F: Future<Output = Result<T, ReadFailure>>,
    {
        let mut wait = self.first_wait;
        let mut tried = 0;
        loop {
            tried += 1;
            let failure = match read().await {
                Ok(value) => return Ok(value),
                Err(failure) => failure,
            };
            let most = match failure.cause {
                // What cannot be read once rarely can be later.
                HostError::BadPayload { .. } => 2,
                _ => self.tries,
            };
            let asked = failure.retry_after.unwrap_or(wait);
            if tried >= most || !failure.cause.retryable() || asked > self.longest_wait {
                return Err(failure.cause);
            }
            tokio::time::sleep(asked).await;
            wait *= 2;
        }
    }
}
