//! Limits of one computation: a number of steps, and cancellation.
//!
//! A computation over input of strangers counts its steps in a [`Budget`] and ends when it has made as many as it may, or when
//! nobody waits for it any more. Threads of a blocking pool cannot be stopped from outside, so the computation has to ask.

#![warn(missing_docs)]

use std::cell::Cell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Why a computation ends before its work is done.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Stopped {
    /// It has made as many steps as it may.
    #[error("the computation has used its steps")]
    Exhausted,
    /// Its caller is gone.
    #[error("the computation is cancelled")]
    Cancelled,
}

/// The steps that a computation may still make, and whether it is cancelled.
///
/// One thread spends from a budget. Cancellation comes from any thread.
#[derive(Debug)]
pub struct Budget {
    left: Cell<u64>,
    cancelled: Arc<AtomicBool>,
}

impl Budget {
    /// A budget of this many steps.
    pub fn of(steps: u64) -> Self {
        Self {
            left: Cell::new(steps),
            cancelled: Arc::default(),
        }
    }

    /// A budget that only cancellation ends.
    pub fn unlimited() -> Self {
        Self::of(u64::MAX)
    }

    /// Takes `steps` for the work that follows.
    ///
    /// # Errors
    /// [`Stopped`]; every later call fails in the same way, also for fewer steps.
    pub fn spend(&self, steps: u64) -> Result<(), Stopped> {
        if self.cancelled.load(Ordering::Relaxed) {
            return Err(Stopped::Cancelled);
        }
        match self.left.get().checked_sub(steps) {
            Some(left) => {
                self.left.set(left);
                Ok(())
            }
            None => {
                self.left.set(0);
                Err(Stopped::Exhausted)
            }
        }
    }

    /// Whether the work may go on.
    ///
    /// # Errors
    /// [`Stopped`], when a step can no longer be made.
    pub fn check(&self) -> Result<(), Stopped> {
        if self.cancelled.load(Ordering::Relaxed) {
            Err(Stopped::Cancelled)
        } else if self.left.get() == 0 {
            Err(Stopped::Exhausted)
        } else {
            Ok(())
        }
    }

    /// Steps that are left.
    pub fn left(&self) -> u64 {
        self.left.get()
    }

    /// A guard that cancels the computation when it is dropped.
    pub fn cancel_on_drop(&self) -> CancelOnDrop {
        CancelOnDrop(Arc::clone(&self.cancelled))
    }
}

/// Cancels the computation of a [`Budget`] when it is dropped.
#[derive(Debug)]
#[must_use = "dropping the guard cancels the computation"]
pub struct CancelOnDrop(Arc<AtomicBool>);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_spent_until_none_is_left() {
        let budget = Budget::of(10);
        assert_eq!(budget.spend(4), Ok(()));
        assert_eq!(budget.left(), 6);
        assert_eq!(budget.spend(6), Ok(()));
        assert_eq!(budget.check(), Err(Stopped::Exhausted));
        assert_eq!(budget.spend(1), Err(Stopped::Exhausted));
    }

    #[test]
    fn what_does_not_fit_ends_the_work_for_good() {
        let budget = Budget::of(10);
        assert_eq!(budget.spend(11), Err(Stopped::Exhausted));
        assert_eq!(budget.spend(1), Err(Stopped::Exhausted));
    }

    #[test]
    fn a_dropped_guard_cancels_from_another_thread() {
        let budget = Budget::unlimited();
        let guard = budget.cancel_on_drop();
        assert_eq!(budget.spend(u64::MAX / 2), Ok(()));
        std::thread::spawn(move || drop(guard)).join().unwrap();
        assert_eq!(budget.spend(1), Err(Stopped::Cancelled));
        assert_eq!(budget.check(), Err(Stopped::Cancelled));
    }
}
