//! Who is it? A login name or e-mail address with an application password.

use std::sync::Arc;

use jiff::SignedDuration;
use secrecy::SecretString;
use uuid::Uuid;
use vault::KeyRing;

use crate::error::StoreError;
use crate::store::SiteStore;
use crate::user::{AppPassword, User};

/// A use is recorded when the last recorded one is at least this old.
const USE_RECORDED_EVERY: SignedDuration = SignedDuration::from_hours(24);

/// A caller who proved who they are.
#[derive(Debug, Clone)]
pub struct Authenticated {
    /// The user.
    pub user: Arc<User>,
    /// The application password that was used.
    pub password: Uuid,
}

/// Why a caller is not believed. All take the same time to find out.
#[derive(Debug, thiserror::Error)]
pub enum AuthError {
    /// No user has this login name.
    #[error("no user has this login name")]
    InvalidUsername,
    /// No user has this e-mail address.
    #[error("no user has this e-mail address")]
    InvalidEmail,
    /// None of the user's application passwords is this one.
    #[error("the application password is wrong")]
    IncorrectPassword,
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl SiteStore {
    /// Checks a login name or e-mail address with an application password, spaces ignored, on the
    /// model as it is: refresh it with [`crate::Freshness::Asked`] before. Use and address are
    /// recorded at most once a day; when that fails, the caller is believed all the same.
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
