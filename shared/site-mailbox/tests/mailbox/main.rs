//! Mailboxes against the fakes of their providers, over the embedded store.
#![expect(
    clippy::unwrap_used,
    reason = "a test may panic on an unexpected result"
)]

mod app;
mod renewing;
mod secrets;
mod sending;
