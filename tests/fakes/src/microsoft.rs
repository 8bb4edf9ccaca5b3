//! Microsoft's services: identity platform and Graph. They share accounts and tokens.

pub(crate) mod graph;
pub(crate) mod login;

use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::accounts::{Accounts, Consent};

/// State of Microsoft's services.
#[derive(Default)]
pub(crate) struct Microsoft(Mutex<Accounts>);

impl Microsoft {
    fn accounts(&self) -> MutexGuard<'_, Accounts> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
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

    /// Forgets queued consents; accounts and grants stay.
    pub(crate) fn clear(&self) {
        self.accounts().forget_consents();
    }
}
