//! JSON representation of abilities and categories.

use serde_json::{Value, json};
use site_contract::abilities::{ABILITY, CATEGORY, NAMESPACE};
use site_rest::{Link, Links, SiteContext};

use super::ability::{Ability, Behaviour, Category};
use crate::language::in_language;
use crate::representation::finished;

/// How an ability behaves and who is meant to find it.
pub fn meta(one: &Ability) -> Value {
    let mut meta = json!({
        "annotations": {
            "readonly": one.behaviour == Behaviour::Reads,
            "destructive": one.behaviour == Behaviour::Removes,
            "idempotent": one.behaviour != Behaviour::Changes,
        },
        "public": true,
        "show_in_rest": true,
    });
    if let (true, Some(map)) = (one.has_pages, meta.as_object_mut()) {
        map.insert("pagination".to_owned(), json!(true));
    }
    meta
}

/// An ability.
pub fn ability(one: &Ability, site: &SiteContext, context: &str) -> Value {
    let value = json!({
        "name": one.name,
        "label": in_language(one.label, site.locale),
        "description": in_language(one.description, site.locale),
        "category": one.category,
        "input_schema": one.input.as_schema(),
        "output_schema": one.output.as_schema(),
        "meta": meta(one),
    });
    let address = |end: &str| Link::to(site.url(&format!("/{NAMESPACE}/abilities{end}")));
    let links = Links::new()
        .link("self", address(&format!("/{}", one.name)))
        .link("collection", address(""))
        .link("core:action-run", address(&format!("/{}/run", one.name)));
    finished(value, links, &ABILITY, site, context)
}

/// A category.
pub fn category(one: &Category, site: &SiteContext, context: &str) -> Value {
    let value = json!({
        "slug": one.slug,
        "label": in_language(one.label, site.locale),
        "description": in_language(one.description, site.locale),
        "meta": [],
    });
    let address = |end: &str| Link::to(site.url(&format!("/{NAMESPACE}{end}")));
    let links = Links::new()
        .link("self", address(&format!("/categories/{}", one.slug)))
        .link("collection", address("/categories"))
        .link(
            "abilities",
            address(&format!("/abilities?category={}", one.slug)),
        );
    finished(value, links, &CATEGORY, site, context)
}
