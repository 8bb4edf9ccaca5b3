//! Content types, statuses and taxonomies.

mod heads;
pub mod labels;
mod list;
mod permissions;
mod read;
pub mod routes;
mod view;
