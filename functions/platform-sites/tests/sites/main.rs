//! Clients' sites over HTTP, with the store in memory and hosts on loopback.
#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test may stop at the first surprise"
)]

mod access;
mod address;
mod administration;
mod app;
mod approval;
mod capabilities;
mod connection;
mod host;
mod records;
mod words;
