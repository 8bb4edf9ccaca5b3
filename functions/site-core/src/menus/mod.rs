//! Navigation menus: the terms that group menu items, the items, and the locations at which pages show a menu.

mod items;
mod list;
mod locations;
mod navigation_fallback;
mod permissions;
mod read;
pub mod routes;
mod view;
mod write;
