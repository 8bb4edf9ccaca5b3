//! Settings over HTTP, with the store in memory.
#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test may stop at the first surprise"
)]

mod agency;
mod ai_defaults;
mod ai_models;
mod api_keys;
mod app;
mod key_test;
mod notifications;
mod search_provider;
mod test_message;
mod test_whatsapp;
