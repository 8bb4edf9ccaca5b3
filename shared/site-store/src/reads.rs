//! Counters of the reads of a site's model, and the queue of its searches.

use std::sync::atomic::{AtomicU64, Ordering};

use tokio::sync::Semaphore;

/// Maximum number of searches of a process that wait for another one; the next is refused.
const MOST_SEARCHES: usize = 16;
/// How often a search lets other threads run between two of its parts while others wait for the model.
const MOST_YIELDS: usize = 1000;

/// Reads of a site's model.
#[derive(Debug)]
pub(crate) struct Reads {
    pub(crate) reads: AtomicU64,
    pub(crate) steps: AtomicU64,
    pub(crate) log_entries: AtomicU64,
    /// Number of threads that wait for the model.
    waiting: AtomicU64,
    /// Held by the search that runs: one at a time leaves the other processors to other requests.
    pub(crate) searching: Semaphore,
    /// Held by searches that run or wait.
    pub(crate) searches: Semaphore,
}

impl Default for Reads {
    fn default() -> Self {
        Self {
            reads: AtomicU64::new(0),
            steps: AtomicU64::new(0),
            log_entries: AtomicU64::new(0),
            waiting: AtomicU64::new(0),
            searching: Semaphore::new(1),
            searches: Semaphore::new(1 + MOST_SEARCHES),
        }
    }
}

impl Reads {
    /// Waits with `wait` for the model.
    pub(crate) fn waiting<T>(&self, wait: impl FnOnce() -> T) -> T {
        self.waiting.fetch_add(1, Ordering::SeqCst);
        let model = wait();
        self.waiting.fetch_sub(1, Ordering::SeqCst);
        model
    }

    /// Lets those go first who wait for the model; the lock itself prefers the thread that runs.
    pub(crate) fn give_way(&self) {
        for _ in 0..MOST_YIELDS {
            if self.waiting.load(Ordering::SeqCst) == 0 {
                return;
            }
            std::thread::yield_now();
        }
    }

    /// Counts an entry of the change log.
    pub(crate) fn count_log_entry(&self) {
        self.log_entries.fetch_add(1, Ordering::Relaxed);
    }
}
