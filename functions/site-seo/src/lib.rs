//! The SEO namespace of the content site's REST interface.
//!
//! `routes` binds paths to handlers, `permissions` decides who may call them, `documents` and
//! `secrets` read and write what is stored. The
//! other files are the handlers, by subject. The `seo` crate has the rules, and `site_contract` declares the parameters.

mod ai;
mod available_posts;
mod configuration;
mod connection;
mod content_types;
mod documents;
mod file_size;
mod generator;
mod head;
mod identifiers;
mod import;
mod indexing;
mod integrations;
mod meta_search;
mod own_texts;
mod people;
mod permissions;
mod records;
mod research;
mod routes;
mod scores;
mod secrets;
mod services;
mod statistics;
mod status;
mod stop;
mod tracker;
mod workouts;

use axum::Router;
use ports::Need;
use site_api::interface;

pub use routes::api;
pub use site_api::{Hosts, Options, Ports};

/// Environment values and resources that this function needs.
pub const NEEDS: &[Need] = &[
    Need::SiteItemsRead,
    Need::SiteItemsWrite,
    Need::BlobsRead,
    Need::BlobsWrite,
    Need::KeyRing,
    Need::CdnKey,
    Need::SavedSettings,
];

/// The router of the interface. Paths outside it get 404.
pub fn router(ports: Ports) -> Router {
    interface::router(api(), ports)
}
