//! Content types, statuses and taxonomies.

use std::sync::LazyLock;

use serde_json::json;
use site_rest::schema::{EDIT, EMBED_VIEW_EDIT, VIEW_EDIT, VIEW_EDIT_EMBED};
use site_rest::{Args, Resource, RouteSpec, Schema};

use super::NAMESPACE;
use crate::fields::context;

fn labels() -> Schema {
    Schema::object()
        .about("Labels for an editor's user interface.")
        .shown_in(EDIT)
        .readonly()
}

/// The member `visibility`: the parts of an editor's user interface that show the type.
fn visibility(names: &[&'static str]) -> Schema {
    let schema = Schema::object()
        .about("Visibility in an editor's user interface.")
        .shown_in(EDIT)
        .readonly();
    names.iter().fold(schema, |schema, name| {
        schema.with(
            *name,
            Schema::boolean().about("Whether this part of the user interface shows it."),
        )
    })
}

/// The resource of a content type.
pub static TYPE: LazyLock<Resource> = LazyLock::new(|| {
    let schema = Schema::object()
        .with(
            "capabilities",
            Schema::object()
                .about("Capabilities by action.")
                .shown_in(EDIT)
                .readonly(),
        )
        .with(
            "description",
            Schema::string()
                .about("Description.")
                .shown_in(VIEW_EDIT)
                .readonly(),
        )
        .with(
            "hierarchical",
            Schema::boolean()
                .about("Whether items can have parents.")
                .shown_in(VIEW_EDIT)
                .readonly(),
        )
        .with(
            "has_archive",
            Schema::of(&[site_rest::Kind::String, site_rest::Kind::Boolean])
                .about("Whether the type has an archive page, or the slug of that page.")
                .shown_in(VIEW_EDIT)
                .readonly(),
        )
        .with(
            "name",
            Schema::string()
                .about("Display name.")
                .shown_in(VIEW_EDIT_EMBED)
                .readonly(),
        )
        .with(
            "slug",
            Schema::string()
                .about("Unique name.")
                .shown_in(VIEW_EDIT_EMBED)
                .readonly(),
        )
        .with(
            "icon",
            Schema::of(&[site_rest::Kind::String, site_rest::Kind::Null])
                .about("Icon in an editor's user interface.")
                .shown_in(VIEW_EDIT_EMBED)
                .readonly(),
        )
        .with(
            "supports",
            Schema::object()
                .about("Features that an editor offers for the type.")
                .shown_in(EDIT)
                .readonly(),
        )
        .with(
            "taxonomies",
            Schema::list(Schema::string())
                .about("Taxonomies of the type.")
                .shown_in(VIEW_EDIT)
                .readonly(),
        )
        .with(
            "rest_base",
            Schema::string()
                .about("Path of the collection, relative to the namespace.")
                .shown_in(VIEW_EDIT_EMBED)
                .readonly(),
        )
        .with(
            "rest_namespace",
            Schema::string()
                .about("Namespace of the collection.")
                .shown_in(VIEW_EDIT_EMBED)
                .readonly(),
        )
        .with(
            "viewable",
            Schema::boolean()
                .about("Whether items have public pages.")
                .shown_in(EDIT)
                .readonly(),
        )
        .with("labels", labels())
        .with("visibility", visibility(&["show_ui", "show_in_nav_menus"]))
        .with(
            "template",
            Schema::of(&[site_rest::Kind::Array])
                .about("Blocks of a new item.")
                .shown_in(VIEW_EDIT_EMBED)
                .readonly(),
        )
        .with(
            "template_lock",
            Schema::of(&[site_rest::Kind::String, site_rest::Kind::Boolean])
                .about("Lock of the initial blocks.")
                .choices([
                    json!("all"),
                    json!("insert"),
                    json!("contentOnly"),
                    json!(false),
                ])
                .shown_in(VIEW_EDIT_EMBED)
                .readonly(),
        );
    Resource::new("type", schema)
});

/// The resource of a status.
pub static STATUS: LazyLock<Resource> = LazyLock::new(|| {
    let flag = |about| Schema::boolean().about(about).readonly();
    let schema = Schema::object()
        .with(
            "name",
            Schema::string()
                .about("Display name.")
                .shown_in(EMBED_VIEW_EDIT)
                .readonly(),
        )
        .with(
            "private",
            flag("Whether reading items with this status needs a permission.").shown_in(EDIT),
        )
        .with(
            "protected",
            flag("Whether items with this status are hidden from the public.").shown_in(EDIT),
        )
        .with(
            "public",
            flag("Whether items with this status are public.").shown_in(VIEW_EDIT),
        )
        .with(
            "queryable",
            flag("Whether public lists may be filtered by this status.").shown_in(VIEW_EDIT),
        )
        .with(
            "show_in_list",
            flag("Whether an editor's lists show items with this status.").shown_in(EDIT),
        )
        .with(
            "slug",
            Schema::string()
                .about("Unique name.")
                .shown_in(EMBED_VIEW_EDIT)
                .readonly(),
        )
        .with(
            "date_floating",
            flag("Whether items with this status have a floating date, which follows the clock.")
                .shown_in(VIEW_EDIT),
        );
    Resource::new("status", schema)
});

/// The resource of a taxonomy.
pub static TAXONOMY: LazyLock<Resource> = LazyLock::new(|| {
    let schema = Schema::object()
        .with(
            "capabilities",
            Schema::object()
                .about("Capabilities by action.")
                .shown_in(EDIT)
                .readonly(),
        )
        .with(
            "description",
            Schema::string()
                .about("Description.")
                .shown_in(VIEW_EDIT)
                .readonly(),
        )
        .with(
            "hierarchical",
            Schema::boolean()
                .about("Whether terms can have parents.")
                .shown_in(VIEW_EDIT)
                .readonly(),
        )
        .with(
            "name",
            Schema::string()
                .about("Display name.")
                .shown_in(VIEW_EDIT_EMBED)
                .readonly(),
        )
        .with(
            "slug",
            Schema::string()
                .about("Unique name.")
                .shown_in(VIEW_EDIT_EMBED)
                .readonly(),
        )
        .with(
            "show_cloud",
            Schema::boolean()
                .about("Whether a tag cloud can show the taxonomy.")
                .shown_in(EDIT)
                .readonly(),
        )
        .with(
            "types",
            Schema::list(Schema::string())
                .about("Content types that the taxonomy applies to.")
                .shown_in(VIEW_EDIT)
                .readonly(),
        )
        .with(
            "rest_base",
            Schema::string()
                .about("Path of the collection, relative to the namespace.")
                .shown_in(VIEW_EDIT_EMBED)
                .readonly(),
        )
        .with(
            "rest_namespace",
            Schema::string()
                .about("Namespace of the collection.")
                .shown_in(VIEW_EDIT_EMBED)
                .readonly(),
        )
        .with("labels", labels())
        .with(
            "visibility",
            visibility(&[
                "public",
                "publicly_queryable",
                "show_ui",
                "show_admin_column",
                "show_in_nav_menus",
                "show_in_quick_edit",
            ]),
        );
    Resource::new("taxonomy", schema)
});

/// Parameters of a list of types or statuses.
pub fn list_args() -> Args {
    Args::none().with(context())
}

/// Parameters of the list of taxonomies.
pub fn taxonomies_args() -> Args {
    Args::none().with(context()).arg(
        "type",
        Schema::string().about("Only taxonomies of this content type."),
    )
}

/// Parameters of reading one of these; `name` is the parameter in the path.
pub fn item_args(name: &'static str) -> Args {
    Args::none()
        .arg(name, Schema::string().about("Unique name."))
        .with(context())
}

/// Route of the list of content types.
pub fn types_route() -> RouteSpec {
    RouteSpec::new(NAMESPACE, "/types")
        .read(list_args())
        .of(&TYPE)
}

/// Route of one content type.
pub fn type_route() -> RouteSpec {
    RouteSpec::new(NAMESPACE, r"/types/(?P<type>[\w-]+)")
        .read(item_args("type"))
        .of(&TYPE)
}

/// Route of the list of statuses.
pub fn statuses_route() -> RouteSpec {
    RouteSpec::new(NAMESPACE, "/statuses")
        .read(list_args())
        .of(&STATUS)
}

/// Route of one status.
pub fn status_route() -> RouteSpec {
    RouteSpec::new(NAMESPACE, r"/statuses/(?P<status>[\w-]+)")
        .read(item_args("status"))
        .of(&STATUS)
}

/// Route of the list of taxonomies.
pub fn taxonomies_route() -> RouteSpec {
    RouteSpec::new(NAMESPACE, "/taxonomies")
        .read(taxonomies_args())
        .of(&TAXONOMY)
}

/// Route of one taxonomy.
pub fn taxonomy_route() -> RouteSpec {
    RouteSpec::new(NAMESPACE, r"/taxonomies/(?P<taxonomy>[\w-]+)")
        .read(item_args("taxonomy"))
        .of(&TAXONOMY)
}

/// The routes, in the order of the index.
pub fn routes() -> [RouteSpec; 6] {
    [
        types_route(),
        type_route(),
        statuses_route(),
        status_route(),
        taxonomies_route(),
        taxonomy_route(),
    ]
}

/// Error codes of this resource, and those of the whole interface.
pub mod codes {
    use site_rest::Status;
    pub use site_rest::codes::*;

    site_rest::error_codes! {
        TAXONOMY_INVALID = "rest_taxonomy_invalid", Status::Fixed(404), "Taxonomia inválida.", "Invalid taxonomy.";
        TYPE_INVALID = "rest_type_invalid", Status::Fixed(404), "Tipo de conteúdo inválido.", "Invalid content type.";
        STATUS_INVALID = "rest_status_invalid", Status::Fixed(404), "Status inválido.", "Invalid status.";
        CANNOT_READ_STATUS = "rest_cannot_read_status", Status::Authorization, "Você não tem permissão para ver este status.", "You may not view this status.";
    }
}
