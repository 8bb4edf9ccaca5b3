//! Takes deleted data out of the change log and of the snapshots (docs/decisions/0034-erasure.md).
//!
//! The transaction of a deletion enters a task that is due within about an hour, the same one for all deletions of an hour. The
//! scheduled tick then passes over the log, from the newest entry to the oldest, and replaces entries by those that remain of
//! them ([`redaction`]). Afterwards it makes the snapshot anew.

mod pass;
pub(crate) mod redaction;
mod state;
mod tasks;

pub use tasks::{Erasure, ErasureTask};
