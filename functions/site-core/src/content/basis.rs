//! The record that a change was derived from, for changes that keep what the request does not name inside one stored value.

use std::sync::atomic::{AtomicBool, Ordering};

use site_store::Content;

/// Most times that a change is derived again because the record was written meanwhile.
pub const ATTEMPTS: usize = 10;

/// The record that a change was derived from.
pub struct Basis {
    seq: Option<u64>,
    is_outdated: AtomicBool,
}

impl Basis {
    /// The record as it was read; `None` when there was none yet.
    pub fn of(item: Option<&Content>) -> Self {
        Self {
            seq: item.map(|item| item.seq),
            is_outdated: AtomicBool::new(false),
        }
    }

    /// Whether the record is still the one that was read. A guard of the write asks this.
    pub fn holds(&self, now: &Content) -> bool {
        let holds = self.seq == Some(now.seq);
        if !holds {
            self.is_outdated.store(true, Ordering::Relaxed);
        }
        holds
    }

    /// Whether the write was refused because of another one, so that the change must be derived again.
    pub fn is_outdated(&self) -> bool {
        self.is_outdated.load(Ordering::Relaxed)
    }
}
