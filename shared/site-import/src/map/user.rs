//! Mapping of users.

use std::collections::BTreeMap;

use domain::site::Role;
use jiff::Timestamp;
use markup::escape;
use site_store::User;

use super::member::Item;
use super::meta::of_others;
use super::{MapError, Mapped, content};

/// Maps a user. Unknown roles are dropped and reported.
pub fn map(item: &Item<'_>) -> Result<Mapped<User>, MapError> {
    let mut lost = Vec::new();
    let mut roles = Vec::new();
    for name in item.get("roles")?.texts()? {
        match Role::named(&name) {
            Some(role) => roles.push(role),
            None => lost.push(format!("the role {name} is not known here")),
        }
    }
    roles.sort_unstable_by(|a, b| b.cmp(a));
    roles.dedup();
    let registered: Timestamp = item
        .get("registered_date")?
        .word(|date| date.parse().ok())?;
    of_others(content::meta(item)?, &mut lost);
    // Hosts store names HTML-encoded.
    let name = |name| Ok::<_, MapError>(escape::decode(&item.get(name)?.text()?));
    let record = User {
        id: item.id()?,
        login: item.get("username")?.for_editors()?,
        email: item.get("email")?.for_editors()?,
        name: name("name")?,
        first_name: name("first_name")?,
        last_name: name("last_name")?,
        nickname: name("nickname")?,
        url: item.get("url")?.text()?,
        description: item.get("description")?.text()?,
        locale: item.get("locale")?.text()?,
        slug: item.get("slug")?.text()?,
        registered,
        roles,
        meta: BTreeMap::new(),
    };
    if record.login.is_empty() {
        return Err(MapError::Malformed("username"));
    }
    Ok(Mapped { record, lost })
}
