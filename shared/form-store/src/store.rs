//! The store of one site.

use std::sync::Arc;

use items::ItemsError;
use serde::Deserialize;
use serde::Serialize;
use serde::de::DeserializeOwned;
use site_mail::{PrivateFiles, SiteMails};
use site_store::{Parts, Tenant};
use vault::KeyRing;

use crate::error::FormStoreError;

/// Upper limit of a compressed record; DynamoDB limits the whole item to 400 KB.
pub(crate) const MAX_BYTES: usize = 350 * 1024;

/// Forms and submissions of one site.
#[derive(Clone)]
pub struct FormStore {
    pub(crate) parts: Parts,
    pub(crate) tenant: Tenant,
    pub(crate) keyring: Arc<KeyRing>,
    /// The site's outgoing mails.
    pub mails: SiteMails,
    /// The site's private files.
    pub files: PrivateFiles,
}

impl std::fmt::Debug for FormStore {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("FormStore").field(&self.tenant).finish()
    }
}

impl FormStore {
    /// Forms of `tenant` in the table of `parts`. `keyring` makes the keyed hashes that stand for addresses and idempotency
    /// keys.
    pub fn new(parts: Parts, tenant: Tenant, keyring: Arc<KeyRing>) -> Self {
        Self {
            mails: SiteMails::new(parts.clone(), tenant.clone()),
            files: PrivateFiles::new(parts.clone(), tenant.clone()),
            parts,
            tenant,
            keyring,
        }
    }
}

/// A record as compressed JSON.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Packed {
    #[serde(with = "items::packed", rename = "p")]
    text: String,
}

impl Packed {
    pub(crate) fn pack<T: Serialize>(record: &T) -> Result<Self, FormStoreError> {
        let text = serde_json::to_string(record)?;
        if text.len() > MAX_BYTES {
            let bytes = items::packed::pack(&text)?.len();
            if bytes > MAX_BYTES {
                return Err(FormStoreError::TooLarge {
                    bytes,
                    limit: MAX_BYTES,
                });
            }
        }
        Ok(Self { text })
    }

    pub(crate) fn unpack<T: DeserializeOwned>(&self) -> Result<T, FormStoreError> {
        Ok(serde_json::from_str(&self.text)?)
    }
}

/// None in place of a conflict, as [`items::retry_on_conflict`] expects it.
pub(crate) fn written(result: Result<(), ItemsError>) -> Result<Option<()>, FormStoreError> {
    Ok(items::none_on_conflict(result)?)
}
