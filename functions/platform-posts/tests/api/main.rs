//! Posts over the interface, against the embedded store.
#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test may stop at the first surprise"
)]

mod aftermath;
mod app;
mod approved_changes;
mod canaries;
mod client_notice;
mod concurrency;
mod deletion;
mod description;
mod input;
mod interleaving;
mod lists;
mod moved;
mod publication;
mod requests;
mod scope;
mod versions;
mod waiting;
mod worker;
