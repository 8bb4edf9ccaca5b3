//! The wire format of the fakes: what they accept, what they answer, and how streams are framed.
#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test may stop at the first surprise"
)]

mod accepted;
mod client;
mod forms;
mod graph;
mod images;
mod index_now;
mod mail;
mod mailboxes;
mod oauth;
mod pictures;
mod rejected;
mod scenarios;
mod search;
mod seo;
mod spam;
mod stock;
mod streams;
mod unofficial;
