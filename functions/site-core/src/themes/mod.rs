//! The theme of the public pages. A site has exactly one.

mod list;
pub mod permissions;
mod read;
pub mod routes;
pub mod view;
