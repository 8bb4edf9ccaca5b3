//! Posts, pages and blocks.

mod list;
pub mod permissions;
mod read;
pub mod routes;
mod view;
mod write;
