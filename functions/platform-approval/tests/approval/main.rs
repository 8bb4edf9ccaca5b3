//! Approval from the request to the client's answer, with the store in memory.
#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test may stop at the first surprise"
)]

mod agency;
mod answers;
mod app;
mod client_view;
mod foreign_pictures;
mod page_reads;
mod requests;
mod revisions;
mod site_change;
mod tokens;
