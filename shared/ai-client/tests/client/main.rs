//! The client and providers on loopback.
#![expect(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod answers;
mod fallback;
mod images;
mod rejections;
mod requests;
mod streams;
mod support;
