//! Public pages of the content site: home, posts, pages, archives, feed, sitemap, embeddable cards, and
//! the authorisation page of application passwords. HTML is rendered on the server and works without JavaScript,
//! from the same records and with the same renderer as the REST interface.
//!
//! A POST unlocks a post, sends a contact form, or authorises an application. GET requests change nothing. Content that a reader may not see is reported as 404, not 403.

mod archive;
mod article;
mod authorize;
mod card;
mod comments;
mod contrast;
mod dated;
mod dates;
mod deployed;
mod faq;
mod feed;
mod forms;
mod frame;
mod ground;
mod identity;
mod index_now;
mod layout;
mod link;
mod lock;
mod menu;
mod menu_attributes;
mod navigation;
mod others;
mod page_request;
mod picture;
mod relations;
mod reply;
mod route;
mod search;
mod share;
mod sheet;
mod sitemap;
mod snippets;
mod structured;
mod style;
mod terms;
mod text;
mod theme;
mod trail;
mod words;
mod writer;

use std::sync::Arc;

use axum::Router;
use http_edge::{per_caller, strict_transport};
use items::Table;
use outbound::Outbound;
use ports::{Clock, Need, Sleeper, WorkQueue};
use site_head::SettingsCache;
use site_spam::SpamFilter;
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
    Need::CdnKey,
    Need::SendNotification,
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
    /// Work queues, for mails of contact forms.
    pub work: Arc<dyn WorkQueue>,
    /// Waits for the outcome of a mail.
    pub sleeper: Arc<dyn Sleeper>,
    /// Spam filter of messages.
    pub spam: SpamFilter,
    /// Guarded HTTP client for feeds of other sites.
    pub outbound: Outbound,
    /// Settings of the heads of pages; functions in the same process share them.
    pub head_settings: Arc<SettingsCache>,
    /// Addresses of the site.
    pub options: Options,
}

/// State shared by all requests.
pub(crate) struct Site {
    pub(crate) tenants: TenantResolver,
    pub(crate) table: Table,
    pub(crate) keyring: Arc<KeyRing>,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) work: Arc<dyn WorkQueue>,
    pub(crate) sleeper: Arc<dyn Sleeper>,
    pub(crate) spam: SpamFilter,
    pub(crate) outbound: Outbound,
    pub(crate) snippets: SnippetCache,
    pub(crate) head_settings: Arc<SettingsCache>,
}

/// Router of the pages; it handles every path.
pub fn router(ports: Ports) -> Router {
    let https = ports.options.home.starts_with("https://");
    let site = Site {
        tenants: TenantResolver::new(ports.sites, ports.options),
        table: ports.table,
        keyring: ports.keyring,
        clock: ports.clock,
        work: ports.work,
        sleeper: ports.sleeper,
        spam: ports.spam,
        outbound: ports.outbound,
        snippets: SnippetCache::default(),
        head_settings: ports.head_settings,
    };
    let router = Router::new()
        .fallback(route::answer)
        .with_state(Arc::new(site));
    strict_transport(per_caller(router), https)
}
