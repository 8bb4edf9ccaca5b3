//! Menus, and the places where they are shown.

use domain::site::Caller;
use serde_json::{Map, Value, json};
use site_rest::{Fields, Link, Links, Surroundings};
use site_store::{AUTO_ADD, MenuLocation, SiteStore, Term};

use super::post::shows_links;
use super::term::term_links;
use super::{encoded, map_or_list};
use crate::shapes::menu::{LOCATION, MENU};

/// A menu as answered.
pub fn view(
    term: &Term,
    store: &SiteStore,
    access: &Caller,
    site: &Surroundings,
    context: &str,
    fields: &Fields,
) -> Value {
    let settings = store.settings();
    let locations: Vec<&str> = settings
        .menu_locations
        .iter()
        .filter(|(_, place)| place.menu == term.id)
        .map(|(name, _)| name.as_str())
        .collect();
    let mut out = Map::new();
    let mut put = |name: &str, value: Value| {
        out.insert(name.to_owned(), value);
    };
    put("id", json!(term.id));
    put("description", json!(term.description));
    put("name", json!(encoded(&term.name)));
    put("slug", json!(term.slug));
    put("meta", map_or_list(Map::new()));
    put("locations", json!(locations));
    let auto_add = term.meta.get(AUTO_ADD) == Some(&Value::Bool(true));
    put("auto_add", json!(auto_add));
    let mut value = Value::Object(out);
    MENU.shape().keep_context(&mut value, context);
    if let (true, Some(map)) = (shows_links(fields), value.as_object_mut()) {
        let mut all = term_links(term, store, access, site);
        for name in locations {
            let href = site.url(&format!("/core/v2/menu-locations/{name}"));
            all.add("core:menu-location", Link::to(href).embeddable());
        }
        map.insert("_links".to_owned(), all.into_value(site));
    }
    value
}

/// A location as answered. A menu that is gone is shown nowhere.
pub fn location(
    name: &str,
    place: &MenuLocation,
    store: &SiteStore,
    site: &Surroundings,
    context: &str,
) -> Value {
    let menu = store.term(place.menu).map_or(0, |term| term.id);
    let mut value = json!({"name": name, "description": place.description, "menu": menu});
    LOCATION.shape().keep_context(&mut value, context);
    let mut all = Links::new()
        .link(
            "self",
            Link::to(site.url(&format!("/core/v2/menu-locations/{name}"))),
        )
        .link("collection", Link::to(site.url("/core/v2/menu-locations")));
    if menu > 0 {
        let href = site.url(&format!("/core/v2/menus/{menu}"));
        all.add("core:menu", Link::to(href).embeddable());
    }
    if let Some(map) = value.as_object_mut() {
        map.insert("_links".to_owned(), all.into_value(site));
    }
    value
}
