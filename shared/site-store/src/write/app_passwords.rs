//! Writes of application passwords.

use domain::direction;
use std::sync::Arc;

use secrecy::SecretString;
use uuid::Uuid;
use vault::{KeyRing, application_password};

use super::Plan;
use crate::error::{Refusal, StoreError};
use crate::keys;
use crate::log::Change;
use crate::store::SiteStore;
use crate::user::AppPassword;

/// Whether one of the passwords has this name, whatever its case.
fn has_name(passwords: &[Arc<AppPassword>], name: &str) -> bool {
    let name = name.to_lowercase();
    passwords
        .iter()
        .any(|password| password.name.to_lowercase() == name)
}

impl SiteStore {
    /// `name`, or with the first free number behind it, for a new application password of the user.
    pub fn free_app_password_name(&self, user: u64, name: &str) -> String {
        let passwords = self.app_passwords(user);
        let numbered = (2..).map(|number: u64| format!("{name} {number}"));
        std::iter::once(name.to_owned())
            .chain(numbered)
            .find(|name| !has_name(&passwords, name))
            .unwrap_or_default()
    }

    /// Creates an application password and returns its clear text, which is not stored.
    ///
    /// # Errors
    /// [`Refusal::AppPasswordNameTaken`] when another password of the user has the name, whatever its case.
    pub async fn create_app_password(
        &self,
        keys: &KeyRing,
        user: u64,
        name: &str,
        app_id: Option<Uuid>,
    ) -> Result<(Arc<AppPassword>, SecretString), StoreError> {
        let text = application_password::generate(&*self.0.parts.random);
        let password = self
            .store_app_password(keys, user, name, app_id, &text)
            .await?;
        Ok((password, text))
    }

    /// Stores an application password with a known clear text.
    pub(crate) async fn store_app_password(
        &self,
        keys: &KeyRing,
        user: u64,
        name: &str,
        app_id: Option<Uuid>,
        text: &SecretString,
    ) -> Result<Arc<AppPassword>, StoreError> {
        let name = &*direction::without_written_controls(name);
        let uuid = self.0.parts.random.uuid();
        let hash = keys.application_password_hash(text);
        self.commit(&[], |context| {
            if context.model.user(user).is_none() {
                return Err(Refusal::Unknown.into());
            }
            if has_name(&context.model.app_passwords(user), name) {
                return Err(Refusal::AppPasswordNameTaken.into());
            }
            let password = AppPassword {
                uuid,
                user,
                app_id,
                name: name.to_owned(),
                created: context.now,
                last_used: None,
                last_ip: None,
                hash: hash.clone(),
            };
            Ok((self.plan_app_password(&password)?, ()))
        })
        .await?;
        self.known_app_password(user, uuid)
    }

    /// Renames an application password.
    pub async fn rename_app_password(
        &self,
        user: u64,
        uuid: Uuid,
        name: &str,
    ) -> Result<Arc<AppPassword>, StoreError> {
        let name = direction::without_written_controls(name);
        self.change_app_password(user, uuid, |password| {
            (*name).clone_into(&mut password.name)
        })
        .await?;
        self.known_app_password(user, uuid)
    }

    /// Revokes an application password and returns its record.
    pub async fn revoke_app_password(
        &self,
        user: u64,
        uuid: Uuid,
    ) -> Result<Arc<AppPassword>, StoreError> {
        self.commit(&[], |context| {
            let password = context
                .model
                .app_password(user, uuid)
                .ok_or(Refusal::Unknown)?;
            let mut plan = Plan::default();
            self.plan_revocation(&mut plan, user, uuid);
            Ok((plan, password))
        })
        .await
    }

    /// Revokes all application passwords of a user and returns their number.
    pub async fn revoke_app_passwords(&self, user: u64) -> Result<usize, StoreError> {
        /// A transaction takes 100 writes.
        const BATCH: usize = 90;
        let mut count = 0;
        loop {
            let ended = self
                .commit(&[], |context| {
                    let mut plan = Plan::default();
                    let passwords = context.model.app_passwords(user);
                    for password in passwords.iter().take(BATCH) {
                        self.plan_revocation(&mut plan, user, password.uuid);
                    }
                    Ok((plan, passwords.len().min(BATCH)))
                })
                .await?;
            count += ended;
            if ended < BATCH {
                return Ok(count);
            }
        }
    }

    pub(crate) async fn change_app_password(
        &self,
        user: u64,
        uuid: Uuid,
        change: impl Fn(&mut AppPassword) + Send + Sync,
    ) -> Result<(), StoreError> {
        self.commit(&[], |context| {
            let current = context
                .model
                .app_password(user, uuid)
                .ok_or(Refusal::Unknown)?;
            let mut password = (*current).clone();
            change(&mut password);
            Ok((self.plan_app_password(&password)?, ()))
        })
        .await
    }

    fn known_app_password(&self, user: u64, uuid: Uuid) -> Result<Arc<AppPassword>, StoreError> {
        Ok(self.app_password(user, uuid).ok_or(Refusal::Unknown)?)
    }

    fn plan_app_password(&self, password: &AppPassword) -> Result<Plan, StoreError> {
        let mut plan = Plan::default();
        let key = keys::app_password(self.tenant(), password.user, password.uuid);
        plan.put(key, password)?;
        plan.change(Change::AppPassword(Box::new(password.clone())));
        Ok(plan)
    }

    fn plan_revocation(&self, plan: &mut Plan, user: u64, uuid: Uuid) {
        plan.delete(keys::app_password(self.tenant(), user, uuid));
        plan.change(Change::AppPasswordGone { user, uuid });
    }
}
