//! The theme of the public pages.

use std::sync::LazyLock;

use site_rest::{Arg, Args, Format, Resource, RouteSpec, Schema};

use super::NAMESPACE;
use super::theme_supports::supports;

/// Path pattern of the name of a theme; the part after a slash is for themes in subfolders of deployed systems.
const STYLESHEET: &str = r#"(?P<stylesheet>[^\/:<>\*\?"\|]+(?:\/[^\/:<>\*\?"\|]+)?)"#;

fn text(about: &'static str) -> Schema {
    Schema::string().about(about).readonly()
}

fn address(about: &'static str) -> Schema {
    text(about).format(Format::Uri)
}

/// A member with its text as declared and as HTML.
fn both(about: &'static str, raw: Schema, rendered: Schema) -> Schema {
    Schema::object()
        .about(about)
        .readonly()
        .with("raw", raw)
        .with("rendered", rendered)
}

fn texts(about: &'static str) -> Schema {
    both(
        about,
        Schema::string().about("As declared."),
        Schema::string().about("As HTML."),
    )
}

fn addresses(about: &'static str) -> Schema {
    let uri = |about| Schema::string().about(about).format(Format::Uri);
    both(about, uri("As declared."), uri("As HTML."))
}

fn listed(about: &'static str) -> Schema {
    Schema::list(Schema::object()).about(about).readonly()
}

/// The resource of a theme.
pub static THEME: LazyLock<Resource> = LazyLock::new(|| {
    let tags = both(
        "Styles and features of the theme.",
        Schema::list(Schema::string()).about("As declared."),
        Schema::string().about("As HTML."),
    );
    let schema = Schema::object()
        .with("stylesheet", text("Unique name of the theme."))
        .with(
            "stylesheet_uri",
            address("Address of the theme's folder; empty, because the pages have no such folder."),
        )
        .with(
            "template",
            text("Name of the theme that this one is based on; its own name when there is none."),
        )
        .with(
            "template_uri",
            address("Address of the folder of the theme that this one is based on; empty."),
        )
        .with("author", texts("Author of the theme."))
        .with("author_uri", addresses("Website of the author."))
        .with("description", texts("Description of the theme."))
        .with(
            "is_block_theme",
            Schema::boolean()
                .about("Whether the pages have templates of blocks.")
                .readonly(),
        )
        .with("name", texts("Display name."))
        .with("requires_php", text("Least version of PHP; empty."))
        .with(
            "requires_wp",
            text("Least version of the deployed system; empty."),
        )
        .with(
            "screenshot",
            address("Address of a picture of the pages; empty when there is none."),
        )
        .with("tags", tags)
        .with("textdomain", text("Name of the translations; empty."))
        .with("theme_supports", supports())
        .with("theme_uri", addresses("Website of the theme."))
        .with("version", text("Version of the theme."))
        .with(
            "status",
            Schema::string()
                .about("Whether the theme makes the public pages.")
                .choices(["inactive", "active"]),
        )
        .with(
            "default_template_types",
            listed("Templates that pages are made with by their kind."),
        )
        .with(
            "default_template_part_areas",
            listed("Areas of template parts."),
        );
    Resource::new("theme", schema)
});

fn list_args() -> Args {
    let one = Schema::string().choices(["active", "inactive"]);
    let statuses = Schema::list(one).about("Only themes with one of these statuses.");
    Args::none().arg("status", statuses)
}

fn item_args() -> Args {
    let name = Schema::string().about("Unique name of the theme.");
    Args::none().with(Arg::new("stylesheet", name))
}

/// Route of the list of themes.
pub fn list_route() -> RouteSpec {
    RouteSpec::new(NAMESPACE, "/themes")
        .read(list_args())
        .of(&THEME)
}

/// Route of one theme.
pub fn item_route() -> RouteSpec {
    RouteSpec::new(NAMESPACE, &format!("/themes/{STYLESHEET}"))
        .read(item_args())
        .of(&THEME)
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
        CANNOT_VIEW_THEMES = "rest_cannot_view_themes", Status::Authorization, "Você não tem permissão para ver os temas.", "You may not view the themes.";
        CANNOT_VIEW_ACTIVE_THEME = "rest_cannot_view_active_theme", Status::Authorization, "Você não tem permissão para ver o tema ativo.", "You may not view the active theme.";
        THEME_NOT_FOUND = "rest_theme_not_found", Status::Fixed(404), "O tema não existe.", "The theme does not exist.";
    }
}
