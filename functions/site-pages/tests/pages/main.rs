//! Public pages over HTTP: articles, archives, feeds, password protection and the authorisation page.
#![expect(
    clippy::unwrap_used,
    reason = "a test may panic on an unexpected result"
)]

mod archives;
mod articles;
mod authorize;
mod feeds_and_sitemap;
mod forms;
mod heads;
mod password_protection;
mod search_fields;
mod sign_in;
mod snippets;
mod support;
