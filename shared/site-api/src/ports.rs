//! What a function of the site works with.

use std::sync::Arc;

use items::Table;
use outbound::Outbound;
use ports::{Clock, Random};
use site_store::Sites;
use site_urls::Options;
use vault::KeyRing;

/// The stores, keys and outside services of a function of the site.
#[derive(Clone)]
pub struct Ports {
    /// The sites' records and files; other functions of the same process may share them.
    pub sites: Arc<Sites>,
    /// The site's table.
    pub table: Table,
    /// Hashes application passwords.
    pub keyring: Arc<KeyRing>,
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// Randomness.
    pub random: Arc<dyn Random>,
    /// The guarded way to other sites, for what editors embed.
    pub outbound: Outbound,
    /// Where the site is and how it behaves.
    pub options: Options,
}
