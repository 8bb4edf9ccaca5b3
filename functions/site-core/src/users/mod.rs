//! Users.

mod filter;
mod list;
mod permissions;
mod preferences;
mod read;
pub mod routes;
pub mod view;
mod write;
