//! The menu item that a change was derived from: the change keeps the part of its target that the request does not name.

use std::sync::atomic::{AtomicBool, Ordering};

use site_store::Content;

/// The record that a change was derived from.
pub struct Basis {
    seq: u64,
    is_outdated: AtomicBool,
}

impl Basis {
    /// The record as it was read.
    pub fn of(item: &Content) -> Self {
        Self {
            seq: item.seq,
            is_outdated: AtomicBool::new(false),
        }
    }

    /// Whether the record is still the one that was read. A guard of the write asks this.
    pub fn holds(&self, now: &Content) -> bool {
        let holds = self.seq == now.seq;
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
