//! Comments, and the internal notes of editors.

mod filter;
mod list;
mod permissions;
mod read;
pub mod routes;
mod view;
mod write;
