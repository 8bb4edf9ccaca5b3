//! HTTP tests of the site's SEO namespace, over the embedded store.
#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test may panic on an unexpected result"
)]

mod access;
mod configuration;
mod head;
mod index;
mod namespace;
mod people;
mod services;
mod support;
mod texts;
