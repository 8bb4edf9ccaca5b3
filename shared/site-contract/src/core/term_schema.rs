//! Schemas of terms: categories, tags, pattern categories and menus.

use std::sync::LazyLock;

use domain::site::Taxonomy;
use domain::site::meta::registered_for_terms;
use site_rest::schema::{VIEW_EDIT, VIEW_EMBED_EDIT, one_line};
use site_rest::{Format, Resource, Schema};

use crate::fields::{META_BYTES, TEXT, meta};

fn resource(title: &'static str, taxonomy: Taxonomy) -> Resource {
    let schema = Schema::object()
        .with(
            "id",
            Schema::integer()
                .about("Identifier of the term.")
                .shown_in(VIEW_EMBED_EDIT)
                .readonly(),
        )
        .with(
            "count",
            Schema::integer()
                .about("Number of published items with the term.")
                .shown_in(VIEW_EDIT)
                .readonly(),
        )
        .with(
            "description",
            Schema::string()
                .about("Description of the term.")
                .at_most(TEXT)
                .shown_in(VIEW_EDIT),
        )
        .with(
            "link",
            Schema::string()
                .about("URL of the public page.")
                .format(Format::Uri)
                .shown_in(VIEW_EMBED_EDIT)
                .readonly(),
        )
        .with(
            "name",
            Schema::string()
                .about("Name of the term.")
                .shown_in(VIEW_EMBED_EDIT)
                .required(),
        )
        .with(
            "slug",
            Schema::string()
                .about("Slug: the readable part of the URL, unique within its type.")
                .shown_in(VIEW_EMBED_EDIT),
        )
        .with(
            "taxonomy",
            Schema::string()
                .about("Taxonomy of the term.")
                .choices([taxonomy.name()])
                .shown_in(VIEW_EMBED_EDIT)
                .readonly(),
        );
    let schema = if taxonomy.is_hierarchical() {
        schema.with(
            "parent",
            Schema::integer()
                .about("Identifier of the parent term, 0 for none.")
                .shown_in(VIEW_EDIT),
        )
    } else {
        schema
    };
    let schema = schema.with("meta", meta(registered_for_terms(taxonomy)));
    Resource::new(title, schema)
        .maps(&["meta"])
        .cleaned("name", one_line)
}

/// The resource of a category.
pub static CATEGORY: LazyLock<Resource> =
    LazyLock::new(|| resource("category", Taxonomy::Category));

/// The resource of a tag.
pub static TAG: LazyLock<Resource> = LazyLock::new(|| resource("tag", Taxonomy::PostTag));

/// The resource of a pattern category.
pub static PATTERN_CATEGORY: LazyLock<Resource> =
    LazyLock::new(|| resource("pattern_category", Taxonomy::PatternCategory));

/// The resource of a menu.
pub static MENU: LazyLock<Resource> = LazyLock::new(|| {
    let schema = Schema::object()
        .with(
            "id",
            Schema::integer()
                .about("Identifier of the term.")
                .shown_in(VIEW_EMBED_EDIT)
                .readonly(),
        )
        .with(
            "description",
            Schema::string()
                .about("Description of the menu.")
                .at_most(TEXT)
                .shown_in(VIEW_EDIT),
        )
        .with(
            "name",
            Schema::string()
                .about("Name.")
                .shown_in(VIEW_EMBED_EDIT)
                .required(),
        )
        .with(
            "slug",
            Schema::string()
                .about("Slug, derived from the name.")
                .shown_in(VIEW_EMBED_EDIT),
        )
        .with(
            "meta",
            Schema::object()
                .about("Values of registered meta keys.")
                .bytes_at_most(META_BYTES)
                .bare()
                .shown_in(VIEW_EDIT),
        )
        .with(
            "locations",
            Schema::list(Schema::string())
                .about("Locations that show the menu.")
                .shown_in(VIEW_EDIT),
        )
        .with(
            "auto_add",
            Schema::boolean()
                .about("Whether new top-level pages are added automatically.")
                .shown_in(VIEW_EDIT),
        );
    Resource::new("nav_menu", schema)
        .maps(&["meta"])
        .cleaned("name", one_line)
});
