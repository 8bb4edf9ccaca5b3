//! Search.

mod list;
pub mod routes;
mod view;
