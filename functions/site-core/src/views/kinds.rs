//! Kinds of content, states and taxonomies.

use domain::site::{Kind, Status, Taxonomy};
use serde_json::{Map, Value, json};
use site_rest::{Link, Links, Locale, Resource, Surroundings};

use super::links::{base, taxonomy_base};
use crate::shapes::kinds::{STATUS, TAXONOMY, TYPE};

/// The kinds whose routes are there.
pub const KINDS: [Kind; 2] = [Kind::Post, Kind::Attachment];

/// The taxonomies whose routes are there.
pub const TAXONOMIES: [Taxonomy; 2] = [Taxonomy::Category, Taxonomy::PostTag];

/// The states that people set, in the order in which they are listed.
pub const STATUSES: [Status; 6] = [
    Status::Publish,
    Status::Future,
    Status::Draft,
    Status::Pending,
    Status::Private,
    Status::Trash,
];

fn worded(locale: Locale, pt: &'static str, en: &'static str) -> &'static str {
    match locale {
        Locale::PtBr => pt,
        Locale::En => en,
    }
}

/// The name of a kind for people.
fn kind_name(kind: Kind, locale: Locale) -> &'static str {
    match kind {
        Kind::Post => "Posts",
        Kind::Page => worded(locale, "Páginas", "Pages"),
        Kind::Attachment => worded(locale, "Mídia", "Media"),
        Kind::NavMenuItem => worded(locale, "Itens de menu", "Menu items"),
        Kind::Block => worded(locale, "Padrões", "Patterns"),
    }
}

fn taxonomy_name(taxonomy: Taxonomy, locale: Locale) -> &'static str {
    match taxonomy {
        Taxonomy::Category => worded(locale, "Categorias", "Categories"),
        Taxonomy::PostTag => "Tags",
        Taxonomy::NavMenu => worded(locale, "Menus de navegação", "Navigation menus"),
        Taxonomy::PatternCategory => worded(locale, "Categorias de padrões", "Pattern categories"),
    }
}

fn status_name(status: Status, locale: Locale) -> &'static str {
    match status {
        Status::Publish => worded(locale, "Publicado", "Published"),
        Status::Future => worded(locale, "Agendado", "Scheduled"),
        Status::Draft | Status::AutoDraft => worded(locale, "Rascunho", "Draft"),
        Status::Pending => worded(locale, "Pendente", "Pending"),
        Status::Private => worded(locale, "Privado", "Private"),
        Status::Trash => worded(locale, "Lixo", "Trash"),
        Status::Inherit => worded(locale, "Herdado", "Inherited"),
    }
}

/// A kind as answered.
pub fn kind(kind: Kind, site: &Surroundings, context: &str) -> Value {
    let taxonomies: Vec<&str> = kind
        .taxonomies()
        .iter()
        .map(|taxonomy| taxonomy.name())
        .collect();
    let supports: Map<String, Value> = match kind {
        Kind::Attachment => ["title", "author", "comments"].as_slice(),
        _ => &[
            "title",
            "editor",
            "author",
            "thumbnail",
            "excerpt",
            "custom-fields",
            "post-formats",
        ],
    }
    .iter()
    .map(|name| ((*name).to_owned(), Value::Bool(true)))
    .collect();
    let value = json!({
        "capabilities": {},
        "description": "",
        "hierarchical": kind == Kind::Page,
        "has_archive": false,
        "name": kind_name(kind, site.locale),
        "slug": kind.name(),
        "icon": match kind {
            Kind::Attachment => "dashicons-admin-media",
            _ => "dashicons-admin-post",
        },
        "supports": supports,
        "taxonomies": taxonomies,
        "rest_base": base(kind),
        "rest_namespace": "core/v2",
        "viewable": true,
    });
    let links = Links::new()
        .link("collection", Link::to(site.url("/core/v2/types")))
        .link(
            "core:items",
            Link::to(site.url(&format!("/core/v2/{}", base(kind)))),
        );
    finish(value, links, &TYPE, site, context)
}

/// A state as answered.
pub fn status(status: Status, site: &Surroundings, context: &str) -> Value {
    let value = json!({
        "name": status_name(status, site.locale),
        "private": status == Status::Private,
        "protected": matches!(status, Status::Future | Status::Draft | Status::Pending),
        "public": status == Status::Publish,
        "queryable": status == Status::Publish,
        "show_in_list": status != Status::Trash,
        "slug": status.name(),
        "date_floating": status.is_floating(),
    });
    let href = match status {
        Status::Publish => site.url("/core/v2/posts"),
        _ => site.url(&format!("/core/v2/posts?status={}", status.name())),
    };
    finish(
        value,
        Links::new().link("archives", Link::to(href)),
        &STATUS,
        site,
        context,
    )
}

/// A taxonomy as answered.
pub fn taxonomy(taxonomy: Taxonomy, site: &Surroundings, context: &str) -> Value {
    let (manage, assign) = ("manage_categories", "edit_posts");
    let value = json!({
        "capabilities": {"manage_terms": manage, "edit_terms": manage, "delete_terms": manage, "assign_terms": assign},
        "description": "",
        "hierarchical": taxonomy.is_hierarchical(),
        "name": taxonomy_name(taxonomy, site.locale),
        "slug": taxonomy.name(),
        "show_cloud": true,
        "types": [taxonomy.kind().name()],
        "rest_base": taxonomy_base(taxonomy),
        "rest_namespace": "core/v2",
    });
    let links = Links::new()
        .link("collection", Link::to(site.url("/core/v2/taxonomies")))
        .link(
            "core:items",
            Link::to(site.url(&format!("/core/v2/{}", taxonomy_base(taxonomy)))),
        );
    finish(value, links, &TAXONOMY, site, context)
}

fn finish(
    mut value: Value,
    links: Links,
    resource: &Resource,
    site: &Surroundings,
    context: &str,
) -> Value {
    resource.shape().keep_context(&mut value, context);
    if let Some(map) = value.as_object_mut() {
        map.insert("_links".to_owned(), links.into_value(site));
    }
    value
}
