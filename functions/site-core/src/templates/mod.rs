//! Templates and parts of templates: those of the theme, and those that were changed or added.

mod found;
mod list;
mod permissions;
mod read;
mod revisions;
pub mod routes;
mod view;
mod write;
