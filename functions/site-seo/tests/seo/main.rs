//! HTTP tests of the site's SEO namespace, over the embedded store.
#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test may panic on an unexpected result"
)]

mod access;
mod configuration;
mod generator;
mod head;
mod index;
mod namespace;
mod own_texts;
mod people;
mod research;
mod services;
mod support;
mod texts;
mod tracker;
