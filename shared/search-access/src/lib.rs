//! Access of sites to the search console (docs/interface/platform/search.md#connection).
//!
//! Tokens are stored sealed for their site. An access token is renewed two minutes before it expires, by one process at a
//! time. When the provider withdrew the grant, the connection is revoked; after any other failure the renewal is tried
//! again with growing pauses.

#![warn(missing_docs)]

mod connect;
mod error;
mod quota;
mod token;
mod words;

use std::sync::Arc;

use platform_store::PlatformStore;
use ports::{Clock, Random, Sleeper};
use search_console::{OAuthClient, SearchConsole};
use settings::{SettingKey, Settings};
use vault::KeyRing;

pub use error::AccessError;
pub use quota::{DAILY_INDEXING_REQUESTS, INDEXING_SWITCH, IndexingPolicy, InvalidSwitch};
pub use words::described;

/// Access to the search console for all sites. Clones share everything.
#[derive(Clone)]
pub struct SearchAccess {
    /// The platform's records.
    pub store: PlatformStore,
    /// Seals and opens tokens.
    pub keyring: Arc<KeyRing>,
    /// The OAuth client of the search provider.
    pub settings: Settings,
    /// The search provider.
    pub console: Arc<dyn SearchConsole>,
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// Waits for the process that renews a token.
    pub sleeper: Arc<dyn Sleeper>,
    /// Nonces of sealed tokens.
    pub random: Arc<dyn Random>,
}

impl std::fmt::Debug for SearchAccess {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SearchAccess").finish_non_exhaustive()
    }
}

impl SearchAccess {
    /// The OAuth client of the deployment.
    ///
    /// # Errors
    /// [`AccessError::NotConfigured`] without an identifier or a secret, and the errors of the settings.
    pub async fn client(&self) -> Result<OAuthClient, AccessError> {
        let settings = self
            .settings
            .read()
            .await
            .map_err(items::ItemsError::from)?;
        let id = settings.text(SettingKey::SearchClientId);
        let secret = settings.secret(SettingKey::SearchClientSecret);
        match (id, secret) {
            (Some(id), Some(secret)) => Ok(OAuthClient {
                id: id.to_owned(),
                secret: secret.clone(),
            }),
            _ => Err(AccessError::NotConfigured),
        }
    }
}
