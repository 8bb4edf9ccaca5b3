//! What search engines are told after a publication, and what the post's events tell about it.
#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test may stop at the first surprise"
)]

mod app;
mod faults;
mod messages;
mod renewals;
mod tasks;
