//! JSON representation of menus.

use serde_json::{Map, Value, json};
use site_api::ViewContext;
use site_api::format::{encoded, map_or_list};
use site_api::reply::shows_links;
use site_rest::Link;
use site_store::{AUTO_ADD, Term};

use crate::terms::view::term_links;
use site_contract::core::menus::MENU;

/// The JSON representation of a menu.
pub fn view(term: &Term, cx: &ViewContext<'_>) -> Value {
    let ViewContext {
        site,
        store,
        context,
        fields,
        ..
    } = *cx;
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
    MENU.schema().keep_context(&mut value, context);
    if let (true, Some(map)) = (shows_links(fields), value.as_object_mut()) {
        let mut all = term_links(term, cx);
        for name in locations {
            let href = site.url(&format!("/core/v2/menu-locations/{name}"));
            all.add("core:menu-location", Link::to(href).embeddable());
        }
        map.insert("_links".to_owned(), all.into_value(site));
    }
    value
}
