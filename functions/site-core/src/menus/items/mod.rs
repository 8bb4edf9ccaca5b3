//! Menu items.

mod basis;
pub mod list;
pub mod permissions;
pub mod read;
pub mod target;
mod view;
pub mod write;
