//! Routes of the search console.
#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test may stop at the first surprise"
)]

mod app;
mod callback;
mod connecting;
mod performance;
mod reindexing;
mod sitemaps;
