//! The routes of text checks, over HTTP in process.
#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test stops at the first surprise"
)]

mod app;
mod busy;
mod grammar;
mod scores;
