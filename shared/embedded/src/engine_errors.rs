//! Errors of the engine that mean the disk, told by their messages.

use dynoxide::DynoxideError;

/// SQLite's message for SQLITE_FULL. The engine passes on the message, not the code.
const SQLITE_FULL: &str = "database or disk is full";

/// Whether an operation found the disk full.
pub(crate) fn is_full(error: &DynoxideError) -> bool {
    error.to_string().contains(SQLITE_FULL)
}

/// Begins the error of an operation on a folder that is not there.
pub(crate) const LOST: &str = "nothing was stored";

/// Whether an operation found another folder or file than the one that was opened.
pub(crate) fn is_lost(error: &DynoxideError) -> bool {
    error.to_string().contains(LOST)
}

/// The error of a write for which there is no room.
pub(crate) fn no_room() -> DynoxideError {
    DynoxideError::InternalServerError(SQLITE_FULL.to_owned())
}
