//! The routes of generated texts and images over HTTP, with fakes of the providers and the store in memory.
#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test may stop at the first surprise"
)]

mod alt_text;
mod answering;
mod app;
mod canceling;
mod departing;
mod failures;
mod faq;
mod fixtures;
mod following;
mod image_quota;
mod image_requests;
mod requesting;
mod short_text_input;
mod time_out;
mod token_summary;
mod waiting;
mod wire;
