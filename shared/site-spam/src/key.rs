//! The key of the site, and the calls to the service that depend on it.

use secrecy::SecretString;
use serde_json::Value;
use site_options::{OptionsError, Owner};
use site_store::StoreError;
use spam_filter::{KeyMatch, KeyOutcome};
use spam_service::Alert;

use crate::filter::{KEY, SiteFilter, store_error};

impl SiteFilter {
    /// The key: that of the configuration, or the stored one.
    ///
    /// # Errors
    /// The store failed, or the stored key cannot be opened.
    pub async fn key(&self) -> Result<Option<SecretString>, StoreError> {
        if self.filter.fixed_key.is_some() {
            return Ok(self.filter.fixed_key.clone());
        }
        let stored = self
            .options
            .read_secret(Owner::Site, KEY, &self.filter.keyring)
            .await;
        Ok(stored.map_err(store_error)?.value)
    }

    /// Whether the configuration sets the key.
    pub const fn has_fixed_key(&self) -> bool {
        self.filter.fixed_key.is_some()
    }

    /// Verifies a key at the service and stores it. The outcome says whether it is stored.
    ///
    /// # Errors
    /// The store failed.
    pub async fn store_key(&self, given: &str) -> Result<KeyOutcome, StoreError> {
        let stored = self.key().await?;
        let fixed = self.has_fixed_key();
        let service = self.service();
        let outcome =
            spam_filter::store_key(service, given, stored.as_ref(), fixed, &self.blog).await;
        match &outcome {
            KeyOutcome::Valid { key, alert } => {
                self.write_key(key).await?;
                self.note_alert(alert).await;
            }
            KeyOutcome::Invalid { alert, .. } | KeyOutcome::Unverified { alert, .. } => {
                self.note_alert(alert).await;
            }
            KeyOutcome::Fixed => {}
        }
        Ok(outcome)
    }

    async fn write_key(&self, key: &SecretString) -> Result<(), StoreError> {
        let (keyring, random) = (&self.filter.keyring, &self.filter.random);
        items::retry_on_conflict(|| async {
            let stored = self.options.read_secret(Owner::Site, KEY, keyring).await;
            let read = match stored {
                Ok(stored) => stored.revision,
                Err(error) => return Err(error),
            };
            let sealing = (&**keyring, &**random);
            match self
                .options
                .write_secret(Owner::Site, KEY, key, read, sealing)
                .await
            {
                Ok(_) => Ok(Some(())),
                Err(OptionsError::Conflict) => Ok(None),
                Err(error) => Err(error),
            }
        })
        .await
        .map_err(store_error)
    }

    /// Removes the stored key.
    ///
    /// # Errors
    /// The store failed.
    pub async fn delete_key(&self) -> Result<(), StoreError> {
        items::retry_on_conflict(|| async {
            let keyring = &self.filter.keyring;
            let stored = self.options.read_secret(Owner::Site, KEY, keyring).await?;
            if stored.value.is_none() {
                return Ok(Some(()));
            }
            match self.options.remove(Owner::Site, KEY, stored.revision).await {
                Ok(_) => Ok(Some(())),
                Err(OptionsError::Conflict) => Ok(None),
                Err(error) => Err(error),
            }
        })
        .await
        .map_err(store_error)
    }

    /// Whether `given` is the key.
    ///
    /// # Errors
    /// The store failed.
    pub async fn is_key(&self, given: &str, matching: KeyMatch) -> Result<bool, StoreError> {
        let stored = self.key().await?;
        Ok(matching.accepts(stored.as_ref(), given))
    }

    /// The service's statistics of an interval; `None` when it gives none.
    ///
    /// # Errors
    /// The store failed.
    pub async fn statistics(&self, interval: &str) -> Result<Option<Value>, StoreError> {
        let key = self.key().await?;
        let outcome =
            spam_filter::statistics(self.service(), key.as_ref(), &self.blog, interval).await;
        self.note_alert(&outcome.alert).await;
        Ok(outcome.statistics)
    }

    /// Drops the alert and asks the service again; returns the new one.
    ///
    /// # Errors
    /// The store failed.
    pub async fn refresh_alert(&self) -> Result<Option<Alert>, StoreError> {
        let alert = match self.key().await? {
            Some(key) => spam_filter::refresh_alert(self.service(), &key, &self.blog).await,
            None => None,
        };
        self.set_alert(alert.as_ref()).await?;
        Ok(alert)
    }
}
