//! Schemas of posts, pages, blocks and navigations, and the action links of all content. One declaration serves all kinds; each omits
//! the members that its items lack.

use std::sync::LazyLock;

use domain::site::meta::registered;
use domain::site::{Kind, Taxonomy};
use serde_json::{Value, json};
use site_rest::schema::{EDIT, EDIT_EMBED, VIEW_EDIT, VIEW_EDIT_EMBED};
use site_rest::{ActionLink, Resource, Schema};

use super::rest_bases::{kind_base, taxonomy_base};
use crate::fields::{
    BODY, LINE, TEXT, computed, dated, formats, meta, openness, text_object, text_shown,
};

/// The resource of a post.
pub static POST: LazyLock<Resource> = LazyLock::new(|| resource(Kind::Post));

/// The resource of a page.
pub static PAGE: LazyLock<Resource> = LazyLock::new(|| resource(Kind::Page));

/// The resource of a block.
pub static BLOCK: LazyLock<Resource> = LazyLock::new(|| resource(Kind::Block));

/// The resource of a navigation. Its text also shows where it is embedded, which the editor asks for
/// (docs/interface/site/navigation.md#members).
pub static NAVIGATION: LazyLock<Resource> = LazyLock::new(|| resource(Kind::Navigation));

fn resource(kind: Kind) -> Resource {
    let mut schema = dated(kind);
    if kind.has_password() {
        let about = match kind {
            Kind::Navigation => {
                "Password that protects the content. Pages do not show a navigation that has one."
            }
            _ => "Password that protects content and excerpt.",
        };
        schema = schema.with("password", Schema::string().about(about).shown_in(EDIT));
    }
    if kind.is_viewable() {
        schema = computed(schema);
    }
    if kind.is_hierarchical() {
        let about = "Identifier of the parent, 0 for none.";
        schema = schema.with("parent", Schema::integer().about(about).shown_in(VIEW_EDIT));
    }
    let mut schema = texts(schema, kind);
    if kind.has_discussion() {
        schema = openness(schema);
    }
    if kind.has_format() {
        let form = Schema::string()
            .about("Format of the post.")
            .choices(formats());
        schema = schema.with("format", form.shown_in(VIEW_EDIT));
    }
    if kind.has_menu_order() {
        let about = "Sort order among siblings.";
        schema = schema.with(
            "menu_order",
            Schema::integer().about(about).shown_in(VIEW_EDIT),
        );
    }
    if kind.has_meta() {
        schema = schema.with("meta", meta(registered(kind)));
    }
    if kind.has_format() {
        let about = "Whether the post is sticky.";
        schema = schema.with("sticky", Schema::boolean().about(about).shown_in(VIEW_EDIT));
    }
    schema = schema.with("template", template(kind));
    for taxonomy in kind.taxonomies() {
        let terms = Schema::list(Schema::integer())
            .about(terms_about(*taxonomy))
            .shown_in(VIEW_EDIT);
        schema = schema.with(taxonomy_base(*taxonomy), terms);
    }
    action_links(
        kind,
        Resource::new(kind.name(), schema)
            .unchecked(&["title", "content", "excerpt", "template"])
            .maps(&["meta"]),
    )
}

/// The name of a template. Public pages of posts and pages follow it (docs/public-site.md); that of other types is stored only.
pub fn template(kind: Kind) -> Schema {
    let about = match kind {
        Kind::Post | Kind::Page => "Theme template of the public page.",
        _ => "Theme template. No page follows that of this type.",
    };
    Schema::string().about(about).shown_in(VIEW_EDIT)
}

