//! Content types, statuses and taxonomies.

pub mod labels;
mod list;
mod permissions;
mod read;
pub mod routes;
mod view;
