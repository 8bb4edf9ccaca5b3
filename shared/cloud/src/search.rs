//! Access to the search console.

use std::sync::Arc;

use items::Table;
use outbound::Outbound;
use platform_store::PlatformStore;
use search_access::{INDEXING_SWITCH, IndexingPolicy, SearchAccess};
use search_console::{GoogleClient, SearchEndpoints};
use vault::KeyRing;

use crate::environment::EnvError;
use crate::start::Cloud;

impl Cloud {
    /// Access of sites to the search console, at addresses of which the environment may replace some.
    ///
    /// # Errors
    /// [`EnvError::Invalid`] for a value that is no http or https URL.
    pub fn search_access(
        &self,
        table: &Table,
        key_ring: &Arc<KeyRing>,
        outbound: Outbound,
    ) -> Result<SearchAccess, EnvError> {
        let value = |key: &str| self.environment().get(key).map(str::to_owned);
        let endpoints = SearchEndpoints::of(value).map_err(|key| EnvError::Invalid {
            key,
            expected: "an http or https URL",
        })?;
        Ok(SearchAccess {
            store: PlatformStore::new(table.clone()),
            keyring: key_ring.clone(),
            settings: self.settings(table, key_ring),
            console: Arc::new(GoogleClient::new(outbound, endpoints)),
            clock: self.clock(),
            sleeper: self.sleeper(),
            random: self.random(),
        })
    }

    /// Whether indexing requests are sent (`SEARCH_PROVIDER_INDEXING`), and in which time zone their days are counted.
    ///
    /// # Errors
    /// [`EnvError::Invalid`] for a value that is neither on nor off.
    pub fn indexing_policy(&self) -> Result<IndexingPolicy, EnvError> {
        let zone = self.environment().time_zone()?;
        let value = self.environment().get(INDEXING_SWITCH);
        IndexingPolicy::parse(value, zone).map_err(|_| EnvError::Invalid {
            key: INDEXING_SWITCH,
            expected: "on or off",
        })
    }
}
