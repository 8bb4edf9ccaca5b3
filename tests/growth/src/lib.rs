//! Texts by which algorithms of more than linear work show: for the functions that this crate measures, and for the routes
//! (`cargo test -p pauta-tests --test growth`).

#![warn(missing_docs)]

pub mod shapes;
