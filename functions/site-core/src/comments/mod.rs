//! Comments, and the internal notes of editors.

mod filter;
mod list;
mod permissions;
mod read;
pub mod routes;
mod spam;
mod view;
mod write;
