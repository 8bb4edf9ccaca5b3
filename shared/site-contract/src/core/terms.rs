//! Terms: categories, tags and categories of patterns.

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
    let shape = Schema::object()
        .with(
            "id",
            Schema::integer()
                .about("The term.")
                .shown_in(VIEW_EMBED_EDIT)
                .readonly(),
        )
        .with(
            "count",
            Schema::integer()
                .about("The number of published items with it.")
                .shown_in(VIEW_EDIT)
                .readonly(),
        )
        .with(
            "description",
            Schema::string().about("What it means.").shown_in(VIEW_EDIT),
        )
        .with(
            "link",
            Schema::string()
                .about("The address of its page.")
                .format(Format::Uri)
                .shown_in(VIEW_EMBED_EDIT)
                .readonly(),
        )
        .with(
            "name",
            Schema::string()
                .about("Its name.")
                .shown_in(VIEW_EMBED_EDIT)
                .required(),
        )
        .with(
            "slug",
            Schema::string()
                .about("The readable part of its address.")
                .shown_in(VIEW_EMBED_EDIT),
        )
        .with(
            "taxonomy",
            Schema::string()
                .about("Its family.")
                .choices([taxonomy.name()])
                .shown_in(VIEW_EMBED_EDIT)
                .readonly(),
        );
    let shape = if taxonomy.is_hierarchical() {
        shape.with(
            "parent",
            Schema::integer()
                .about("The term above.")
                .shown_in(VIEW_EDIT),
        )
    } else {
        shape
    };
    let shape = shape.with("meta", meta(&[]));
    Resource::new(title, shape)
        .maps(&["meta"])
        .cleaned("name", one_line)
}

/// A category.
pub static CATEGORY: LazyLock<Resource> =
    LazyLock::new(|| resource("category", Taxonomy::Category));

/// A tag.
pub static TAG: LazyLock<Resource> = LazyLock::new(|| resource("tag", Taxonomy::PostTag));

/// A category of patterns.
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

/// What reading one takes.
pub fn item_args() -> Args {
    Args::none().arg("id", id("The term.")).with(context())
}

/// What an update takes.
pub fn update_args(taxonomy: Taxonomy) -> Args {
    Args::none()
        .arg("id", id("The term."))
        .and(of(taxonomy).update_args())
}

/// What a deletion takes.
pub fn delete_args() -> Args {
    Args::none()
        .arg("id", id("The term."))
        .arg("force", force("Must be true, as terms have no trash."))
}

/// What a list of terms is filtered and ordered by.
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
        .arg("exclude", ids("Not these terms."))
        .arg("include", ids("Only these terms."));
    if !taxonomy.is_hierarchical() {
        args = args.arg(
            "offset",
            Schema::integer().about("The number of terms to pass over."),
        );
    }
    args = args
        .arg("order", order("asc"))
        .arg("orderby", orderby(&names, "name"))
        .arg(
            "hide_empty",
            Schema::boolean()
                .about("Whether to leave out terms without items.")
                .default_to(false),
        );
    if taxonomy.is_hierarchical() {
        args = args.arg(
            "parent",
            Schema::integer().about("Only terms below this one; 0 for the top."),
        );
    }
    args.arg(
        "post",
        Schema::integer()
            .about("Only terms of this item.")
            .default_to(Value::Null),
    )
    .arg(
        "slug",
        Schema::list(Schema::string()).about("Only terms with these slugs."),
    )
}

/// The list of the terms of a taxonomy.
pub fn list_route(taxonomy: Taxonomy) -> RouteSpec {
    RouteSpec::new(NAMESPACE, &format!("/{}", taxonomy_base(taxonomy)))
        .read(list_args(taxonomy))
        .create(of(taxonomy).create_args())
        .of(of(taxonomy))
        .batchable()
}

/// One term.
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
