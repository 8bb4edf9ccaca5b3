//! The routes of the central log over HTTP, with the store in memory.
#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test may stop at the first surprise"
)]

mod app;
mod clearing;
mod listing;
mod status;
