//! Single blocks as the site shows them, for the editor.

mod attributes;
mod permissions;
mod read;
pub mod routes;
