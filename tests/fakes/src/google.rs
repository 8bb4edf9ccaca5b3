//! Google's services: OAuth 2.0, Search Console, Indexing API, Gmail API. They share accounts, tokens and properties.

mod analytics;
mod errors;
pub(crate) mod gmail;
pub(crate) mod indexing;
pub(crate) mod oauth;
mod properties;
pub(crate) mod search_console;
mod token;

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

pub use properties::{Level, SearchRow};

use self::properties::Property;
use crate::accounts::{Accounts, Consent};

/// State of Google's services.
#[derive(Default)]
pub(crate) struct Google {
    accounts: Mutex<Accounts>,
    search: Mutex<Search>,
}

/// What the search services know.
#[derive(Default)]
struct Search {
    properties: BTreeMap<String, Property>,
    /// Accepted notifications: address and type.
    notifications: Vec<(String, String)>,
    /// Notifications since the day began.
    today: u64,
}

impl Google {
    fn accounts(&self) -> MutexGuard<'_, Accounts> {
        self.accounts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn search(&self) -> MutexGuard<'_, Search> {
        self.search.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn sign_in(&self, email: &str) {
        self.accounts().sign_in(email);
    }

    pub(crate) fn queue_consent(&self, consent: Consent) {
        self.accounts().queue_consent(consent);
    }

    pub(crate) fn revoke_grants(&self) {
        self.accounts().revoke_all();
    }

    pub(crate) fn expire_access_tokens(&self) {
        self.accounts().expire_access_tokens();
    }

    pub(crate) fn live_grants(&self) -> usize {
        self.accounts().live_grants()
    }

    pub(crate) fn add_property(&self, url: &str, level: Level) {
        let mut search = self.search();
        search.properties.entry(url.to_owned()).or_default().level = level;
    }

    pub(crate) fn add_rows(&self, url: &str, rows: Vec<SearchRow>) {
        let mut search = self.search();
        let property = search.properties.entry(url.to_owned()).or_default();
        property.rows.extend(rows);
    }

    pub(crate) fn sitemaps(&self, url: &str) -> Vec<String> {
        let search = self.search();
        let property = search.properties.get(url);
        property.map(|p| p.sitemaps.clone()).unwrap_or_default()
    }

    pub(crate) fn notifications(&self) -> Vec<(String, String)> {
        self.search().notifications.clone()
    }

    pub(crate) fn use_up_notifications(&self) {
        self.search().today = indexing::QUOTA;
    }

    pub(crate) fn begin_day(&self) {
        self.search().today = 0;
    }

    /// Forgets sitemaps, notifications and queued consents; accounts, grants, properties and their rows stay.
    pub(crate) fn clear(&self) {
        self.accounts().forget_consents();
        let mut search = self.search();
        search.notifications.clear();
        search.today = 0;
        for property in search.properties.values_mut() {
            property.sitemaps.clear();
        }
    }
}
