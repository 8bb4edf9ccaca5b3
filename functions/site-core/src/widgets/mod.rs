//! Widgets, widget types and sidebars, of which the site has none (docs/interface/site/widgets.md).

mod permissions;
mod read;
pub mod routes;
