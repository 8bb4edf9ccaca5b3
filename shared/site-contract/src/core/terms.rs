//! Terms: parameters and routes of categories, tags and pattern categories.

use domain::site::Taxonomy;
use serde_json::Value;
use site_rest::{Args, Resource, RouteSpec, Schema};

use super::ID;
use super::NAMESPACE;
use super::rest_bases::taxonomy_base;
use super::term_schema::{CATEGORY, MENU, PATTERN_CATEGORY, TAG};
use crate::fields::{context, force, id, ids, order, orderby, paging, search};

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
