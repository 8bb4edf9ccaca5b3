//! The index: one record per address, made in portions.

pub mod jobs;
pub mod links;
pub mod reading_time;
pub mod record;
pub mod state;
