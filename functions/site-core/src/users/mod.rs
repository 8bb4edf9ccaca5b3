//! Users.

mod filter;
mod list;
mod permissions;
mod read;
pub mod routes;
pub mod view;
mod write;
