//! JSON representation of content types, statuses and taxonomies.

use domain::site::{Kind, Status, Taxonomy};
use serde_json::{Map, Value, json};
use site_rest::{Link, Links, Locale, SiteContext};

use crate::representation::finished;
use crate::types::labels;
use site_contract::core::rest_bases::{kind_base, taxonomy_base};
use site_contract::core::types::{STATUS, TAXONOMY, TYPE};

/// The content types in the order of lists.
pub const KINDS: [Kind; 11] = [
    Kind::Post,
    Kind::Page,
    Kind::Attachment,
    Kind::NavMenuItem,
    Kind::Block,
    Kind::Template,
    Kind::TemplatePart,
    Kind::GlobalStyles,
    Kind::Navigation,
    Kind::FontFamily,
    Kind::FontFace,
];

/// The taxonomies in the order of lists.
pub const TAXONOMIES: [Taxonomy; 4] = [
    Taxonomy::Category,
    Taxonomy::PostTag,
    Taxonomy::NavMenu,
    Taxonomy::PatternCategory,
];

/// The statuses that people set, in the order of lists.
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

/// The capability behind each right on a kind, by name of the right.
fn capabilities(kind: Kind) -> Value {
    let (one, several) = match kind {
        Kind::Page => ("page", "pages"),
        Kind::Block => ("block", "posts"),
        Kind::Template => ("template", "posts"),
        _ => ("post", "posts"),
    };
    let is_of_appearance = matches!(
        kind,
        Kind::NavMenuItem
            | Kind::Navigation
            | Kind::Template
            | Kind::TemplatePart
            | Kind::GlobalStyles
            | Kind::FontFamily
            | Kind::FontFace
    );
    let named = |verb: &str| {
        if is_of_appearance {
            "edit_theme_options".to_owned()
        } else {
            format!("{verb}_{several}")
        }
    };
    let mut all = Map::new();
    let mut put = |name: &str, capability: String| {
        all.insert(name.to_owned(), json!(capability));
    };
    for verb in ["edit", "read", "delete"] {
        put(&format!("{verb}_post"), format!("{verb}_{one}"));
    }
    // Blocks have capabilities of their own for rights that editors of posts lack.
    let special = |verb: &str| match kind {
        Kind::Block if verb.contains("private") || verb == "publish" => format!("{verb}_blocks"),
        _ => named(verb),
    };
    for verb in ["edit", "edit_others", "delete", "publish", "read_private"] {
        put(&format!("{verb}_posts"), special(verb));
    }
    let read = match kind {
        Kind::Block | Kind::GlobalStyles => "edit_posts",
        Kind::Template | Kind::TemplatePart | Kind::FontFamily | Kind::FontFace => {
            "edit_theme_options"
        }
        _ => "read",
    };
    put("read", read.to_owned());
    for verb in [
        "delete_private",
        "delete_published",
        "delete_others",
        "edit_private",
        "edit_published",
    ] {
        put(&format!("{verb}_posts"), special(verb));
    }
    let create = match kind {
        Kind::Attachment => "upload_files".to_owned(),
        Kind::Block => "publish_posts".to_owned(),
        _ => named("edit"),
    };
    put("create_posts", create);
    Value::Object(all)
}

/// The editor features of each kind.
const fn supports(kind: Kind) -> &'static [&'static str] {
    match kind {
        Kind::Post => &[
            "title",
            "editor",
            "author",
            "thumbnail",
            "excerpt",
            "trackbacks",
            "custom-fields",
            "comments",
            "revisions",
            "post-formats",
            "autosave",
        ],
        Kind::Page => &[
            "title",
            "editor",
            "author",
            "thumbnail",
            "page-attributes",
            "custom-fields",
            "comments",
            "revisions",
            "autosave",
        ],
        Kind::Attachment => &["title", "author", "comments"],
        Kind::NavMenuItem => &["title", "editor", "autosave"],
        Kind::Navigation => &["title", "editor", "revisions", "autosave"],
        Kind::Block => &[
            "title",
            "excerpt",
            "editor",
            "revisions",
            "custom-fields",
            "autosave",
        ],
        Kind::Template | Kind::TemplatePart => &[
            "title",
            "slug",
            "excerpt",
            "editor",
            "revisions",
            "author",
            "autosave",
        ],
        Kind::GlobalStyles => &["title", "editor", "revisions"],
        Kind::FontFamily | Kind::FontFace => &["title"],
    }
}

