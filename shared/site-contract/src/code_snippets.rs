//! Code snippets: schema, routes and error codes (docs/interface/site/code-snippets.md).

use std::sync::LazyLock;

use domain::site::Capability;
use serde_json::Value;
use site_rest::spec::Access;
use site_rest::{Args, Resource, RouteSpec, Schema};

use crate::fields::{BODY, TEXT, short_value};

/// The namespace.
pub const NAMESPACE: &str = "code-snippets/v1";

/// Path of a snippet.
const ITEM: &str = r"/snippets/(?P<id>[\d]+)";

/// A snippet.
pub static SNIPPET: LazyLock<Resource> = LazyLock::new(|| {
    let text = |about: &'static str| Schema::string().about(about);
    let schema = Schema::object()
        .with(
            "id",
            Schema::integer()
                .about("Identifier of the snippet.")
                .readonly(),
        )
        .with("name", text("Title of the snippet."))
        .with(
            "desc",
            text("Description of the snippet, HTML.").at_most(TEXT),
        )
        .with("code", text("Code of the snippet.").at_most(BODY))
        .with(
            "tags",
            Schema::of(&[site_rest::Kind::Array])
                .about("Tags of the snippet.")
                .bytes_at_most(20_000),
        )
        .with(
            "scope",
            text("Language of the code, and where it takes effect."),
        )
        .with(
            "active",
            Schema::boolean().about("Whether the snippet is active."),
        )
        .with(
            "priority",
            Schema::integer().about("Order among active snippets, lowest first."),
        )
        .with(
            "network",
            Schema::boolean()
                .about("Whether the snippet belongs to a network of sites; never here.")
                .default_to(Value::Null),
        )
        .with(
            "shared_network",
            Schema::boolean()
                .about("Whether sites of a network may activate the snippet; never here."),
        )
        .with(
            "modified",
            text("Time of the last change in UTC, set by the site."),
        );
    Resource::new("snippet", schema)
});

/// A route that needs `manage_options`.
fn managed(route: RouteSpec) -> RouteSpec {
    route.access(Access::Capability(Capability::ManageOptions.name()))
}

/// All snippets.
pub fn list_route() -> RouteSpec {
    let route = RouteSpec::new(NAMESPACE, "/snippets")
        .read(Args::none())
        .create(SNIPPET.update_args())
        .of(&SNIPPET);
    managed(route)
}

/// One snippet.
pub fn item_route() -> RouteSpec {
    let route = RouteSpec::new(NAMESPACE, ITEM)
        .read(Args::none())
        .others(short_value())
        .edit(SNIPPET.update_args())
        .delete(Args::none())
        .others(short_value())
        .of(&SNIPPET);
    managed(route)
}

/// The JSON Schema of a snippet.
pub fn schema_route() -> RouteSpec {
    RouteSpec::new(NAMESPACE, "/snippets/schema")
        .read(Args::none())
        .access(Access::Everyone)
}

/// The route that activates a snippet.
pub fn activate_route() -> RouteSpec {
    managed(
        RouteSpec::new(NAMESPACE, &format!("{ITEM}/activate"))
            .edit(Args::none())
            .others(short_value()),
    )
}

/// The route that deactivates a snippet.
pub fn deactivate_route() -> RouteSpec {
    managed(
        RouteSpec::new(NAMESPACE, &format!("{ITEM}/deactivate"))
            .edit(Args::none())
            .others(short_value()),
    )
}

/// A snippet as a file for other sites.
pub fn export_route() -> RouteSpec {
    managed(
        RouteSpec::new(NAMESPACE, &format!("{ITEM}/export"))
            .read(Args::none())
            .others(short_value()),
    )
}

/// The code of a snippet as a file.
pub fn export_code_route() -> RouteSpec {
    managed(
        RouteSpec::new(NAMESPACE, &format!("{ITEM}/export-code"))
            .read(Args::none())
            .others(short_value()),
    )
}

/// The routes, in the order of the index.
pub fn routes() -> [RouteSpec; 7] {
    [
        list_route(),
        item_route(),
        schema_route(),
        activate_route(),
        deactivate_route(),
        export_route(),
        export_code_route(),
    ]
}

/// Error codes of this resource, and those of the whole interface.
pub mod codes {
    use site_rest::Status;
    pub use site_rest::codes::*;

    site_rest::error_codes! {
        SNIPPET_CANNOT_GET = "rest_cannot_get", Status::Deployed(500), "O snippet não foi encontrado.", "The snippet was not found.";
        SNIPPET_CANNOT_CREATE = "rest_cannot_create", Status::Deployed(500), "O snippet não pôde ser criado.", "The snippet could not be created.";
        SNIPPET_CANNOT_UPDATE = "rest_cannot_update", Status::Fixed(400), "O identificador não é de nenhum snippet.", "No snippet has this identifier.";
        SNIPPET_CANNOT_STORE = "rest_cannot_update", Status::Deployed(500), "O snippet não pôde ser alterado.", "The snippet could not be changed.";
        SNIPPET_CANNOT_DELETE = "rest_cannot_delete", Status::Deployed(500), "O snippet não pôde ser excluído.", "The snippet could not be deleted.";
        SNIPPET_CANNOT_LOCATE = "rest_cannot_activate", Status::Deployed(500), "O snippet {0} não existe.", "The snippet {0} does not exist.";
        SNIPPET_CANNOT_ACTIVATE = "rest_cannot_activate", Status::Deployed(500), "O snippet não pôde ser ativado.", "The snippet could not be activated.";
        SNIPPET_CANNOT_DEACTIVATE = "rest_cannot_activate", Status::Deployed(500), "O snippet não pôde ser desativado.", "The snippet could not be deactivated.";
    }
}
