//! Checks of the site's condition (docs/interface/site/site-health.md).

mod checks;
mod permissions;
mod read;
pub mod routes;
