//! Ports of a function of the site.

use std::sync::Arc;

use items::Table;
use outbound::Outbound;
use ports::{Clock, Random, Sleeper, WorkQueue};
use seo_services::SeoServices;
use site_head::SettingsCache;
use site_mailbox::Mailboxes;
use site_spam::SpamFilter;
use site_store::Sites;
use site_urls::Options;
use vault::KeyRing;

/// Stores, keys and external services of a function of the site.
#[derive(Clone)]
pub struct Ports {
    /// Records and files of the sites; functions in the same process may share them.
    pub sites: Arc<Sites>,
    /// The site's table.
    pub table: Table,
    /// Hashes application passwords.
    pub keyring: Arc<KeyRing>,
    /// Clock.
    pub clock: Arc<dyn Clock>,
    /// Randomness.
    pub random: Arc<dyn Random>,
    /// Guarded HTTP client for requests to other sites, used for embeds.
    pub outbound: Outbound,
    /// Work queues, for mails of the site.
    pub work: Arc<dyn WorkQueue>,
    /// Waits for the outcome of a mail.
    pub sleeper: Arc<dyn Sleeper>,
    /// Spam filter of comments and messages.
    pub spam: SpamFilter,
    /// Mailboxes that sites are connected with.
    pub mailboxes: Mailboxes,
    /// Connected services of the SEO namespace; the other functions have none.
    pub seo: SeoServices,
    /// Settings of the heads of public pages; functions in the same process share them.
    pub head_settings: Arc<SettingsCache>,
    /// Addresses and behaviour of the site.
    pub options: Options,
}
