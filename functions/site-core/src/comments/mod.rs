//! Comments, and the notes that editors write to each other.

mod filter;
mod list;
mod permissions;
mod read;
pub mod routes;
mod view;
mod write;
