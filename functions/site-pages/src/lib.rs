//! The public pages of the content site: home, posts, pages, archives, feed, sitemap, the card that
//! other sites embed, and the page on which a person lets a program in. Rendered here, without a line
//! of JavaScript, from the same records and the same rendering as the REST interface.
//!
//! A GET changes nothing. What a reader may not see is 404, not 403.

mod archive;
mod article;
mod authorize;
mod card;
mod dates;
mod faq;
mod feed;
mod frame;
mod lock;
mod picture;
mod relations;
mod reply;
mod route;
mod sitemap;
mod structured;
mod style;
mod visit;
mod words;

use std::sync::Arc;

use axum::Router;
use items::Table;
use ports::{Clock, Need};
use site_store::Sites;
use site_web::TenantResolver;
use vault::KeyRing;
use web::transport::strict_transport;

pub use site_web::{Hosts, Options};

/// What this function needs.
pub const NEEDS: &[Need] = &[
    Need::SiteItemsRead,
    Need::SiteItemsWrite,
    Need::BlobsRead,
    Need::BlobsWrite,
    Need::KeyRing,
];

/// What the pages work with.
#[derive(Clone)]
pub struct Ports {
    /// The sites' records and files; other functions of the same process may share them.
    pub sites: Arc<Sites>,
    /// The site's table.
    pub table: Table,
    /// Signs sessions and tells reader passwords apart.
    pub keyring: Arc<KeyRing>,
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// Where the site is.
    pub options: Options,
}

/// The function's state, shared by all requests.
pub(crate) struct Site {
    pub(crate) front: TenantResolver,
    pub(crate) table: Table,
    pub(crate) keyring: Arc<KeyRing>,
    pub(crate) clock: Arc<dyn Clock>,
}

/// The pages as a router. It answers every path.
pub fn router(ports: Ports) -> Router {
    let https = ports.options.home.starts_with("https://");
    let site = Site {
        front: TenantResolver::new(ports.sites, ports.options),
        table: ports.table,
        keyring: ports.keyring,
        clock: ports.clock,
    };
    let router = Router::new()
        .fallback(route::answer)
        .with_state(Arc::new(site));
    strict_transport(router, https)
}
