//! Pictures over HTTP, with the store and the files in memory and hosts on loopback.
#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test may stop at the first surprise"
)]

mod access;
mod app;
mod records;
mod remote;
mod signed_uploads;
mod stock_choices;
mod stock_searches;
mod stock_server;
mod uploads;
