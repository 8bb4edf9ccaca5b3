//! Kinds of content, states and taxonomies, as a client asks for them.

use std::sync::LazyLock;

use serde_json::json;
use site_rest::schema::{EDIT, EMBED_VIEW_EDIT, VIEW_EDIT, VIEW_EDIT_EMBED};
use site_rest::{Args, Resource, RouteSpec, Schema};

use super::NAMESPACE;
use crate::fields::context;

fn labels() -> Schema {
    Schema::object()
        .about("What an editor's screens call it.")
        .shown_in(EDIT)
        .readonly()
}

/// Where an editor's screens show it.
fn visibility(names: &[&'static str]) -> Schema {
    let shape = Schema::object()
        .about("Where an editor's screens show it.")
        .shown_in(EDIT)
        .readonly();
    names.iter().fold(shape, |shape, name| {
        shape.with(*name, Schema::boolean().about("Whether it is shown there."))
    })
}

/// A kind of content.
pub static TYPE: LazyLock<Resource> = LazyLock::new(|| {
    let shape = Schema::object()
        .with(
            "capabilities",
            Schema::object()
                .about("The rights that govern it.")
                .shown_in(EDIT)
                .readonly(),
        )
        .with(
            "description",
            Schema::string()
                .about("What it is.")
                .shown_in(VIEW_EDIT)
                .readonly(),
        )
        .with(
            "hierarchical",
            Schema::boolean()
                .about("Whether its items form a tree.")
                .shown_in(VIEW_EDIT)
                .readonly(),
        )
        .with(
            "has_archive",
            Schema::of(&[site_rest::Kind::String, site_rest::Kind::Boolean])
                .about("Whether it has a page of its own, or that page's slug.")
                .shown_in(VIEW_EDIT)
                .readonly(),
        )
        .with(
            "name",
            Schema::string()
                .about("Its name for people.")
                .shown_in(VIEW_EDIT_EMBED)
                .readonly(),
        )
        .with(
            "slug",
            Schema::string()
                .about("Its name.")
                .shown_in(VIEW_EDIT_EMBED)
                .readonly(),
        )
        .with(
            "icon",
            Schema::of(&[site_rest::Kind::String, site_rest::Kind::Null])
                .about("Its icon.")
                .shown_in(VIEW_EDIT_EMBED)
                .readonly(),
        )
        .with(
            "supports",
            Schema::object()
                .about("What its items have.")
                .shown_in(EDIT)
                .readonly(),
        )
        .with(
            "taxonomies",
            Schema::list(Schema::string())
                .about("The families of its terms.")
                .shown_in(VIEW_EDIT)
                .readonly(),
        )
        .with(
            "rest_base",
            Schema::string()
                .about("The path of its list.")
                .shown_in(VIEW_EDIT_EMBED)
                .readonly(),
        )
        .with(
            "rest_namespace",
            Schema::string()
                .about("The namespace of its list.")
                .shown_in(VIEW_EDIT_EMBED)
                .readonly(),
        )
        .with(
            "viewable",
            Schema::boolean()
                .about("Whether readers can open its items.")
                .shown_in(EDIT)
                .readonly(),
        )
        .with("labels", labels())
        .with("visibility", visibility(&["show_ui", "show_in_nav_menus"]))
        .with(
            "template",
            Schema::of(&[site_rest::Kind::Array])
                .about("The blocks that a new item begins with.")
                .shown_in(VIEW_EDIT_EMBED)
                .readonly(),
        )
        .with(
            "template_lock",
            Schema::of(&[site_rest::Kind::String, site_rest::Kind::Boolean])
                .about("What of these blocks may not be changed.")
                .choices([
                    json!("all"),
                    json!("insert"),
                    json!("contentOnly"),
                    json!(false),
                ])
                .shown_in(VIEW_EDIT_EMBED)
                .readonly(),
        );
    Resource::new("type", shape)
});

/// A state.
pub static STATUS: LazyLock<Resource> = LazyLock::new(|| {
    let flag = |about| Schema::boolean().about(about).readonly();
    let shape = Schema::object()
        .with(
            "name",
            Schema::string()
                .about("Its name for people.")
                .shown_in(EMBED_VIEW_EDIT)
                .readonly(),
        )
        .with(
            "private",
            flag("Whether only some may read its items.").shown_in(EDIT),
        )
        .with(
            "protected",
            flag("Whether its items are kept from readers.").shown_in(EDIT),
        )
        .with(
            "public",
            flag("Whether everybody may read its items.").shown_in(VIEW_EDIT),
        )
        .with(
            "queryable",
            flag("Whether its items can be listed by everybody.").shown_in(VIEW_EDIT),
        )
        .with(
            "show_in_list",
            flag("Whether it is shown in lists.").shown_in(EDIT),
        )
        .with(
            "slug",
            Schema::string()
                .about("Its name.")
                .shown_in(EMBED_VIEW_EDIT)
                .readonly(),
        )
        .with(
            "date_floating",
            flag("Whether the date of its items follows the clock.").shown_in(VIEW_EDIT),
        );
    Resource::new("status", shape)
});

/// A taxonomy.
pub static TAXONOMY: LazyLock<Resource> = LazyLock::new(|| {
    let shape = Schema::object()
        .with(
            "capabilities",
            Schema::object()
                .about("The rights that govern it.")
                .shown_in(EDIT)
                .readonly(),
        )
        .with(
            "description",
            Schema::string()
                .about("What it is.")
                .shown_in(VIEW_EDIT)
                .readonly(),
        )
        .with(
            "hierarchical",
            Schema::boolean()
                .about("Whether its terms form a tree.")
                .shown_in(VIEW_EDIT)
                .readonly(),
        )
        .with(
            "name",
            Schema::string()
                .about("Its name for people.")
                .shown_in(VIEW_EDIT_EMBED)
                .readonly(),
        )
        .with(
            "slug",
            Schema::string()
                .about("Its name.")
                .shown_in(VIEW_EDIT_EMBED)
                .readonly(),
        )
        .with(
            "show_cloud",
            Schema::boolean()
                .about("Whether it is shown as a cloud.")
                .shown_in(EDIT)
                .readonly(),
        )
        .with(
            "types",
            Schema::list(Schema::string())
                .about("The kinds whose items carry its terms.")
                .shown_in(VIEW_EDIT)
                .readonly(),
        )
        .with(
            "rest_base",
            Schema::string()
                .about("The path of its list.")
                .shown_in(VIEW_EDIT_EMBED)
                .readonly(),
        )
        .with(
            "rest_namespace",
            Schema::string()
                .about("The namespace of its list.")
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
    Resource::new("taxonomy", shape)
});

/// What a list of these takes.
pub fn list_args() -> Args {
    Args::none().with(context())
}

/// What the list of taxonomies takes.
pub fn taxonomies_args() -> Args {
    Args::none().with(context()).arg(
        "type",
        Schema::string().about("Only taxonomies of this kind of content."),
    )
}

/// What reading one takes; `name` is the part of the path.
pub fn item_args(name: &'static str) -> Args {
    Args::none()
        .arg(name, Schema::string().about("Its name."))
        .with(context())
}

/// The list of content types.
pub fn types_route() -> RouteSpec {
    RouteSpec::new(NAMESPACE, "/types")
        .read(list_args())
        .of(&TYPE)
}

/// One content type.
pub fn type_route() -> RouteSpec {
    RouteSpec::new(NAMESPACE, r"/types/(?P<type>[\w-]+)")
        .read(item_args("type"))
        .of(&TYPE)
}

/// The list of statuses.
pub fn statuses_route() -> RouteSpec {
    RouteSpec::new(NAMESPACE, "/statuses")
        .read(list_args())
        .of(&STATUS)
}

/// One status.
pub fn status_route() -> RouteSpec {
    RouteSpec::new(NAMESPACE, r"/statuses/(?P<status>[\w-]+)")
        .read(item_args("status"))
        .of(&STATUS)
}

/// The list of taxonomies.
pub fn taxonomies_route() -> RouteSpec {
    RouteSpec::new(NAMESPACE, "/taxonomies")
        .read(taxonomies_args())
        .of(&TAXONOMY)
}

/// One taxonomy.
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
        CANNOT_READ_TYPE = "rest_cannot_read_type", Status::Authorization, "Você não tem permissão para ver este tipo.", "You may not view this type.";
    }
}
