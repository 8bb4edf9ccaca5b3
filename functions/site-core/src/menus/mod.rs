//! Navigation menus: the terms that group menu items, the items, and the places of a site's pages where a menu is shown.

mod items;
mod list;
mod locations;
mod permissions;
mod read;
pub mod routes;
mod view;
mod write;
