//! Menu locations: named places of a site's pages that show a menu.

pub mod permissions;
pub mod read;
mod view;
pub mod write;
