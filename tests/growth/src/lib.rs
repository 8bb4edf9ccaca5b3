//! Texts by which algorithms of more than linear work show, and the page with the results: for the functions that this crate
//! measures, and for the routes (`cargo test -p pauta-tests --test growth`).

#![warn(missing_docs)]

pub mod page;
pub mod shapes;

/// How many times as long the longer input is.
pub const TIMES: usize = 4;

/// The largest factor by which work may grow when an input is [`TIMES`] as long.
pub const LIMIT: f64 = 6.0;
