//! JSON representation of menus.

use serde_json::{Map, Value, json};
use site_api::ViewContext;
use site_api::reply::shows_links;
use site_contract::core::term_schema::MENU;
use site_rest::Link;
use site_store::{AUTO_ADD, Term};

use crate::terms::view::{members, term_links};

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
    let auto_add = term.meta.get(AUTO_ADD) == Some(&Value::Bool(true));
    let mut value = Value::Object(members(term, Map::new(), |shared| match shared {
        "meta" => vec![
            ("locations", json!(locations)),
            ("auto_add", json!(auto_add)),
        ],
        _ => Vec::new(),
    }));
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
