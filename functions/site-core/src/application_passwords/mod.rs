//! Application passwords of users.

mod permissions;
mod read;
pub mod routes;
mod view;
mod write;
