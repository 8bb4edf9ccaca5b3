//! Queries for users and application passwords.

use std::cmp::Ordering;
use std::sync::Arc;

use domain::site::{Capability, Kind, Status};
use rusqlite::params;
use uuid::Uuid;

use super::{Model, sql_id};
use crate::collation::name_key;
use crate::error::StoreError;
use crate::filter::Listed;
use crate::fold::fold;
use crate::user::{AppPassword, User, UserColumn, UserFilter, UserOrder};

/// Cuts a window out of a sorted list.
pub(super) fn window<T>(items: Vec<T>, offset: usize, limit: Option<usize>) -> Listed<T> {
    let total = items.len() as u64;
    let items = items
        .into_iter()
        .skip(offset)
        .take(limit.unwrap_or(usize::MAX))
        .collect();
    Listed { items, total }
}

impl Model {
    pub(crate) fn user(&self, id: u64) -> Option<Arc<User>> {
        self.users.get(&id).cloned()
    }

    /// User with this login name or, if it contains an `@`, e-mail address; ignores case.
    pub(crate) fn user_by_login(&self, login: &str) -> Option<Arc<User>> {
        let login = login.trim().to_lowercase();
        let by_name = self
            .users
            .values()
            .find(|user| user.login.to_lowercase() == login);
        by_name
            .or_else(|| {
                self.users
                    .values()
                    .find(|user| login.contains('@') && user.email.to_lowercase() == login)
            })
            .cloned()
    }

    pub(crate) fn all_users(&self) -> impl Iterator<Item = &Arc<User>> {
        self.users.values()
    }

    pub(crate) fn app_passwords(&self, user: u64) -> Vec<Arc<AppPassword>> {
        self.app_passwords.get(&user).cloned().unwrap_or_default()
    }

    pub(crate) fn app_password(&self, user: u64, uuid: Uuid) -> Option<Arc<AppPassword>> {
        let mut passwords = self.app_passwords.get(&user)?.iter();
        passwords.find(|password| password.uuid == uuid).cloned()
    }

    pub(super) fn put_app_password(&mut self, password: Arc<AppPassword>) {
        let passwords = self.app_passwords.entry(password.user).or_default();
        let known = passwords
            .iter_mut()
            .find(|known| known.uuid == password.uuid);
        match known {
            Some(known) => *known = password,
            None => passwords.push(password),
        }
    }

    /// Whether a user has a published item of one of these kinds.
    pub(crate) fn has_published(&self, user: u64, kinds: &[Kind]) -> Result<bool, StoreError> {
        let mut statement = self.connection.prepare_cached(
            "SELECT EXISTS (SELECT 1 FROM content WHERE author = ?1 AND kind = ?2 AND status = ?3)",
        )?;
        for kind in kinds {
            let found = statement.query_row(
                params![sql_id(user), kind.name(), Status::Publish.name()],
                |row| row.get(0),
            )?;
            if found {
                return Ok(true);
            }
        }
        Ok(false)
    }

    pub(super) fn carried_terms(&self, content: u64) -> Result<Vec<u64>, StoreError> {
        self.ids(
            "SELECT term FROM content_term WHERE content = ?1 ORDER BY term",
            [sql_id(content)],
        )
    }

    pub(crate) fn list_users(&self, filter: &UserFilter) -> Result<Listed<Arc<User>>, StoreError> {
        let mut users = Vec::new();
        for user in self.users.values() {
            if !matches(user, filter) {
                continue;
            }
            if let Some(kinds) = &filter.has_published
                && !self.has_published(user.id, kinds)?
            {
                continue;
            }
            users.push(Arc::clone(user));
        }
        sort(&mut users, filter);
        Ok(window(users, filter.offset, filter.limit))
    }
}

fn matches(user: &User, filter: &UserFilter) -> bool {
    let included = if filter.include.is_empty() {
        !filter.exclude.contains(&user.id)
    } else {
        filter.include.contains(&user.id)
    };
    included
        && (filter.slugs.is_empty() || filter.slugs.contains(&user.slug))
        && has_rights(user, filter)
        && filter
            .search
            .as_deref()
            .is_none_or(|search| found(user, search, &filter.search_columns))
}

/// Whether a user has one of the roles or one of the capabilities. Writers are asked for alone
/// (docs/interface/site/users.md#filters).
fn has_rights(user: &User, filter: &UserFilter) -> bool {
    if filter.writers {
        return user.can(Capability::EditPosts);
    }
    let (roles, capabilities) = (filter.roles.as_deref(), filter.capabilities.as_deref());
    let is_open = roles.is_none() && capabilities.is_none();
    let has_role = |role| user.roles.contains(role);
    is_open
        || roles.is_some_and(|roles| roles.iter().any(has_role))
        || capabilities.is_some_and(|rights| rights.iter().any(|right| user.can(*right)))
}

fn found(user: &User, search: &str, columns: &[UserColumn]) -> bool {
    let search = fold(search.trim().trim_matches('*'));
    let usual = [
        UserColumn::Id,
        UserColumn::Name,
        UserColumn::Login,
        UserColumn::Slug,
        UserColumn::Url,
    ];
    let columns = if columns.is_empty() { &usual } else { columns };
    columns.iter().any(|column| match column {
        UserColumn::Id => user.id.to_string() == search,
        UserColumn::Name => fold(&user.name).contains(&search),
        UserColumn::Login => fold(&user.login).contains(&search),
        UserColumn::Slug => user.slug.contains(&search),
        UserColumn::Url => fold(&user.url).contains(&search),
        UserColumn::Email => fold(&user.email).contains(&search),
    })
}

fn sort(users: &mut [Arc<User>], filter: &UserFilter) {
    let by_given_order = matches!(
        filter.order_by,
        UserOrder::Include | UserOrder::IncludeSlugs
    );
    users.sort_by(|a, b| {
        let order = match filter.order_by {
            UserOrder::Name => name_key(&a.name).cmp(&name_key(&b.name)),
            UserOrder::Id => Ordering::Equal,
            UserOrder::Slug => a.slug.cmp(&b.slug),
            UserOrder::Email => a.email.to_lowercase().cmp(&b.email.to_lowercase()),
            UserOrder::Url => a.url.cmp(&b.url),
            UserOrder::Registered => a.registered.cmp(&b.registered),
            UserOrder::Include => {
                let place = |id: u64| filter.include.iter().position(|wanted| *wanted == id);
                place(a.id).cmp(&place(b.id))
            }
            UserOrder::IncludeSlugs => {
                let place = |slug: &String| filter.slugs.iter().position(|s| s == slug);
                place(&a.slug).cmp(&place(&b.slug))
            }
        };
        let order = order.then(a.id.cmp(&b.id));
        if filter.descending && !by_given_order {
            order.reverse()
        } else {
            order
        }
    });
}
