//! Directories of patterns and of blocks to install, which the site does not have: their lists are empty.

mod list;
mod permissions;
pub mod routes;
