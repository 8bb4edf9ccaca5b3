//! Categories, tags and pattern categories.

mod list;
pub mod permissions;
mod read;
pub mod routes;
pub mod view;
mod write;
