//! The store of one site.

use std::sync::Arc;

use items::ItemsError;
use site_mail::{PrivateFiles, SiteMails};
use site_store::{Parts, Tenant};
use vault::KeyRing;

use crate::error::FormStoreError;
use crate::outcomes::Outcomes;

/// Forms and submissions of one site.
#[derive(Clone)]
pub struct FormStore {
    pub(crate) parts: Parts,
    pub(crate) tenant: Tenant,
    pub(crate) keyring: Arc<KeyRing>,
    /// The site's outgoing mails; the end of one is kept with its submission.
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
        let outcomes = Outcomes::new(parts.table.clone(), tenant.clone());
        Self {
            mails: SiteMails::new(parts.clone(), tenant.clone()).with_owner(Arc::new(outcomes)),
            files: PrivateFiles::new(parts.clone(), tenant.clone()),
            parts,
            tenant,
            keyring,
        }
    }
}

/// None in place of a conflict, as [`items::retry_on_conflict`] expects it.
pub(crate) fn written(result: Result<(), ItemsError>) -> Result<Option<()>, FormStoreError> {
    Ok(items::none_on_conflict(result)?)
}
