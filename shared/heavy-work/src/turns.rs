//! One computation at a time per caller, and a bounded number that wait for their turn.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::Semaphore;

use crate::caller::CallerKey;

/// The computations of one caller.
struct Queue {
    /// Those that run or wait.
    members: usize,
    /// The permit of the one that runs.
    turn: Arc<Semaphore>,
}

/// The callers that have computations.
pub(crate) struct Turns {
    queues: Mutex<BTreeMap<CallerKey, Queue>>,
}

impl Turns {
    pub(crate) const fn new() -> Self {
        Self {
            queues: Mutex::new(BTreeMap::new()),
        }
    }

    fn queues(&self) -> MutexGuard<'_, BTreeMap<CallerKey, Queue>> {
        self.queues.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A place in the queue of `caller` with at most `most` members; `None` when it is full.
    pub(crate) fn place(self: &Arc<Self>, caller: CallerKey, most: usize) -> Option<Place> {
        let mut queues = self.queues();
        let queue = queues.entry(caller.clone()).or_insert_with(|| Queue {
            members: 0,
            turn: Arc::new(Semaphore::new(1)),
        });
        if queue.members >= most {
            return None;
        }
        queue.members += 1;
        Some(Place {
            turn: Arc::clone(&queue.turn),
            caller,
            turns: Arc::clone(self),
        })
    }

    /// Callers with computations.
    #[cfg(test)]
    pub(crate) fn callers(&self) -> usize {
        self.queues().len()
    }
}

/// A place in the queue of a caller, left when it is dropped.
pub(crate) struct Place {
    pub(crate) turn: Arc<Semaphore>,
    caller: CallerKey,
    turns: Arc<Turns>,
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut queues = self.turns.queues();
        if let Some(queue) = queues.get_mut(&self.caller) {
            queue.members -= 1;
            if queue.members == 0 {
                queues.remove(&self.caller);
            }
        }
    }
}
