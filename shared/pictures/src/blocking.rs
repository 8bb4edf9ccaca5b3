//! Runs decoders and encoders on the blocking pool.

use tokio::sync::Semaphore;

use crate::PictureError;

/// Concurrently processed images; each may take several hundred megabytes of memory.
static WORKING: Semaphore = Semaphore::const_new(2);

/// Runs `work` on the blocking pool. A panic in a decoder becomes [`PictureError::Broken`].
pub(crate) async fn run<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, PictureError> + Send + 'static,
) -> Result<T, PictureError> {
    let permit = WORKING.acquire().await.map_err(|_| PictureError::Broken)?;
    tokio::task::spawn_blocking(move || {
        // Held until the work ends, even when the caller is cancelled.
        let _permit = permit;
        work()
    })
    .await
    .map_err(|_| PictureError::Broken)?
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_panic_becomes_an_error() {
        for _ in 0..5 {
            let result = run::<()>(|| panic!("inside a decoder")).await;
            assert_eq!(result, Err(PictureError::Broken));
        }
        assert_eq!(run(|| Ok(1)).await, Ok(1));
    }
}
