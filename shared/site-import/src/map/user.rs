//! Users.

use std::collections::BTreeMap;

use domain::site::Role;
use jiff::Timestamp;
use serde_json::Value;
use site_store::User;

use super::member::{for_editors, id, text, texts};
use super::{Mapped, Misread};

/// A user. A role that the site does not know is not kept.
pub fn map(item: &Value) -> Result<Mapped<User>, Misread> {
    let mut lost = Vec::new();
    let mut roles = Vec::new();
    for name in texts(item, "roles") {
        match Role::named(&name) {
            Some(role) => roles.push(role),
            None => lost.push(format!("the role {name} is not known here")),
        }
    }
    roles.sort_unstable_by(|a, b| b.cmp(a));
    roles.dedup();
    let registered: Timestamp = text(item, "registered_date")
        .parse()
        .map_err(|_| Misread::Member("registered_date"))?;
    let record = User {
        id: id(item).ok_or(Misread::Member("id"))?,
        login: for_editors(item, "username")?,
        email: for_editors(item, "email")?,
        name: text(item, "name"),
        first_name: text(item, "first_name"),
        last_name: text(item, "last_name"),
        nickname: text(item, "nickname"),
        url: text(item, "url"),
        description: text(item, "description"),
        locale: text(item, "locale"),
        slug: text(item, "slug"),
        registered,
        roles,
        meta: BTreeMap::new(),
    };
    if record.login.is_empty() {
        return Err(Misread::Member("username"));
    }
    Ok(Mapped { record, lost })
}