/// Adds the action links of a kind, which state what the caller may do with an item.
pub fn action_links(kind: Kind, resource: Resource) -> Resource {
    let path = format!("/core/v2/{}/{{id}}", kind_base(kind));
    let action = |rel: String, title: &str, member: &str, schema: Value| ActionLink {
        rel,
        title: title.to_owned(),
        path: path.clone(),
        target: json!({"type": "object", "properties": {member: schema}}),
    };
    let mut all = Vec::new();
    if kind != Kind::Attachment {
        all.push(action(
            "action-publish".to_owned(),
            "The caller may publish the item.",
            "status",
            json!({"type": "string", "enum": ["publish", "future"]}),
        ));
    }
    all.push(action(
        "action-unfiltered-html".to_owned(),
        "The caller may save unfiltered HTML.",
        "content",
        json!({"raw": {"type": "string"}}),
    ));
    if kind.has_format() {
        all.push(action(
            "action-sticky".to_owned(),
            "The caller may make the post sticky.",
            "sticky",
            json!({"type": "boolean"}),
        ));
    }
    if kind.has_author() {
        all.push(action(
            "action-assign-author".to_owned(),
            "The caller may change the author.",
            "author",
            json!({"type": "integer"}),
        ));
    }
    for taxonomy in kind.taxonomies() {
        let terms = taxonomy_base(*taxonomy);
        for (verb, title) in [
            ("assign", "The caller may assign terms of this taxonomy."),
            ("create", "The caller may create terms of this taxonomy."),
        ] {
            all.push(action(
                format!("action-{verb}-{terms}"),
                title,
                terms,
                json!({"type": "array", "items": {"type": "integer"}}),
            ));
        }
    }
    if kind == Kind::NavMenuItem {
        all.push(action(
            "menu-item-object".to_owned(),
            "Target object of the menu item.",
            "object",
            json!({"type": "integer"}),
        ));
    }
    all.into_iter().fold(resource, Resource::link)
}

const fn terms_about(taxonomy: Taxonomy) -> &'static str {
    match taxonomy {
        Taxonomy::Category | Taxonomy::PatternCategory => "Identifiers of the categories.",
        Taxonomy::PostTag => "Identifiers of the tags.",
        Taxonomy::NavMenu => "Identifier of the menu.",
    }
}

const fn content_about(kind: Kind) -> &'static str {
    match kind {
        Kind::Navigation => {
            "Blocks. Links, submenus, links to the front page and lists of pages show at the head of the pages, up to 200 entries in four levels; others do not."
        }
        _ => "Content.",
    }
}

/// Adds title, content and excerpt, the author and the featured image. Blocks have raw texts only, because only
/// editors read them.
fn texts(schema: Schema, kind: Kind) -> Schema {
    let protected = || {
        Schema::boolean()
            .about("Whether a password protects the text.")
            .shown_in(VIEW_EDIT_EMBED)
            .readonly()
    };
    let is_navigation = kind == Kind::Navigation;
    let (raw_in, content_in) = if is_navigation {
        (EDIT_EMBED, VIEW_EDIT_EMBED)
    } else {
        (EDIT, VIEW_EDIT)
    };
    let block_version = Schema::integer()
        .about("Version of the block markup, 0 for content without blocks.")
        .shown_in(raw_in)
        .readonly();
    let raw = |about, most| {
        let text = Schema::string().about("Value as stored.").at_most(most);
        Schema::object()
            .about(about)
            .with("raw", text.shown_in(VIEW_EDIT))
    };
    let (title, content) = if kind.has_rendered_texts() {
        (
            text_shown("Title.", LINE, raw_in, VIEW_EDIT_EMBED),
            text_shown(content_about(kind), BODY, raw_in, content_in),
        )
    } else {
        (raw("Title.", LINE), raw("Content.", BODY))
    };
    let content = content
        .with("block_version", block_version)
        .with("protected", protected());
    let excerpt = text_object("Excerpt.", TEXT, VIEW_EDIT_EMBED).with("protected", protected());
    let mut schema = schema
        .with("title", title.shown_in(VIEW_EDIT_EMBED))
        .with("content", content.shown_in(content_in));
    if kind.has_author() {
        let author = Schema::integer().about("Identifier of the author.");
        schema = schema.with("author", author.shown_in(VIEW_EDIT_EMBED));
    }
    if kind.has_excerpt() {
        schema = schema.with("excerpt", excerpt.shown_in(VIEW_EDIT_EMBED));
    }
    if kind.has_picture() {
        let picture = Schema::integer().about("Identifier of the featured image, 0 for none.");
        schema = schema.with("featured_media", picture.shown_in(VIEW_EDIT_EMBED));
    }
    schema
}
