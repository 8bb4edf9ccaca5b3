//! Runs the work of decoders away from the threads that answer requests.

use tokio::sync::Semaphore;

use crate::PictureError;

/// Pictures worked on at once; one may take several hundred megabytes while it is.
static WORKING: Semaphore = Semaphore::const_new(2);

/// Runs `work` on the blocking pool. A panic inside a decoder means that the picture is broken.
pub(crate) async fn run<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, PictureError> + Send + 'static,
) -> Result<T, PictureError> {
    let permit = WORKING.acquire().await.map_err(|_| PictureError::Broken)?;
    tokio::task::spawn_blocking(move || {
        // Held to the end of the work, even when nobody waits for the result any more.
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
    async fn a_panic_is_an_error_of_the_picture() {
        for _ in 0..5 {
            let result = run::<()>(|| panic!("inside a decoder")).await;
            assert_eq!(result, Err(PictureError::Broken));
        }
        assert_eq!(run(|| Ok(1)).await, Ok(1));
    }
}
