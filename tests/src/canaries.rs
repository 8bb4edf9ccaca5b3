//! Detects leaked secrets: the secrets, the forms in which they can appear, adapters that fail on purpose, and
//! everything that the test application sent or stored.

mod evidence;
mod failures;
mod search;
mod secrets;
mod smtp;

pub use evidence::{Piece, StoredRecord, of_app, of_table, records_of};
pub use failures::FailureSwitches;
pub use search::{Found, Search};
pub use secrets::Secrets;
