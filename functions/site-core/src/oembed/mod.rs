//! oEmbed: descriptions of this site's pages for other sites, and of other sites' pages for editors.

mod clean;
mod document;
mod embed;
mod fetch;
mod permissions;
mod providers;
mod proxy;
pub mod routes;
