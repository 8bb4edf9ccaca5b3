//! Runs long computations on the blocking pool: a fixed number at a time, one at a time per caller, with bounded queues.
//!
//! A thread of the blocking pool cannot be stopped, and the pool has hundreds of them: without a limit a few requests take every
//! processor and all memory. A [`Limiter`] admits a fixed number of computations, lets each caller run one, and refuses what no
//! longer fits into its queues. When the future of [`Limiter::run`] is dropped, because the client closed the connection,
//! the computation is cancelled: it ends when it next asks its [`Budget`], and does not begin if it waited.

#![warn(missing_docs)]

pub mod caller;
mod limiter;
mod turns;

use std::sync::LazyLock;
use std::time::Duration;

pub use caller::CallerKey;
pub use limiter::{Bounds, Limiter, Refused};
pub use step_budget::{Budget, Stopped};

/// Bytes of a text that is shown at once: rendering it takes less time than waiting for a place is worth.
pub const SHORT_BYTES: usize = 32 * 1024;

/// Bytes of long texts that the answer to one request may have.
pub const MOST_BYTES: usize = 32 * 1024 * 1024;

/// Bytes of long texts of other requests beside which a request may add its own.
const OTHER_BYTES: usize = 24 * 1024 * 1024;

/// `Retry-After`, in seconds, for callers who are refused as [`Refused::Busy`].
pub const BUSY_RETRY_AFTER: u64 = 2;

/// Computations that wait for the limiter of the process, of all callers.
const WAITING: usize = 64;
/// Computations of one caller that wait; a screen of the panel asks for two at once.
const WAITING_OF_CALLER: usize = 4;
/// Longest time in a queue, below the time limit of a request in the cloud (29 seconds).
const PATIENCE: Duration = Duration::from_secs(15);

/// As many computations as the process has processors.
static PROCESS: LazyLock<Limiter> = LazyLock::new(|| {
    Limiter::new(Bounds {
        running: std::thread::available_parallelism().map_or(1, usize::from),
        waiting: WAITING,
        waiting_of_caller: WAITING_OF_CALLER,
        patience: PATIENCE,
    })
});

/// Bytes of a text that takes a second or so to render: of such texts, half as many are rendered at a time, so that others find a
/// place.
const VERY_LONG_BYTES: usize = 256 * 1024;

/// The very long texts that are rendered in place.
static VERY_LONG: LazyLock<Limiter> = LazyLock::new(|| {
    Limiter::new(Bounds {
        running: std::thread::available_parallelism().map_or(1, |processors| processors.get() / 2),
        waiting: WAITING / 2,
        waiting_of_caller: WAITING_OF_CALLER,
        patience: PATIENCE,
    })
});

/// Runs `work` in the limiter of the process for the caller of the current request, with a budget of `steps`.
///
/// `work` must not call `run` itself: it would wait for the place that it holds.
///
/// # Errors
/// [`Refused`].
pub async fn run<T: Send + 'static>(
    steps: u64,
    work: impl FnOnce(&Budget) -> T + Send + 'static,
) -> Result<T, Refused> {
    PROCESS.run(caller::current(), steps, work).await
}

/// Counts a text of `bytes` that was made for the answer to the current request. A short one does not count.
///
/// # Errors
/// [`Refused::TooLong`] when there are more than [`MOST_BYTES`]; [`Refused::Busy`] when the answers to other requests have too
/// many.
pub fn made(bytes: usize) -> Result<(), Refused> {
    if bytes <= SHORT_BYTES {
        return Ok(());
    }
    let (own, others) = caller::add(bytes);
    if own > MOST_BYTES {
        return Err(Refused::TooLong);
    }
    if others > OTHER_BYTES {
        return Err(Refused::Busy);
    }
    Ok(())
}

/// Runs `work`, which reads a text of `bytes`, in the limiter of the process for the caller of the current request, and a short
/// one at once. It may borrow from the request, and ends by itself: the client's departure ends the wait alone. Other tasks of
/// the thread go on on other threads.
///
/// `work` must not call [`run`]: it would wait for the place that it holds.
///
/// # Errors
/// [`Refused`].
pub async fn in_place<T>(bytes: usize, work: impl FnOnce() -> T) -> Result<T, Refused> {
    if bytes <= SHORT_BYTES {
        return Ok(work());
    }
    let caller = caller::current();
    let _place = if bytes > VERY_LONG_BYTES {
        Some(VERY_LONG.admitted(caller.clone()).await?)
    } else {
        None
    };
    PROCESS.run_in_place(caller, work).await
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use tokio::task::JoinSet;

    use super::*;

    async fn within<F: Future>(work: F) -> F::Output {
        caller::within(CallerKey::network("192.0.2.1"), work).await
    }

    // One test, for all answers of a process count together.
    #[tokio::test]
    async fn answers_have_so_many_bytes_of_long_texts() {
        let long = MOST_BYTES / 4;
        for _ in 0..2 {
            within(async {
                for _ in 0..4 {
                    made(long).unwrap();
                    made(SHORT_BYTES).unwrap();
                }
                assert!(matches!(made(SHORT_BYTES + 1), Err(Refused::TooLong)));
            })
            .await;
        }
        assert!(made(MOST_BYTES).is_ok());
        assert!(made(MOST_BYTES + 1).is_err());
        within(async {
            made(OTHER_BYTES).unwrap();
            within(async { made(SHORT_BYTES + 1).unwrap() }).await;
            made(SHORT_BYTES + 1).unwrap();
            within(async {
                assert!(matches!(made(SHORT_BYTES + 1), Err(Refused::Busy)));
            })
            .await;
        })
        .await;
        within(async { made(MOST_BYTES).unwrap() }).await;
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn very_long_texts_leave_a_place_to_others() {
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        let (begin, begun) = mpsc::channel();
        let mut held = JoinSet::new();
        let mut ends = Vec::new();
        for _ in 0..processors {
            let (end, ended) = mpsc::channel::<()>();
            let begin = begin.clone();
            held.spawn(in_place(VERY_LONG_BYTES + 1, move || {
                begin.send(()).unwrap();
                let _ = ended.recv();
            }));
            ends.push(end);
        }
        while begun.try_recv().is_err() {
            tokio::task::yield_now().await;
        }
        if processors > 1 {
            let long = tokio::spawn(in_place(VERY_LONG_BYTES, || 1));
            assert_eq!(long.await.unwrap().unwrap(), 1);
        }
        drop(ends);
        for done in held.join_all().await {
            done.unwrap();
        }
    }
}
