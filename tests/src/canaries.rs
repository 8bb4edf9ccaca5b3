//! Looking for secrets where none may be: the secrets, what they look like, parts that fail on
//! purpose, and everything that an agency gave away or keeps.

mod evidence;
mod moods;
mod search;
mod secrets;
mod smtp;

pub use evidence::{Piece, of_agency};
pub use moods::Moods;
pub use search::{Found, Search};
pub use secrets::Secrets;
