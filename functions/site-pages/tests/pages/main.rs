//! Public pages over HTTP: articles, archives, feeds, password protection and the authorisation page.
#![expect(
    clippy::unwrap_used,
    reason = "a test may panic on an unexpected result"
)]

mod addresses;
mod archives;
mod articles;
mod attached_files;
mod authorize;
mod comments;
mod deployed;
mod feeds_and_sitemap;
mod forms;
mod heads;
mod identity;
mod long_texts;
mod menus;
mod navigation;
mod password_protection;
mod reading;
mod rendered_blocks;
mod search;
mod search_fields;
mod sign_in;
mod snippets;
mod support;
mod templates;
mod texts;
