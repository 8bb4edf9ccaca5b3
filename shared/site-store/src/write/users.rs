//! Writes of users.

use domain::direction;
use std::sync::Arc;

use domain::site::{Kind, slug};
use serde::{Deserialize, Serialize};
use vault::PasswordHash;

use super::{Plan, WriteContext, merged};
use crate::change::anything;
use crate::error::{Refusal, StoreError};
use crate::filter::{ContentFilter, StatusFilter};
use crate::keys;
use crate::log::Change;
use crate::model::Model;
use crate::slug::sanitise;
use crate::store::SiteStore;
use crate::user::{User, UserChange};

/// Password for the authorisation page, in a record of its own so that no listing reads it.
#[derive(Serialize, Deserialize)]
pub(super) struct PasswordRecord {
    hash: PasswordHash,
}

impl SiteStore {
    /// Creates a user. Login name and e-mail address must be unique, ignoring case.
    pub async fn create_user(&self, change: &UserChange) -> Result<Arc<User>, StoreError> {
        let id = self
            .commit(&[], |context| {
                let user = created(context, change)?;
                let id = user.id;
                Ok((self.plan_user(user, change)?, id))
            })
            .await?;
        Ok(self.user(id).ok_or(Refusal::Unknown)?)
    }

    /// Updates a user.
    pub async fn update_user(&self, id: u64, change: &UserChange) -> Result<Arc<User>, StoreError> {
        self.commit(&[], |context| {
            let current = context.model.user(id).ok_or(Refusal::Unknown)?;
            let user = updated(context.model, &current, change)?;
            Ok((self.plan_user(user, change)?, ()))
        })
        .await?;
        Ok(self.user(id).ok_or(Refusal::Unknown)?)
    }

    /// Deletes a user with all application passwords and returns the user. The user's content moves to
    /// `heir`; without one, what goes with its author is trashed, or deleted where the kind has no trash.
    pub async fn delete_user(&self, id: u64, heir: Option<u64>) -> Result<Arc<User>, StoreError> {
        if heir.is_none() {
            self.remove_content_of(id).await?;
        }
        self.commit(&[], |context| {
            let user = context.model.user(id).ok_or(Refusal::Unknown)?;
            let heir = match heir {
                Some(heir) if heir == id || context.model.user(heir).is_none() => {
                    return Err(Refusal::InvalidHeir.into());
                }
                Some(heir) => heir,
                None => 0,
            };
            let mut plan = Plan::default();
            plan.delete(keys::user(self.tenant(), id));
            plan.delete(keys::user_password(self.tenant(), id));
            for password in context.model.app_passwords(id) {
                plan.delete(keys::app_password(self.tenant(), id, password.uuid));
            }
            plan.change(Change::UserGone { id, heir });
            Ok((plan, user))
        })
        .await
    }

    /// Hash of the user's password for the authorisation page, if one is set.
    pub async fn user_password(&self, id: u64) -> Result<Option<PasswordHash>, StoreError> {
        let key = keys::user_password(self.tenant(), id);
        let record: Option<PasswordRecord> = self.0.parts.table.get(&key).await?;
        Ok(record.map(|record| record.hash))
    }

    async fn remove_content_of(&self, author: u64) -> Result<(), StoreError> {
        self.catch_up().await?;
        let kinds = Kind::ALL.into_iter();
        for kind in kinds.filter(|kind| kind.goes_with_author()) {
            let filter = ContentFilter {
                status: StatusFilter::Any,
                author: vec![author],
                ..ContentFilter::all(kind)
            };
            for id in self.list(&filter).await?.items {
                let removed = if kind.has_trash() {
                    self.trash(kind, id, 0, &anything).await
                } else {
                    self.delete(kind, id, &anything).await
                };
                match removed {
                    Err(StoreError::Refused(Refusal::Unknown | Refusal::AlreadyTrashed))
                    | Ok(_) => {}
                    Err(error) => return Err(error),
                }
            }
        }
        Ok(())
    }

    fn plan_user(&self, user: User, change: &UserChange) -> Result<Plan, StoreError> {
        let mut plan = Plan::default();
        plan.put(keys::user(self.tenant(), user.id), &user)?;
        if let Some(hash) = &change.password {
            let record = PasswordRecord { hash: hash.clone() };
            plan.put(keys::user_password(self.tenant(), user.id), &record)?;
        }
        plan.change(Change::User(Box::new(user)));
        Ok(plan)
    }
}

fn check_free(model: &Model, except: u64, change: &UserChange) -> Result<(), StoreError> {
    let others = || model.all_users().filter(|user| user.id != except);
    if let Some(login) = change.login.as_deref().map(str::to_lowercase)
        && others().any(|user| user.login.to_lowercase() == login)
    {
        return Err(Refusal::LoginTaken.into());
    }
    if let Some(email) = change.email.as_deref().map(str::to_lowercase)
        && others().any(|user| user.email.to_lowercase() == email)
    {
        return Err(Refusal::EmailTaken.into());
    }
    Ok(())
}

pub(super) fn free_slug(model: &Model, id: u64, wanted: &str) -> String {
    let wanted = sanitise(wanted);
    if wanted.is_empty() {
        return id.to_string();
    }
    slug::unique(slug::truncate(&wanted, 50), |slug| {
        model
            .all_users()
            .any(|user| user.slug == slug && user.id != id)
    })
}

fn created(context: &WriteContext<'_>, change: &UserChange) -> Result<User, StoreError> {
    let model = context.model;
    let id = model.next_user();
    check_free(model, id, change)?;
    let login = change.login.clone().unwrap_or_default();
    let blank = User {
        id,
        email: String::new(),
        name: login.clone(),
        first_name: String::new(),
        last_name: String::new(),
        nickname: login.clone(),
        url: String::new(),
        description: String::new(),
        locale: String::new(),
        slug: free_slug(model, id, &login),
        registered: context.now,
        roles: vec![model.settings().default_role],
        meta: std::collections::BTreeMap::new(),
        login,
    };
    updated(model, &blank, change)
}

fn updated(model: &Model, current: &User, change: &UserChange) -> Result<User, StoreError> {
    let mut user = current.clone();
    let change = UserChange {
        login: None,
        ..change.clone()
    };
    check_free(model, user.id, &change)?;
    let take = |to: &mut String, from: Option<String>| {
        if let Some(text) = from {
            *to = text;
        }
    };
    take(&mut user.email, change.email);
    let name = |given: Option<String>| {
        given.map(|given| direction::without_written_controls(&given).into_owned())
    };
    take(&mut user.name, name(change.name));
    take(&mut user.first_name, name(change.first_name));
    take(&mut user.last_name, name(change.last_name));
    take(&mut user.nickname, name(change.nickname));
    take(&mut user.url, change.url);
    take(&mut user.description, change.description);
    take(&mut user.locale, change.locale);
    if let Some(slug) = change.slug.filter(|slug| !slug.is_empty()) {
        user.slug = free_slug(model, user.id, &slug);
    }
    if let Some(roles) = change.roles {
        user.roles.clear();
        for role in roles {
            if !user.roles.contains(&role) {
                user.roles.push(role);
            }
        }
    }
    user.meta = merged(user.meta, &change.meta);
    Ok(user)
}
