//! JSON representation of menu items.

use domain::site::Taxonomy;
use serde_json::{Map, Value, json};
use site_api::ViewContext;
use site_api::reply::shows_links;
use site_contract::core::rest_bases::taxonomy_base;
use site_rest::Link;
use site_store::Content;

use crate::content::view::{add_actions, add_terms, base_links, meta};
use crate::menus::items::target::{Shown, Targets};
use site_contract::core::menu_items::MENU_ITEM;

/// The JSON representation of a menu item.
pub fn view(item: &Content, targets: &Targets, cx: &ViewContext<'_>) -> Value {
    let target = item.menu_item.clone().unwrap_or_default();
    let shown = targets.shown(&target, &item.title, cx.store, cx.site);
    let mut out = Map::new();
    let mut put = |name: &str, value: Value| {
        out.insert(name.to_owned(), value);
    };
    put("id", json!(item.id));
    put(
        "title",
        json!({"raw": shown.title.raw, "rendered": shown.title.rendered}),
    );
    put("status", json!(item.status.name()));
    put("url", json!(shown.url));
    put("attr_title", json!(item.excerpt));
    put("description", json!(item.content));
    put("type", json!(target.target_type));
    put("type_label", json!(shown.label));
    put("object", json!(target.object));
    put("object_id", json!(target.object_id));
    put("parent", json!(item.parent));
    put("menu_order", json!(item.menu_order));
    put("target", json!(target.target));
    put("classes", json!(tokens(&target.classes)));
    put("xfn", json!(tokens(&target.xfn)));
    put("invalid", json!(shown.invalid));
    put("meta", meta(item, cx));
    // An item outside any menu has no `menus` member.
    if let Some(menu) = item.terms_of(Taxonomy::NavMenu).first() {
        put(taxonomy_base(Taxonomy::NavMenu), json!(menu));
    }
    let mut value = Value::Object(out);
    MENU_ITEM.schema().keep_context(&mut value, cx.context);
    if let (true, Some(map)) = (shows_links(cx.fields), value.as_object_mut()) {
        map.insert("_links".to_owned(), item_links(item, shown, cx));
    }
    value
}

/// Class names; `[""]` when there are none, as in deployed systems.
fn tokens(names: &[String]) -> Vec<&str> {
    if names.is_empty() {
        vec![""]
    } else {
        names.iter().map(String::as_str).collect()
    }
}

fn item_links(item: &Content, shown: Shown, cx: &ViewContext<'_>) -> Value {
    let mut all = base_links(item, cx);
    add_terms(&mut all, item, cx);
    if let Some((family, name, href)) = shown.linked {
        let link = Link::to(href).with(family, name).embeddable();
        all.add("core:menu-item-object", link);
    }
    if cx.context == "edit" {
        add_actions(&mut all, item, cx);
    }
    all.into_value(cx.site)
}
