//! Global styles: the theme's colours and type, and what people changed of them.

mod permissions;
mod read;
mod revisions;
pub mod routes;
mod view;
mod write;
