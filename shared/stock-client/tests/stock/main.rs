//! Requests to both providers, which are served on loopback.
#![expect(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod failures;
mod files;
mod photos;
mod provider;
