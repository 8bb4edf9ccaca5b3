//! Calls of the search provider, which is served on loopback.
#![expect(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod failures;
mod index_now;
mod oauth;
mod provider;
mod repetition;
mod sitemap;
mod transport;
mod webmasters;
