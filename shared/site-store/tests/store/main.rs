//! The store of the content site over the embedded engine.
#![expect(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test may stop at the first surprise"
)]

mod content;
mod dates;
mod kinds;
mod listing;
mod media;
mod people;
mod previous_form;
mod revisions;
mod snapshots;
mod terms;
mod world;
mod writers;
