//! JSON representation of a block type.

use serde_json::{Map, Value, json};
use site_blocks::BlockType;
use site_contract::core::block_types::BLOCK_TYPE;
use site_rest::{Link, Links, Locale, SiteContext};

use crate::representation::finished;

/// Members that are the same for all types: lists of files, because the site serves none of blocks, what an editor
/// brings itself, and members of former versions.
const EMPTY_LISTS: [&str; 8] = [
    "keywords",
    "editor_script_handles",
    "script_handles",
    "view_script_handles",
    "view_script_module_ids",
    "editor_style_handles",
    "style_handles",
    "view_style_handles",
];
const NULLS: [&str; 9] = [
    "icon",
    "textdomain",
    "example",
    "variations",
    "editor_script",
    "script",
    "view_script",
    "editor_style",
    "style",
];

/// The names, or `null` for none.
fn listed(names: &[String]) -> Value {
    if names.is_empty() {
        Value::Null
    } else {
        json!(names)
    }
}

/// The styles that people choose; the first is marked as the default.
fn styles(one: &BlockType, portuguese: bool) -> Value {
    let styles = one.styles.iter().enumerate().map(|(place, style)| {
        let (name, label) = (&style.name, style.label(portuguese));
        if place == 0 {
            json!({"name": name, "label": label, "isDefault": true})
        } else {
            json!({"name": name, "label": label})
        }
    });
    styles.collect()
}

/// A block type.
pub fn view(one: &BlockType, site: &SiteContext, context: &str) -> Value {
    let portuguese = site.locale == Locale::PtBr;
    let mut all = Map::new();
    let mut put = |name: &str, value: Value| {
        all.insert(name.to_owned(), value);
    };
    put("api_version", json!(one.api));
    put("title", json!(one.title(portuguese)));
    put("name", json!(one.name));
    put("description", json!(one.description(portuguese)));
    put("attributes", json!(one.attributes));
    put("provides_context", json!(one.provides));
    put("uses_context", json!(one.uses));
    put("selectors", json!(one.selectors));
    put("supports", json!(one.supports));
    put("category", json!(one.category));
    put("is_dynamic", json!(site_blocks::is_rendered(&one.name)));
    put("parent", listed(&one.parent));
    put("ancestor", listed(&one.ancestor));
    put("allowed_blocks", listed(&one.allowed));
    put("block_hooks", json!({}));
    put("styles", styles(one, portuguese));
    for name in EMPTY_LISTS {
        put(name, json!([]));
    }
    for name in NULLS {
        put(name, Value::Null);
    }
    let address = |path: &str| Link::to(site.url(&format!("/core/v2/block-types{path}")));
    let links = Links::new()
        .link("collection", address(""))
        .link("self", address(&format!("/{}", one.name)))
        .link("up", address(&format!("/{}", one.namespace())));
    let links = if site_blocks::is_rendered(&one.name) {
        let path = format!("/core/v2/block-renderer/{}?context=edit", one.name);
        links.link("core:render-block", Link::to(site.url(&path)))
    } else {
        links
    };
    finished(Value::Object(all), links, &BLOCK_TYPE, site, context)
}
