//! The library of fonts: families, their fonts with files, and collections of fonts to install.

mod collections;
mod list;
mod permissions;
mod read;
pub mod routes;
mod settings;
mod view;
mod write;
