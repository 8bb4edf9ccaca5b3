//! Meta of single posts, terms and users, and the search over meta keys.

pub mod fields;
pub mod kinds;
pub mod search;
pub mod write;
