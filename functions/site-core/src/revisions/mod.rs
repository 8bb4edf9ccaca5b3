//! Revisions and autosaves of posts, pages, blocks and menu items.

mod autosaves;
mod list;
mod permissions;
mod read;
pub mod routes;
pub mod view;
mod write;
