//! The ports of the functions of the site.

use std::sync::Arc;

use site_api::{Ports, SeoServices};
use site_store::{Parts, Sites};

use crate::start::Cloud;

impl Cloud {
    /// The ports of a function of the site's REST interface. The handshakes with the table and the secret run at the
    /// same time.
    ///
    /// # Errors
    /// A key of the environment is missing or malformed, or the key ring cannot be read.
    pub async fn site_ports(&self) -> Result<Ports, lambda_runtime::Error> {
        let table = self.site_table()?;
        let ((), keyring) = tokio::join!(self.warm(&table), self.key_ring());
        let options = self.environment().site_options()?;
        let parts = Parts::new(table.clone(), self.blobs()?, self.clock(), self.random());
        let keyring = keyring?;
        Ok(Ports {
            sites: Sites::new(parts).into(),
            spam: self.spam_filter(table.clone(), keyring.clone())?,
            mailboxes: self.mailboxes(keyring.clone())?,
            seo: SeoServices::default(),
            table,
            keyring,
            clock: self.clock(),
            random: self.random(),
            outbound: self.outbound()?,
            work: self.queues(),
            sleeper: self.sleeper(),
            head_settings: Arc::default(),
            options,
        })
    }
}
