//! Settings of the site. One table gives each its name, schema, reader and writer.

mod permissions;
mod read;
pub mod routes;
mod table;
mod write;
