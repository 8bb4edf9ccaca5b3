//! The settings of heads, as they are stored.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use items::Table;
use jiff::{SignedDuration, Timestamp};
use seo::settings::Settings;
use site_options::{OptionName, OptionsError, Owner, SiteOptions};
use site_store::Tenant;

/// Document with the settings of the SEO namespace.
pub const SETTINGS: OptionName = OptionName::new("seo.settings");

/// How long settings that were read are used.
const LIFETIME: SignedDuration = SignedDuration::from_secs(60);

/// The settings of a site.
#[derive(Debug, Clone)]
pub struct HeadSettings {
    /// The settings.
    pub settings: Arc<Settings>,
    /// A number that changes with the settings; it has a meaning only within the process.
    pub version: u64,
}

#[derive(Debug)]
struct Cached {
    known: HeadSettings,
    /// When the settings were read; `None` when they have changed since.
    read: Option<Timestamp>,
}

#[derive(Debug, Default)]
struct All {
    sites: HashMap<Tenant, Cached>,
    versions: u64,
}

/// The settings of sites, each read at most once a minute. Functions in one process share a cache.
#[derive(Debug, Default)]
pub struct SettingsCache(Mutex<All>);

impl SettingsCache {
    /// The settings of a site. A change by another process appears within a minute.
    ///
    /// # Errors
    /// The store fails.
    pub async fn of(
        &self,
        table: &Table,
        tenant: &Tenant,
        now: Timestamp,
    ) -> Result<HeadSettings, OptionsError> {
        if let Some(known) = self.known(tenant, now) {
            return Ok(known);
        }
        let options = SiteOptions::new(table.clone(), tenant.clone());
        let stored = options.read(Owner::Site, SETTINGS).await?;
        Ok(self.put(tenant, stored.value.unwrap_or_default(), now))
    }

    /// Has the settings of a site read again at their next use: this process has changed them.
    pub fn forget(&self, tenant: &Tenant) {
        if let Some(cached) = self.all().sites.get_mut(tenant) {
            cached.read = None;
        }
    }

    fn all(&self) -> MutexGuard<'_, All> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn known(&self, tenant: &Tenant, now: Timestamp) -> Option<HeadSettings> {
        let all = self.all();
        let cached = all.sites.get(tenant)?;
        let age = now.duration_since(cached.read?);
        (!age.is_negative() && age < LIFETIME).then(|| cached.known.clone())
    }

    /// Stores settings; equal ones keep their number.
    fn put(&self, tenant: &Tenant, settings: Settings, now: Timestamp) -> HeadSettings {
        let mut all = self.all();
        if let Some(cached) = all.sites.get_mut(tenant)
            && *cached.known.settings == settings
        {
            cached.read = Some(now);
            return cached.known.clone();
        }
        all.versions += 1;
        let known = HeadSettings {
            settings: Arc::new(settings),
            version: all.versions,
        };
        let cached = Cached {
            known: known.clone(),
            read: Some(now),
        };
        all.sites.insert(tenant.clone(), cached);
        known
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(name: &str) -> Settings {
        let mut settings = Settings::default();
        settings.representation.website_name = name.to_owned();
        settings
    }

    #[test]
    fn settings_are_used_for_a_minute_and_keep_their_number_while_they_are_equal() {
        let cache = SettingsCache::default();
        let (one, two): (Tenant, Tenant) = ("um".parse().unwrap(), "dois".parse().unwrap());
        let at = |second| Timestamp::from_second(second).unwrap();
        let first = cache.put(&one, named("Sol"), at(0));
        let other = cache.put(&two, named("Sol"), at(0));
        assert_ne!(first.version, other.version);
        assert!(cache.known(&one, at(59)).is_some());
        assert!(cache.known(&one, at(60)).is_none());
        assert!(cache.known(&one, at(-1)).is_none());
        assert_eq!(cache.put(&one, named("Sol"), at(60)).version, first.version);
        cache.forget(&one);
        assert!(cache.known(&one, at(61)).is_none());
        assert!(cache.known(&two, at(1)).is_some());
        let changed = cache.put(&one, named("Lua"), at(61));
        assert_ne!(changed.version, first.version);
        let known = cache.known(&one, at(62)).unwrap();
        assert_eq!(known.settings.representation.website_name, "Lua");
    }
}
