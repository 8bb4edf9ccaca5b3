//! The routes of users and sessions over the embedded store, one module per subject.
#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test may stop at the first surprise"
)]

mod app;
mod authenticator;
mod browser_sessions;
mod devices;
mod limits;
mod passwords;
mod platform;
mod removal;
mod secrets;
mod sessions;
mod sign_in;
mod users;
