//! The content site on the web: which site a host is, at which address everything of it lies, what an
//! address leads to, and how often somebody may be wrong about a password.
//!
//! Shared by the function of the REST interface and that of the public pages, so that every `link` of
//! an answer opens. It never renders and never answers.

pub mod address;
pub mod at;
mod front;
mod relations;
pub mod throttle;

pub use front::{Front, Hosts, OTHER_DISCOVERY, OTHER_PREFIX, Options, authority};
pub use relations::{RELATIONS, RELATIONS_PATH};
