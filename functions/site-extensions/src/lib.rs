//! The extension namespaces of the content site's REST interface.
//!
//! Each namespace has a folder with the same files as a resource of `site-core`: `routes` binds paths to handlers,
//! `permissions` decides who may call them, `list`, `read` and `write` are the handlers, and `view` makes the JSON
//! representation of a record. `site_contract` declares parameters, schemas and error codes.

mod code_snippets;
mod contact_form;
mod contact_form_ext;
mod mail_smtp;
mod routes;
mod sent_members;
mod spam_filter;
mod submissions;

use axum::Router;
use ports::Need;
use site_api::interface;

pub use contact_form::seed::seed_first_form;
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
    Need::SendNotification,
];

/// The router of the interface. Paths outside it get 404.
pub fn router(ports: Ports) -> Router {
    interface::router(api(), ports)
}
