//! The block types that an editor can use.

mod list;
mod permissions;
mod read;
pub mod routes;
mod view;
