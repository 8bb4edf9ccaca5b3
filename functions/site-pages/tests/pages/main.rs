//! What readers and robots see of the site, and how a person lets a program in.
#![expect(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod articles;
mod authorize;
mod lists;
mod locked;
mod machines;
mod search_fields;
mod sign_in;
mod support;
