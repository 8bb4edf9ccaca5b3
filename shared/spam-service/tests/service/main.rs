//! The client against a service over HTTP on loopback.
#![expect(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod checks;
mod failures;
mod keys;
mod setup;
