//! The places of a site's pages where a menu is shown. The settings of a site name them; a new site has none.

pub mod permissions;
pub mod read;
mod view;
pub mod write;
