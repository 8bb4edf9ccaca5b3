//! Mails and private files on the embedded DynamoDB engine.
#![expect(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod sending;
mod staging;
mod support;
mod waiting;
