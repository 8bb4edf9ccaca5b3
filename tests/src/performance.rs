//! Measuring the content site: a site of any size from a seed, and the load that is put on it.

pub mod floor;
pub mod load;
pub mod populate;
pub mod prose;
pub mod questions;
