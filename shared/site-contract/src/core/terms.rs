//! Categories, tags and pattern categories.

use std::sync::LazyLock;

use domain::site::Taxonomy;
use serde_json::Value;
use site_rest::schema::{VIEW_EDIT, VIEW_EMBED_EDIT, one_line};
use site_rest::{Args, Format, Resource, RouteSpec, Schema};

use super::ID;
use super::NAMESPACE;
use super::menus::MENU;
use super::rest_bases::taxonomy_base;
use crate::fields::meta;
use crate::fields::{context, force, id, ids, order, orderby, paging, search};

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
    let schema = schema.with("meta", meta(&[]));
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

/// The resource of a taxonomy's terms.
pub fn of(taxonomy: Taxonomy) -> &'static Resource {
    match taxonomy {
        Taxonomy::Category => &CATEGORY,
        Taxonomy::PostTag => &TAG,
        Taxonomy::PatternCategory => &PATTERN_CATEGORY,
        Taxonomy::NavMenu => &MENU,
    }
}

/// Parameters of reading one term.
pub fn item_args() -> Args {
    Args::none()
        .arg("id", id("Identifier of the term."))
        .with(context())
}

/// Parameters of an update.
pub fn update_args(taxonomy: Taxonomy) -> Args {
    Args::none()
        .arg("id", id("Identifier of the term."))
        .and(of(taxonomy).update_args())
}

/// Parameters of a deletion.
pub fn delete_args() -> Args {
    Args::none().arg("id", id("Identifier of the term.")).arg(
        "force",
        force("Required to be true: terms cannot be trashed."),
    )
}

/// Filters and sort keys of a list of terms.
pub fn list_args(taxonomy: Taxonomy) -> Args {
    let names = [
        "id",
        "include",
        "name",
        "slug",
        "include_slugs",
        "term_group",
        "description",
        "count",
    ];
    let mut args = Args::none()
        .with(context())
        .and(paging(10))
        .with(search())
        .arg("exclude", ids("Excludes terms with these identifiers."))
        .arg("include", ids("Only terms with these identifiers."));
    if !taxonomy.is_hierarchical() {
        args = args.arg(
            "offset",
            Schema::integer().about("Number of terms to skip."),
        );
    }
    args = args
        .arg("order", order("asc"))
        .arg("orderby", orderby(&names, "name"))
        .arg(
            "hide_empty",
            Schema::boolean()
                .about("Whether to omit terms without items.")
                .default_to(false),
        );
    if taxonomy.is_hierarchical() {
        args = args.arg(
            "parent",
            Schema::integer().about("Only direct children of this term; 0 for top-level terms."),
        );
    }
    args.arg(
        "post",
        Schema::integer()
            .about("Only terms assigned to this item.")
            .default_to(Value::Null),
    )
    .arg(
        "slug",
        Schema::list(Schema::string()).about("Only terms with these slugs."),
    )
}

/// Route of the list of a taxonomy's terms.
pub fn list_route(taxonomy: Taxonomy) -> RouteSpec {
    RouteSpec::new(NAMESPACE, &format!("/{}", taxonomy_base(taxonomy)))
        .read(list_args(taxonomy))
        .create(of(taxonomy).create_args())
        .of(of(taxonomy))
        .batchable()
}

/// Route of one term.
pub fn item_route(taxonomy: Taxonomy) -> RouteSpec {
    RouteSpec::new(NAMESPACE, &format!("/{}/{ID}", taxonomy_base(taxonomy)))
        .read(item_args())
        .edit(update_args(taxonomy))
        .delete(delete_args())
        .of(of(taxonomy))
        .batchable()
}

/// The routes of a taxonomy, in the order of the index.
pub fn routes(taxonomy: Taxonomy) -> [RouteSpec; 2] {
    [list_route(taxonomy), item_route(taxonomy)]
}
