//! Settings of the site. One table names each, declares its schema, and says how it is read and written.

mod permissions;
mod read;
pub mod routes;
mod table;
mod write;
