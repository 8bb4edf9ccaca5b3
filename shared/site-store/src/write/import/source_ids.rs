//! Frees the source's identifiers on a site that was only just initialised.

use std::collections::{BTreeMap, HashSet};

use domain::site::Taxonomy;
use items::{Key, retry_on_conflict};

use super::super::users::PasswordRecord;
use super::super::{Plan, WriteContext};
use crate::error::{Refusal, StoreError};
use crate::import::ImportLedger;
use crate::keys;
use crate::log::Change;
use crate::model::Model;
use crate::store::SiteStore;
use crate::user::{AppPassword, User};

/// Identifiers of the source with which the records of a site's initialisation may collide.
#[derive(Debug, Clone, Default)]
pub struct SourceIds {
    /// Identifiers and login names of the source's users.
    pub users: Vec<(u64, String)>,
    /// Default category of the source, if it has categories.
    pub default_category: Option<u64>,
}

impl SiteStore {
    /// Frees the identifiers of the source that the site's initialisation has taken. A local user with
    /// a login name of the source gets that user's identifier; one whose identifier the source needs
    /// gets a new, higher one; both keep their passwords. The unused first category is deleted. Does
    /// nothing when the site ever had content or something was already imported.
    pub async fn free_source_ids(
        &self,
        ledger: &ImportLedger,
        to: &SourceIds,
    ) -> Result<(), StoreError> {
        if !ledger.was_fresh() || !ledger.is_empty() {
            return Ok(());
        }
        retry_on_conflict(|| async {
            self.catch_up().await?;
            let head = self.version();
            let moves = moves(&self.model(), to);
            let mut passwords = BTreeMap::new();
            for (from, _) in &moves {
                let key = keys::user_password(self.tenant(), *from);
                if let Some(record) = self.0.parts.table.get::<PasswordRecord>(&key).await? {
                    passwords.insert(*from, record);
                }
            }
            let done = self
                .commit(&[], |context| {
                    let mut plan = Plan::default();
                    if context.model.head() != head {
                        return Ok((plan, false));
                    }
                    self.plan_moves(context, &mut plan, &moves, &passwords)?;
                    self.plan_first_category(context, &mut plan, to)?;
                    Ok((plan, true))
                })
                .await?;
            Ok(done.then_some(()))
        })
        .await
    }

    fn plan_moves(
        &self,
        context: &WriteContext<'_>,
        plan: &mut Plan,
        moves: &[(u64, u64)],
        passwords: &BTreeMap<u64, PasswordRecord>,
    ) -> Result<(), StoreError> {
        let tenant = self.tenant();
        let mut moved: Vec<(User, Vec<AppPassword>)> = Vec::new();
        let mut gone: Vec<Key> = Vec::new();
        let mut put: HashSet<Key> = HashSet::new();
        for (from, to) in moves {
            let user = context.model.user(*from).ok_or(Refusal::Unknown)?;
            gone.push(keys::user(tenant, *from));
            gone.push(keys::user_password(tenant, *from));
            let mut own = Vec::new();
            for password in context.model.app_passwords(*from) {
                gone.push(keys::app_password(tenant, *from, password.uuid));
                own.push(AppPassword {
                    user: *to,
                    ..(*password).clone()
                });
            }
            moved.push((
                User {
                    id: *to,
                    ..(*user).clone()
                },
                own,
            ));
            if let Some(record) = passwords.get(from) {
                let key = keys::user_password(tenant, *to);
                put.insert(key.clone());
                plan.put(key, record)?;
            }
            plan.change(Change::UserGone {
                id: *from,
                heir: *to,
            });
        }
        for (user, own) in moved {
            let key = keys::user(tenant, user.id);
            put.insert(key.clone());
            plan.put(key, &user)?;
            for password in own {
                let key = keys::app_password(tenant, password.user, password.uuid);
                put.insert(key.clone());
                plan.put(key, &password)?;
                plan.change(Change::AppPassword(Box::new(password)));
            }
            plan.change(Change::User(Box::new(user)));
        }
        for key in gone {
            if !put.contains(&key) {
                plan.delete(key);
            }
        }
        Ok(())
    }

    fn plan_first_category(
        &self,
        context: &WriteContext<'_>,
        plan: &mut Plan,
        to: &SourceIds,
    ) -> Result<(), StoreError> {
        let Some(theirs) = to.default_category else {
            return Ok(());
        };
        let model = context.model;
        let mut settings = (*model.settings()).clone();
        let own = settings.default_category;
        if !model.is_term_of(own, Taxonomy::Category) || model.is_carried(own)? {
            return Ok(());
        }
        plan.delete(keys::term(self.tenant(), own));
        plan.change(Change::TermGone {
            id: own,
            taxonomy: Taxonomy::Category,
            heir: 0,
            fallback: None,
        });
        settings.default_category = theirs;
        plan.put(keys::settings(self.tenant()), &settings)?;
        plan.change(Change::Settings(Box::new(settings)));
        Ok(())
    }
}

/// New identifiers of local users. Users who get new, higher identifiers come first, which frees their
/// identifiers for the others.
fn moves(model: &Model, to: &SourceIds) -> Vec<(u64, u64)> {
    let highest = to.users.iter().map(|(id, _)| *id).max().unwrap_or_default();
    let mut behind = highest.max(model.last_user());
    let (mut away, mut into) = (Vec::new(), Vec::new());
    for user in model.all_users() {
        let login = user.login.to_lowercase();
        let same = to
            .users
            .iter()
            .find(|(_, name)| name.to_lowercase() == login);
        match same {
            Some((id, _)) if *id == user.id => {}
            Some((id, _)) => into.push((user.id, *id)),
            None if to.users.iter().any(|(id, _)| *id == user.id) => {
                behind += 1;
                away.push((user.id, behind));
            }
            None => {}
        }
    }
    // A user whose target identifier stays taken is not moved; the import reports the conflict.
    into.retain(|(_, id)| model.user(*id).is_none() || away.iter().any(|(from, _)| from == id));
    away.extend(into);
    away
}
