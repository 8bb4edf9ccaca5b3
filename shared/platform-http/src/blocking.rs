//! Long computations.

use crate::error::ApiError;

/// Runs a long computation on the blocking thread pool.
///
/// # Errors
/// 500 when the computation panics.
pub async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, ApiError> {
    tokio::task::spawn_blocking(work)
        .await
        .map_err(ApiError::internal)
}
