//! Files of media.

mod range;
pub mod read;
