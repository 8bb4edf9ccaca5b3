//! Forms and submissions on the embedded DynamoDB engine.
#![expect(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod appending;
mod checking;
mod correcting;
mod erasing;
mod limiting;
mod listing;
mod settling;
mod support;
mod templates;
