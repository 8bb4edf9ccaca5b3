//! Menu locations: named places of a site's pages that show a menu. The site's settings name them; a new site has
//! none.

pub mod permissions;
pub mod read;
mod view;
pub mod write;
