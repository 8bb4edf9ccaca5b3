//! The extensions of the site, which are built in.

use std::sync::LazyLock;

use site_rest::schema::{VIEW_EDIT, VIEW_EDIT_EMBED};
use site_rest::{Arg, Args, Format, Resource, RouteSpec, Schema};

use super::NAMESPACE;
use crate::fields::{context, search_text};

/// Path pattern of the name of an extension: a folder and a file on deployed systems.
const PLUGIN: &str = r"(?P<plugin>[^.\/]+(?:\/[^.\/]+)?)";

fn shown(schema: Schema, about: &'static str) -> Schema {
    schema.about(about).shown_in(VIEW_EDIT_EMBED).readonly()
}

fn full(schema: Schema, about: &'static str) -> Schema {
    schema.about(about).shown_in(VIEW_EDIT).readonly()
}

fn status() -> Schema {
    Schema::string()
        .about("Whether the extension is in use. All are, and none can be switched off.")
        .choices(["inactive", "active"])
}

/// The resource of an extension.
pub static PLUGIN_RESOURCE: LazyLock<Resource> = LazyLock::new(|| {
    let description = full(Schema::object(), "Description of the extension.")
        .with("raw", Schema::string().about("As declared."))
        .with("rendered", Schema::string().about("As HTML."));
    let schema = Schema::object()
        .with(
            "plugin",
            shown(Schema::string(), "Unique name of the extension.")
                .matching(r"[^.\/]+(?:\/[^.\/]+)?"),
        )
        .with("status", status().shown_in(VIEW_EDIT_EMBED))
        .with("name", shown(Schema::string(), "Display name."))
        .with(
            "plugin_uri",
            full(Schema::string(), "Website of the extension; empty.").format(Format::Uri),
        )
        .with("author", full(Schema::object(), "Author of the extension."))
        .with(
            "author_uri",
            full(Schema::string(), "Website of the author; empty.").format(Format::Uri),
        )
        .with("description", description)
        .with(
            "version",
            full(
                Schema::string(),
                "Version of the extension, that of the site.",
            ),
        )
        .with(
            "network_only",
            shown(
                Schema::boolean(),
                "Whether it is in use on all sites or on none; `false`.",
            ),
        )
        .with(
            "requires_wp",
            shown(
                Schema::string(),
                "Least version of the deployed system; empty.",
            ),
        )
        .with(
            "requires_php",
            shown(Schema::string(), "Least version of PHP; empty."),
        )
        .with(
            "textdomain",
            full(Schema::string(), "Name of the translations; empty."),
        );
    Resource::new("plugin", schema)
});

fn list_args() -> Args {
    Args::none()
        .with(context())
        .arg(
            "search",
            search_text("Only extensions whose name or description contains this text."),
        )
        .arg(
            "status",
            Schema::list(Schema::string().choices(["inactive", "active"]))
                .about("Only extensions with one of these statuses."),
        )
}

fn create_args() -> Args {
    Args::none()
        .with(
            Arg::new(
                "slug",
                Schema::string()
                    .about("Name of the extension in a directory. Nothing can be installed.")
                    .matching(r"[\w\-]+"),
            )
            .required(),
        )
        .arg("status", status().default_to("inactive"))
}

fn name() -> Schema {
    Schema::string()
        .about("Unique name of the extension.")
        .matching(r"[^.\/]+(?:\/[^.\/]+)?")
}

fn item_args() -> Args {
    Args::none().with(context()).arg("plugin", name())
}

fn update_args() -> Args {
    item_args().arg("status", status())
}

/// Route of the list of extensions.
pub fn list_route() -> RouteSpec {
    RouteSpec::new(NAMESPACE, "/plugins")
        .read(list_args())
        .create(create_args())
        .of(&PLUGIN_RESOURCE)
}

/// Route of one extension.
pub fn item_route() -> RouteSpec {
    RouteSpec::new(NAMESPACE, &format!("/plugins/{PLUGIN}"))
        .read(item_args())
        .edit(update_args())
        .delete(item_args())
        .of(&PLUGIN_RESOURCE)
}

/// The routes, in the order of the index.
pub fn routes() -> [RouteSpec; 2] {
    [list_route(), item_route()]
}

/// Error codes of this resource, and those of the whole interface.
pub mod codes {
    use site_rest::Status;
    pub use site_rest::codes::*;

    site_rest::error_codes! {
        CANNOT_VIEW_PLUGINS = "rest_cannot_view_plugins", Status::Authorization, "Você não tem permissão para ver as extensões.", "You may not view the extensions.";
        CANNOT_VIEW_PLUGIN = "rest_cannot_view_plugin", Status::Authorization, "Você não tem permissão para ver esta extensão.", "You may not view this extension.";
        CANNOT_INSTALL_PLUGIN = "rest_cannot_install_plugin", Status::Authorization, "Este site não instala extensões: as que existem fazem parte dele.", "This site installs no extensions: those that exist are part of it.";
        CANNOT_MANAGE_PLUGINS = "rest_cannot_manage_plugins", Status::Authorization, "Você não tem permissão para alterar as extensões.", "You may not change the extensions.";
        PLUGINS_NOT_DELETABLE = "rest_cannot_manage_plugins", Status::Authorization, "As extensões fazem parte do site e não podem ser excluídas.", "The extensions are part of the site and cannot be deleted.";
        CANNOT_DEACTIVATE_PLUGIN = "rest_cannot_deactivate_plugin", Status::Authorization, "As extensões fazem parte do site e não podem ser desativadas.", "The extensions are part of the site and cannot be deactivated.";
        PLUGIN_NOT_FOUND = "rest_plugin_not_found", Status::Fixed(404), "A extensão não existe.", "The extension does not exist.";
    }
}
