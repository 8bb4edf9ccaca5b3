//! Authentication by login name or e-mail address and an application password.

use std::sync::Arc;

use jiff::SignedDuration;
use secrecy::SecretString;
use uuid::Uuid;
use vault::KeyRing;

use crate::error::StoreError;
use crate::store::SiteStore;
use crate::user::{AppPassword, User};

/// Minimum interval between two recorded uses of an application password.
const USE_RECORDED_EVERY: SignedDuration = SignedDuration::from_hours(24);

/// Authenticated caller.
#[derive(Debug, Clone)]
pub struct Authenticated {
    /// The user.
    pub user: Arc<User>,
    /// Application password that was used.
    pub password: Uuid,
}

/// Why authentication failed. Every cause takes the same time, so that the time reveals nothing.
#[derive(Debug, thiserror::Error)]
pub enum AuthError {
    /// No user has this login name.
    #[error("no user has this login name")]
    InvalidUsername,
    /// No user has this e-mail address.
    #[error("no user has this e-mail address")]
    InvalidEmail,
    /// The user has no such application password.
    #[error("the application password is wrong")]
    IncorrectPassword,
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl SiteStore {
    /// Verifies a login name or e-mail address with an application password (spaces in it are ignored)
    /// on the model as it is; call [`SiteStore::refresh`] with [`crate::Freshness::Asked`] before. Time
    /// and address of the use are recorded at most once a day; a failure to record them does not fail
    /// the authentication.
    pub async fn authenticate(
        &self,
        keys: &KeyRing,
        login: &str,
        secret: &SecretString,
        address: Option<&str>,
    ) -> Result<Authenticated, AuthError> {
        let presented = keys.application_password_hash(secret);
        let Some(user) = self.user_by_login(login) else {
            return Err(if login.contains('@') {
                AuthError::InvalidEmail
            } else {
                AuthError::InvalidUsername
            });
        };
        let mut found = None;
        for password in self.app_passwords(user.id) {
            if password.hash.matches(&presented) {
                found = Some(password);
            }
        }
        let password = found.ok_or(AuthError::IncorrectPassword)?;
        self.record_use(&password, address).await;
        Ok(Authenticated {
            user,
            password: password.uuid,
        })
    }

    async fn record_use(&self, password: &AppPassword, address: Option<&str>) {
        let now = self.now();
        let is_recorded = password
            .last_used
            .is_some_and(|last| now.duration_since(last) < USE_RECORDED_EVERY);
        if is_recorded {
            return;
        }
        let recorded = self
            .change_app_password(password.user, password.uuid, |password| {
                password.last_used = Some(now);
                password.last_ip = address.map(str::to_owned);
            })
            .await;
        if let Err(error) = recorded {
            tracing::warn!(target: "site", %error, "the use of an application password was not recorded");
        }
    }
}
