//! Runs decoders and encoders on the blocking pool.

use std::sync::LazyLock;
use std::time::Duration;

use heavy_work::{Bounds, Budget, Limiter, Refused, caller};

use crate::PictureError;

/// Two images at a time, and large ones one at a time (`memory.rs`). A library of a site is filled with several uploads at
/// once, which wait for each other.
static WORKING: LazyLock<Limiter> = LazyLock::new(|| {
    Limiter::new(Bounds {
        running: 2,
        waiting: 64,
        waiting_of_caller: 16,
        patience: Duration::from_secs(25),
    })
});

/// Runs `work` on the blocking pool, after the other images of the caller. Its budget is cancelled when the caller no longer
/// waits. A panic in a decoder becomes
/// [`PictureError::Broken`], a full queue [`PictureError::Busy`].
pub(crate) async fn run<T: Send + 'static>(
    work: impl FnOnce(&Budget) -> Result<T, PictureError> + Send + 'static,
) -> Result<T, PictureError> {
    let done = WORKING.run(caller::current(), u64::MAX, work).await;
    done.unwrap_or_else(|refused| {
        Err(match refused {
            Refused::Busy => PictureError::Busy,
            Refused::TooLong | Refused::Failed(_) => PictureError::Broken,
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_panic_becomes_an_error() {
        for _ in 0..5 {
            let result = run::<()>(|_| panic!("inside a decoder")).await;
            assert_eq!(result, Err(PictureError::Broken));
        }
        assert_eq!(run(|_| Ok(1)).await, Ok(1));
    }
}
