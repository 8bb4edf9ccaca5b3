//! Posts over the interface, against the embedded store.
#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test may stop at the first surprise"
)]

mod app;
mod approved_changes;
mod autosave;
mod canaries;
mod client_notice;
mod concurrency;
mod concurrent_edits;
mod deletion;
mod description;
mod history;
mod input;
mod lists;
mod moved_host;
mod prefer_wait;
mod publication;
mod publication_outcomes;
mod publication_requests;
mod queue;
mod reports;
mod retries;
mod scope;
mod states;
mod summary;
mod versions;
mod worker_results;
