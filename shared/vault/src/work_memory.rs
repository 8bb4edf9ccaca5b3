//! Work memory of Argon2: a fixed number of shared buffers, and a bounded queue.
//!
//! An allocation per computation lets the process grow without bound: the allocator keeps a free buffer in
//! the arena of every thread that ever computed a hash, and returns none to the system. Here a buffer is
//! allocated only when none is free, zeroed after use, and kept for the next computation.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use argon2::Block;
use heavy_work::{Bounds, Limiter, Refused};
use zeroize::Zeroize;

use crate::password_error::PasswordError;

/// Longest time in the queue, which is less than a second of work.
const PATIENCE: Duration = Duration::from_secs(15);

/// Buffers of one size, and the computations that use them or wait for one.
pub(crate) struct WorkMemory {
    /// Size of a buffer in blocks of 1 KiB.
    blocks: usize,
    /// Runs as many computations as there are buffers. Who signs in is not known yet, so that there is no limit per
    /// caller; attempts are throttled elsewhere.
    limiter: Limiter,
    free: Mutex<Vec<Vec<Block>>>,
}

impl WorkMemory {
    /// At most `buffers` buffers of `blocks` KiB each, and at most `waiting` queued computations in
    /// addition to the running ones.
    pub(crate) fn new(blocks: usize, buffers: usize, waiting: usize) -> Self {
        Self {
            blocks,
            limiter: Limiter::new(Bounds {
                running: buffers,
                waiting,
                waiting_of_caller: 0,
                patience: PATIENCE,
            }),
            free: Mutex::new(Vec::new()),
        }
    }

    /// Runs `work` with a buffer on the blocking pool. A computation that has started runs to its end, even
    /// when the caller is cancelled.
    ///
    /// # Errors
    /// [`PasswordError::Busy`] when the queue is full; the error of `work`;
    /// [`PasswordError::Computation`] when the process ends.
    pub(crate) async fn run<T: Send + 'static>(
        &'static self,
        work: impl FnOnce(&mut [Block]) -> Result<T, PasswordError> + Send + 'static,
    ) -> Result<T, PasswordError> {
        let done = self
            .limiter
            .run(None, u64::MAX, move |_| {
                let mut buffer = Buffer::of(self);
                work(&mut buffer.blocks)
            })
            .await;
        done.unwrap_or_else(|refused| {
            Err(match refused {
                Refused::Busy => PasswordError::Busy,
                Refused::TooLong | Refused::Failed(_) => PasswordError::Computation,
            })
        })
    }

    fn free(&self) -> std::sync::MutexGuard<'_, Vec<Vec<Block>>> {
        self.free.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A buffer in use. Dropping it zeroes and returns it.
struct Buffer {
    blocks: Vec<Block>,
    home: &'static WorkMemory,
}

impl Buffer {
    fn of(home: &'static WorkMemory) -> Self {
        let free = home.free().pop();
        Self {
            blocks: free.unwrap_or_else(|| vec![Block::new(); home.blocks]),
            home,
        }
    }
}

impl Drop for Buffer {
    fn drop(&mut self) {
        // The blocks are derived from a password and would help guessing it.
        self.blocks.iter_mut().zeroize();
        self.home.free().push(std::mem::take(&mut self.blocks));
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use tokio::task::JoinSet;

    use super::*;

    const BUFFERS: usize = 2;
    const WAITING: usize = 3;

    fn memory() -> &'static WorkMemory {
        Box::leak(Box::new(WorkMemory::new(8, BUFFERS, WAITING)))
    }

    /// A computation that runs until the test ends it.
    async fn held(
        memory: &'static WorkMemory,
        end: mpsc::Receiver<()>,
    ) -> Result<(), PasswordError> {
        let work = move |_: &mut [Block]| end.recv().map_err(|_| PasswordError::Computation);
        memory.run(work).await
    }

    /// Occupies every permit; each sender ends one computation.
    async fn full(
        memory: &'static WorkMemory,
    ) -> (JoinSet<Result<(), PasswordError>>, Vec<mpsc::Sender<()>>) {
        let mut running = JoinSet::new();
        let mut ends = Vec::new();
        for _ in 0..BUFFERS + WAITING {
            let (end, ended) = mpsc::channel();
            ends.push(end);
            running.spawn(held(memory, ended));
        }
        while memory.limiter.free() > 0 {
            tokio::task::yield_now().await;
        }
        (running, ends)
    }

    #[tokio::test]
    async fn a_full_queue_rejects_computations_until_a_permit_is_free() {
        let memory = memory();
        let (mut running, ends) = full(memory).await;
        assert_eq!(memory.run(|_| Ok(())).await, Err(PasswordError::Busy));
        assert_eq!(memory.run(|_| Ok(())).await, Err(PasswordError::Busy));
        for end in &ends {
            end.send(()).unwrap();
        }
        while let Some(done) = running.join_next().await {
            assert_eq!(done.unwrap(), Ok(()));
        }
        assert_eq!(memory.run(|_| Ok(())).await, Ok(()));
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 4)]
    async fn buffers_never_outnumber_permits() {
        let memory = memory();
        for _ in 0..20 {
            let (running, ends) = full(memory).await;
            for end in &ends {
                end.send(()).unwrap();
            }
            assert!(running.join_all().await.iter().all(Result::is_ok));
            // Every allocated buffer has been returned.
            assert!((1..=BUFFERS).contains(&memory.free().len()));
        }
    }

    #[tokio::test]
    async fn buffers_are_reused_and_zeroed() {
        let memory = memory();
        for round in 0..3 {
            let work = |buffer: &mut [Block]| {
                assert_eq!(buffer.len(), 8);
                let is_clean = buffer.iter().all(|block| block.as_ref() == [0; 128]);
                for block in buffer {
                    block.as_mut().fill(0x5EC2);
                }
                Ok(is_clean)
            };
            assert_eq!(memory.run(work).await, Ok(true), "{round}");
            assert_eq!(memory.free().len(), 1, "{round}");
        }
        let failing = |buffer: &mut [Block]| {
            buffer.iter_mut().for_each(|block| block.as_mut().fill(1));
            Err::<(), _>(PasswordError::Stored)
        };
        assert_eq!(memory.run(failing).await, Err(PasswordError::Stored));
        assert!(
            memory.free()[0]
                .iter()
                .all(|block| block.as_ref() == [0; 128])
        );
    }

    #[tokio::test]
    async fn a_cancelled_caller_releases_its_permit_and_the_computation_its_buffer() {
        let memory = memory();
        let (mut running, ends) = full(memory).await;
        running.abort_all();
        while running.join_next().await.is_some() {}
        // Those that wait are gone; those that run hold their buffers to their end.
        assert!(memory.limiter.free() >= WAITING);
        for end in ends {
            // The receivers of computations that never ran are dropped.
            let _ = end.send(());
        }
        assert_eq!(memory.run(|_| Ok(())).await, Ok(()));
        while memory.limiter.free() < BUFFERS + WAITING {
            tokio::task::yield_now().await;
        }
        assert!(memory.free().len() <= BUFFERS);
    }
}