const fn icon(kind: Kind) -> Option<&'static str> {
    match kind {
        Kind::Post => Some("dashicons-admin-post"),
        Kind::Page => Some("dashicons-admin-page"),
        Kind::Attachment => Some("dashicons-admin-media"),
        _ => None,
    }
}

/// The JSON representation of a content type.
pub fn kind(kind: Kind, site: &SiteContext, context: &str) -> Value {
    let taxonomies: Vec<&str> = kind
        .taxonomies()
        .iter()
        .map(|taxonomy| taxonomy.name())
        .collect();
    let supports: Map<String, Value> = supports(kind)
        .iter()
        .map(|name| {
            let notes = *name == "editor" && matches!(kind, Kind::Post | Kind::Page);
            let how = if notes {
                json!([{"notes": true}])
            } else {
                Value::Bool(true)
            };
            ((*name).to_owned(), how)
        })
        .collect();
    let value = json!({
        "capabilities": capabilities(kind),
        "description": labels::description(kind, site.locale),
        "hierarchical": kind.is_hierarchical(),
        "has_archive": false,
        "visibility": {
            "show_in_nav_menus": matches!(kind, Kind::Post | Kind::Page),
            "show_ui": matches!(
                kind,
                Kind::Post | Kind::Page | Kind::Attachment | Kind::Block | Kind::Navigation
            ),
        },
        "viewable": kind.is_viewable(),
        "labels": labels::of_kind(kind, site.locale),
        "name": labels::plural(kind, site.locale),
        "slug": kind.name(),
        "icon": icon(kind),
        "supports": supports,
        "taxonomies": taxonomies,
        "rest_base": kind_base(kind),
        "rest_namespace": "core/v2",
        "template": [],
        "template_lock": false,
    });
    let links = Links::new()
        .link("collection", Link::to(site.url("/core/v2/types")))
        .link(
            "core:items",
            Link::to(site.url(&format!("/core/v2/{}", kind_base(kind)))),
        );
    finished(value, links, &TYPE, site, context)
}

/// The JSON representation of a status.
pub fn status(status: Status, site: &SiteContext, context: &str) -> Value {
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
    finished(
        value,
        Links::new().link("archives", Link::to(href)),
        &STATUS,
        site,
        context,
    )
}

/// The capability behind each right on a taxonomy's terms, by name of the right.
fn term_capabilities(taxonomy: Taxonomy) -> Value {
    let (manage, edit, delete, assign) = match taxonomy {
        Taxonomy::Category => (
            "manage_categories",
            "edit_categories",
            "delete_categories",
            "assign_categories",
        ),
        Taxonomy::PostTag => (
            "manage_post_tags",
            "edit_post_tags",
            "delete_post_tags",
            "assign_post_tags",
        ),
        Taxonomy::NavMenu => (
            "edit_theme_options",
            "edit_theme_options",
            "edit_theme_options",
            "edit_theme_options",
        ),
        Taxonomy::PatternCategory => (
            "manage_categories",
            "manage_categories",
            "manage_categories",
            "edit_posts",
        ),
    };
    json!({"manage_terms": manage, "edit_terms": edit, "delete_terms": delete, "assign_terms": assign})
}

/// The JSON representation of a taxonomy.
pub fn taxonomy(taxonomy: Taxonomy, site: &SiteContext, context: &str) -> Value {
    let public = matches!(taxonomy, Taxonomy::Category | Taxonomy::PostTag);
    let edited = taxonomy != Taxonomy::NavMenu;
    let value = json!({
        "name": labels::terms(taxonomy, site.locale),
        "slug": taxonomy.name(),
        "capabilities": term_capabilities(taxonomy),
        "description": "",
        "labels": labels::of_taxonomy(taxonomy, site.locale),
        "types": [taxonomy.kind().name()],
        "show_cloud": public,
        "hierarchical": taxonomy.is_hierarchical(),
        "rest_base": taxonomy_base(taxonomy),
        "rest_namespace": "core/v2",
        "visibility": {
            "public": public,
            "publicly_queryable": public,
            "show_admin_column": edited,
            "show_in_nav_menus": public,
            "show_in_quick_edit": edited,
            "show_ui": edited,
        },
    });
    let links = Links::new()
        .link("collection", Link::to(site.url("/core/v2/taxonomies")))
        .link(
            "core:items",
            Link::to(site.url(&format!("/core/v2/{}", taxonomy_base(taxonomy)))),
        );
    finished(value, links, &TAXONOMY, site, context)
}
