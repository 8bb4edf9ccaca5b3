//! Public pages of the content site: home, posts, pages, archives, feed, sitemap, embeddable cards, and
//! the authorisation page of application passwords. HTML is rendered on the server, without JavaScript,
//! from the same records and with the same renderer as the REST interface.
//!
//! GET requests change nothing. Content that a reader may not see is reported as 404, not 403.

mod archive;
mod article;
mod authorize;
mod card;
mod dates;
mod faq;
mod feed;
mod frame;
mod index_now;
mod lock;
mod page_request;
mod picture;
mod relations;
mod reply;
mod route;
mod sitemap;
mod snippets;
mod structured;
mod style;
mod words;

use std::sync::Arc;

use axum::Router;
use http_edge::strict_transport;
use items::Table;
use ports::{Clock, Need};
use site_head::SettingsCache;
use site_store::Sites;
use site_urls::TenantResolver;
use vault::KeyRing;

pub use site_urls::{Hosts, Options};

use crate::snippets::SnippetCache;

/// Permissions of the function in the cloud.
pub const NEEDS: &[Need] = &[
    Need::SiteItemsRead,
    Need::SiteItemsWrite,
    Need::BlobsRead,
    Need::BlobsWrite,
    Need::KeyRing,
];

/// Adapters of the pages.
#[derive(Clone)]
pub struct Ports {
    /// Sites of the deployment; may be shared with other functions of the process.
    pub sites: Arc<Sites>,
    /// Table of the site.
    pub table: Table,
    /// Signs sessions and hashes reader passwords.
    pub keyring: Arc<KeyRing>,
    /// Clock.
    pub clock: Arc<dyn Clock>,
    /// Addresses of the site.
    pub options: Options,
}

/// State shared by all requests.
pub(crate) struct Site {
    pub(crate) tenants: TenantResolver,
    pub(crate) table: Table,
    pub(crate) keyring: Arc<KeyRing>,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) snippets: SnippetCache,
    pub(crate) head_settings: SettingsCache,
}

/// Router of the pages; it handles every path.
pub fn router(ports: Ports) -> Router {
    let https = ports.options.home.starts_with("https://");
    let site = Site {
        tenants: TenantResolver::new(ports.sites, ports.options),
        table: ports.table,
        keyring: ports.keyring,
        clock: ports.clock,
        snippets: SnippetCache::default(),
        head_settings: SettingsCache::default(),
    };
    let router = Router::new()
        .fallback(route::answer)
        .with_state(Arc::new(site));
    strict_transport(router, https)
}
