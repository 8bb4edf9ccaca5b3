//! What all due tasks share: their lease and their outcome.

use jiff::SignedDuration;

/// Time after which another worker may take a task over.
pub(crate) const LEASE: SignedDuration = SignedDuration::from_mins(5);

/// Outcome of a task.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Performed {
    /// It is done, or no longer needed.
    Done,
    /// The service failed; the task is due again later.
    Later,
    /// Another worker has it.
    Taken,
}
