//! Load generation for measurements: a site of any size from a seed, and concurrent requests to it.

pub mod floor;
pub mod load;
pub mod populate;
pub mod prose;
pub mod questions;
