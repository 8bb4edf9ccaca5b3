//! Icons for the block `core/icon`, and their collection.

mod list;
mod permissions;
mod read;
pub mod routes;
mod view;
