//! Patterns that come with the site, and the groups in which an editor offers them.

mod list;
mod permissions;
pub mod routes;
