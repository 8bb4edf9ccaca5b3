//! Long computations.

use heavy_work::{BUSY_RETRY_AFTER, Budget, Refused};

use crate::code::Code;
use crate::error::ApiError;

/// Runs a long computation on the blocking thread pool, within the limits of the process and of the caller
/// (docs/architecture.md#heavy-work).
///
/// # Errors
/// 503 with `Retry-After` when too many computations wait, 500 when the computation panics.
pub async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, ApiError> {
    blocking_within(u64::MAX, |_| work()).await
}

/// Like [`blocking`], with a budget of `steps` that `work` spends. The budget is cancelled when the client is gone.
///
/// # Errors
/// As of [`blocking`].
pub async fn blocking_within<T: Send + 'static>(
    steps: u64,
    work: impl FnOnce(&Budget) -> T + Send + 'static,
) -> Result<T, ApiError> {
    heavy_work::run(steps, work)
        .await
        .map_err(|refused| match refused {
            Refused::Busy => ApiError::new(Code::Unavailable)
                .retry_after(BUSY_RETRY_AFTER)
                .debug(refused),
            Refused::TooLong | Refused::Failed(_) => ApiError::internal(refused),
        })
}
