//! Categories, tags and categories of patterns.

mod list;
pub mod permissions;
mod read;
pub mod routes;
pub mod view;
mod write;
