//! JSON representation of users.

use domain::site::{Caller as Access, Capability, Kind, Role};
use serde_json::{Map, Value, json};
use site_api::format::{gmt, map_or_list};
use site_api::reply::shows_links;
use site_api::{PageHeads, ViewContext, links};
use site_rest::{Link, Links, RestError};
use site_store::{SiteStore, User};
use site_urls::address;

use site_contract::core::avatars::AVATAR_WIDTHS;
use site_contract::core::users::USER;

use super::preferences;

/// The kinds whose published items make their author public.
pub const PUBLIC_KINDS: [Kind; 2] = [Kind::Post, Kind::Page];

/// The JSON representation of a user, with the head of the author's archive.
///
/// # Errors
/// The store fails.
pub fn view(user: &User, cx: &ViewContext<'_>, heads: &PageHeads<'_>) -> Result<Value, RestError> {
    let mut value = members(user, cx);
    heads.add_author(user, &mut value)?;
    if let (true, Some(map)) = (shows_links(cx.fields), value.as_object_mut()) {
        map.insert(
            "_links".to_owned(),
            user_links(user, cx).into_value(cx.site),
        );
    }
    Ok(value)
}

/// The members of the schema that the context shows.
fn members(user: &User, cx: &ViewContext<'_>) -> Value {
    let ViewContext {
        site,
        store,
        access,
        context,
        ..
    } = *cx;
    let mut out = Map::new();
    let mut put = |name: &str, value: Value| {
        out.insert(name.to_owned(), value);
    };
    put("id", json!(user.id));
    put("username", json!(user.login));
    put("name", json!(user.name));
    put("first_name", json!(user.first_name));
    put("last_name", json!(user.last_name));
    put("email", json!(user.email));
    put("url", json!(user.url));
    put("description", json!(user.description));
    put("link", json!(links::author(user, site)));
    put("locale", json!(locale(user, store)));
    put("nickname", json!(user.nickname));
    put("slug", json!(user.slug));
    if access.can(Capability::ListUsers) || access.may_edit_user(user.id) {
        let names: Vec<&str> = user.roles.iter().map(|role| role.name()).collect();
        put("roles", json!(names));
    }
    put(
        "registered_date",
        json!(format!("{}+00:00", gmt(user.registered))),
    );
    put("capabilities", capabilities(user));
    put("extra_capabilities", roles(user));
    put("avatar_urls", avatar_urls(&user.email));
    put("meta", Value::Object(preferences::shown(user)));
    let mut value = Value::Object(out);
    USER.schema().keep_context(&mut value, context);
    if let Some(meta) = value.get_mut("meta") {
        let kept = meta.as_object().cloned().unwrap_or_default();
        *meta = map_or_list(kept);
    }
    value
}

fn user_links(user: &User, cx: &ViewContext<'_>) -> Links {
    let (site, access) = (cx.site, cx.access);
    let mut allow = Vec::new();
    if is_visible(user, cx.store, access) {
        allow.push("GET");
    }
    if access.may_edit_user(user.id) {
        allow.extend(["POST", "PUT", "PATCH"]);
    }
    if access.can(Capability::DeleteUsers) {
        allow.push("DELETE");
    }
    Links::new()
        .link(
            "self",
            Link::to(site.url(&format!("/core/v2/users/{}", user.id))).allowing(allow),
        )
        .link("collection", Link::to(site.url("/core/v2/users")))
}

/// The language of the user's screens: their own, otherwise the site's.
fn locale(user: &User, store: &SiteStore) -> String {
    if user.locale.is_empty() {
        store.settings().language.clone()
    } else {
        user.locale.clone()
    }
}

/// Whether the caller may read the user. Being listed as an author does not imply it. A store that fails counts as
/// no.
fn is_visible(user: &User, store: &SiteStore, access: &Access) -> bool {
    access.may_edit_user(user.id)
        || access.can(Capability::ListUsers)
        || store.has_published(user.id, &PUBLIC_KINDS).unwrap_or(false)
}

/// The user's capabilities, including the names of their roles, because clients look for both.
fn capabilities(user: &User) -> Value {
    let own = Capability::ALL
        .iter()
        .filter(|capability| user.can(**capability))
        .map(|capability| capability.name());
    let all = own.chain(user.roles.iter().map(|role| role.name()));
    let mut all: Map<String, Value> = all
        .map(|name| (name.to_owned(), Value::Bool(true)))
        .collect();
    // Levels preceded capabilities; old clients still read them.
    if let Some(highest) = user.roles.iter().filter_map(|role| level(*role)).max() {
        all.extend(
            (0..=highest)
                .rev()
                .map(|level| (format!("level_{level}"), Value::Bool(true))),
        );
    }
    Value::Object(all)
}

const fn level(role: Role) -> Option<u8> {
    match role {
        Role::Administrator => Some(10),
        Role::Editor => Some(7),
        Role::Author => Some(2),
        Role::Contributor => Some(1),
        Role::Subscriber => Some(0),
    }
}

fn roles(user: &User) -> Value {
    user.roles
        .iter()
        .map(|role| (role.name().to_owned(), Value::Bool(true)))
        .collect::<Map<_, _>>()
        .into()
}

/// Addresses of a user's avatar, by width in pixels.
pub fn avatar_urls(email: &str) -> Value {
    let urls: Map<String, Value> = AVATAR_WIDTHS
        .into_iter()
        .map(|width| {
            let url = address::avatar(email, width);
            (width.to_string(), Value::from(url))
        })
        .collect();
    Value::Object(urls)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn case_and_blanks_of_the_address_do_not_matter() {
        assert_eq!(
            avatar_urls(" Ana@Exemplo.com.br "),
            avatar_urls("ana@exemplo.com.br")
        );
        assert_eq!(avatar_urls("a").as_object().unwrap().len(), 3);
    }
}
