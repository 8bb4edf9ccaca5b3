//! Menu items.

use domain::site::Taxonomy;
use serde_json::{Map, Value, json};
use site_rest::Link;
use site_store::Content;

use super::links;
use super::post::{Scene, add_actions, add_terms, base_links, meta, shows_links};
use crate::menus::target::{Shown, Targets};
use crate::shapes::menu_item::MENU_ITEM;

/// A menu item as answered.
pub fn view(item: &Content, targets: &Targets, scene: &Scene<'_>) -> Value {
    let target = item.menu_item.clone().unwrap_or_default();
    let shown = targets.shown(&target, &item.title, scene.store, scene.site);
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
    put("meta", meta(item));
    // An item of no menu does not name one.
    if let Some(menu) = item.terms_of(Taxonomy::NavMenu).first() {
        put(links::taxonomy_base(Taxonomy::NavMenu), json!(menu));
    }
    let mut value = Value::Object(out);
    MENU_ITEM.shape().keep_context(&mut value, scene.context);
    if let (true, Some(map)) = (shows_links(scene.fields), value.as_object_mut()) {
        map.insert("_links".to_owned(), item_links(item, shown, scene));
    }
    value
}

/// Class names; one that is empty when there are none, as deployed systems answer.
fn tokens(names: &[String]) -> Vec<&str> {
    if names.is_empty() {
        vec![""]
    } else {
        names.iter().map(String::as_str).collect()
    }
}

fn item_links(item: &Content, shown: Shown, scene: &Scene<'_>) -> Value {
    let mut all = base_links(item, scene);
    add_terms(&mut all, item, scene);
    if let Some((family, name, href)) = shown.linked {
        let link = Link::to(href).with(family, name).embeddable();
        all.add("core:menu-item-object", link);
    }
    if scene.context == "edit" {
        add_actions(&mut all, item, scene);
    }
    all.into_value(scene.site)
}
