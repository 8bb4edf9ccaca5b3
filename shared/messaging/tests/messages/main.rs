//! Messages through each provider, which is served on loopback.
#![expect(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod channel;
mod failures;
mod pictures;
mod repetition;
mod sending;
mod setup;
mod transport;
