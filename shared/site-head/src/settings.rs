//! The settings of heads, as they are stored.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use items::Table;
use jiff::{SignedDuration, Timestamp};
use seo::settings::Settings;
use site_options::{OptionName, OptionsError, Owner, SiteOptions};
use site_store::Tenant;

/// Document with the settings of the SEO namespace.
pub const SETTINGS: OptionName = OptionName::new("seo.settings");

/// How long settings that were read are used.
const LIFETIME: SignedDuration = SignedDuration::from_secs(60);

/// The settings of sites, each read at most once a minute.
#[derive(Debug, Default)]
pub struct SettingsCache(Mutex<HashMap<Tenant, (Timestamp, Arc<Settings>)>>);

impl SettingsCache {
    /// The settings of a site. A change of them appears within a minute.
    ///
    /// # Errors
    /// The store fails.
    pub async fn of(
        &self,
        table: &Table,
        tenant: &Tenant,
        now: Timestamp,
    ) -> Result<Arc<Settings>, OptionsError> {
        if let Some(known) = self.known(tenant, now) {
            return Ok(known);
        }
        let options = SiteOptions::new(table.clone(), tenant.clone());
        let stored = options.read(Owner::Site, SETTINGS).await?;
        let settings: Arc<Settings> = Arc::new(stored.value.unwrap_or_default());
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.insert(tenant.clone(), (now, Arc::clone(&settings)));
        Ok(settings)
    }

    fn known(&self, tenant: &Tenant, now: Timestamp) -> Option<Arc<Settings>> {
        let all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (read, settings) = all.get(tenant)?;
        let age = now.duration_since(*read);
        (!age.is_negative() && age < LIFETIME).then(|| Arc::clone(settings))
    }
}
