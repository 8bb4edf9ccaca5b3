//! The extensions of the site (docs/interface/site/plugins.md). They are built in: always in use, never installed or deleted.

mod list;
mod permissions;
mod read;
pub mod routes;
pub mod table;
mod view;
mod write;
