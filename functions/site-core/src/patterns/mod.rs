//! Block patterns and their categories, as an editor offers them.

mod list;
mod permissions;
pub mod routes;
