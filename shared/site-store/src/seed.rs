//! Initialisation of a new site: administrator, default category, settings.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use domain::site::{Role, Taxonomy};
use secrecy::SecretString;
use vault::{KeyRing, application_password, token};

use crate::error::{Refusal, StoreError};
use crate::store::SiteStore;
use crate::term::{TermChange, TermFilter};
use crate::user::{User, UserChange};

/// Random bytes of a generated sign-in password.
const SIGN_IN_BYTES: usize = 15;

/// Initial values of a new site.
#[derive(Clone)]
pub struct Seed {
    /// Site title.
    pub title: String,
    /// Administrator's login name.
    pub login: String,
    /// Administrator's e-mail address.
    pub email: String,
    /// Administrator's public name.
    pub name: String,
    /// Name of the administrator's application password.
    pub password_name: String,
    /// Application password; generated when `None`.
    pub password: Option<SecretString>,
}

impl fmt::Debug for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Seed")
            .field("login", &self.login)
            .finish_non_exhaustive()
    }
}

/// Result of [`SiteStore::seed`].
#[derive(Debug)]
pub struct Seeded {
    /// Administrator.
    pub administrator: Arc<User>,
    /// Application password in clear text, if this call created it.
    pub password: Option<SecretString>,
}

impl SiteStore {
    /// Creates what a new site needs. Existing records are kept, so the call may run at every start,
    /// also concurrently.
    pub async fn seed(&self, keys: &KeyRing, seed: &Seed) -> Result<Seeded, StoreError> {
        self.catch_up().await?;
        if self.version() == 0 {
            self.update_settings(|settings| {
                seed.title.clone_into(&mut settings.title);
                seed.email.clone_into(&mut settings.email);
            })
            .await?;
        }
        let categories = self.terms(Taxonomy::Category, &TermFilter::default())?;
        if categories.total == 0 {
            self.seed_category().await?;
        }
        let administrator = self.seed_administrator(seed).await?;
        let password = self.seed_password(keys, seed, administrator.id).await?;
        Ok(Seeded {
            administrator,
            password,
        })
    }

    /// Sets the password of a user for the authorisation page, to `given` or a generated one, unless
    /// the user has one. Returns the password if it was set.
    pub async fn seed_sign_in(
        &self,
        user: u64,
        given: Option<SecretString>,
    ) -> Result<Option<SecretString>, StoreError> {
        if self.user_password(user).await?.is_some() {
            return Ok(None);
        }
        let random = &*self.0.parts.random;
        let text = given.unwrap_or_else(|| token::random_token(random, SIGN_IN_BYTES));
        let hash = vault::password::hash(text.clone(), random)
            .await
            .map_err(|error| StoreError::Model(error.to_string()))?;
        let change = UserChange {
            password: Some(hash),
            ..UserChange::default()
        };
        self.update_user(user, &change).await?;
        Ok(Some(text))
    }

    async fn seed_category(&self) -> Result<(), StoreError> {
        let change = TermChange {
            name: Some("Sem categoria".to_owned()),
            slug: None,
            description: None,
            parent: None,
            meta: BTreeMap::new(),
        };
        let id = match self.create_term(Taxonomy::Category, &change).await {
            Ok(term) => term.id,
            Err(StoreError::Refused(Refusal::TermExists(id))) => id,
            Err(error) => return Err(error),
        };
        self.update_settings(|settings| settings.default_category = id)
            .await?;
        Ok(())
    }

    async fn seed_administrator(&self, seed: &Seed) -> Result<Arc<User>, StoreError> {
        if let Some(user) = self.user_by_login(&seed.login) {
            return Ok(user);
        }
        let change = UserChange {
            login: Some(seed.login.clone()),
            email: Some(seed.email.clone()),
            name: Some(seed.name.clone()),
            roles: Some(vec![Role::Administrator]),
            ..UserChange::default()
        };
        match self.create_user(&change).await {
            Err(StoreError::Refused(Refusal::LoginTaken)) => {
                Ok(self.user_by_login(&seed.login).ok_or(Refusal::Unknown)?)
            }
            other => other,
        }
    }

    async fn seed_password(
        &self,
        keys: &KeyRing,
        seed: &Seed,
        user: u64,
    ) -> Result<Option<SecretString>, StoreError> {
        let existing = self.app_passwords(user);
        let is_there = match &seed.password {
            Some(text) => {
                let hash = keys.application_password_hash(text);
                existing.iter().any(|password| password.hash.matches(&hash))
            }
            None => existing
                .iter()
                .any(|password| password.name == seed.password_name),
        };
        if is_there {
            return Ok(None);
        }
        let text = match &seed.password {
            Some(text) => text.clone(),
            None => application_password::generate(&*self.0.parts.random),
        };
        self.store_app_password(keys, user, &seed.password_name, None, &text)
            .await?;
        Ok(Some(text))
    }
}
