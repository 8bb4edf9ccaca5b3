//! Scores: numbers of a text, their ranks, and the overviews of a site.

pub mod dashboard;
pub mod filter;
pub mod numbers;
pub mod rank;
pub mod statistics;
