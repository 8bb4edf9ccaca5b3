//! Global styles: what people changed of the colours and type of the theme (docs/interface/site/global-styles.md).

use std::sync::LazyLock;

use domain::site::Kind;
use serde_json::json;
use site_rest::schema::{EMBED_VIEW_EDIT, VIEW_EDIT, VIEW_EDIT_EMBED};
use site_rest::{ActionLink, Arg, Args, Kind as Type, Resource, RouteSpec, Schema};

use super::ID;
use super::NAMESPACE;
use super::PARENT;
use super::rest_bases::kind_base;
use super::revisions;
use crate::fields::moment;

/// Path patterns of the identifier and of the theme.
const NAME: &str = r"(?P<id>[\/\w-]+)";
const THEME: &str = r#"(?P<stylesheet>[^\/:<>\*\?"\|]+(?:\/[^\/:<>\*\?"\|]+)?)"#;
const THEME_OF_VARIATIONS: &str = r"(?P<stylesheet>[\/\s%\w\.\(\)\[\]\@_\-]+)";

/// The maximum size of styles or settings, in bytes of their texts and names.
const STYLES_BYTES: usize = 200_000;

fn styles() -> Schema {
    Schema::object()
        .about("Styles in the form of theme.json. Colours of page, text, links and headings, typefaces, size and line height of text and weight of headings take effect on public pages, in readable contrast; others, css among them, do not.")
        .bytes_at_most(STYLES_BYTES)
}

fn settings() -> Schema {
    Schema::object()
        .about("Settings in the form of theme.json. The palette takes effect on public pages, and presets where styles name them; others do not.")
        .bytes_at_most(STYLES_BYTES)
}

/// The resource.
pub static GLOBAL_STYLES: LazyLock<Resource> = LazyLock::new(|| {
    let text = |about| Schema::string().about(about).shown_in(VIEW_EDIT_EMBED);
    let title = Schema::of(&[Type::Object, Type::String])
        .about("Title.")
        .default_to("")
        .shown_in(EMBED_VIEW_EDIT)
        .with("raw", text("Value as stored."))
        .with("rendered", text("Value as HTML.").readonly());
    let schema = Schema::object()
        .with(
            "id",
            Schema::integer()
                .about("Identifier.")
                .shown_in(EMBED_VIEW_EDIT)
                .readonly(),
        )
        .with("styles", styles().shown_in(VIEW_EDIT))
        .with("settings", settings().shown_in(VIEW_EDIT))
        .with("title", title);
    let action = |rel: &str, title: &str, target| ActionLink {
        rel: rel.to_owned(),
        title: title.to_owned(),
        path: "/core/v2/global-styles/{id}".to_owned(),
        target,
    };
    Resource::new(Kind::GlobalStyles.name(), schema)
        .link(action(
            "action-publish",
            "The caller may change the styles.",
            json!({"type": "object", "properties": {"styles": {"type": "object"}}}),
        ))
        .link(action(
            "action-edit-css",
            "The caller may write style sheets.",
            json!({"type": "object", "properties": {"styles": {"type": "object"}}}),
        ))
});

/// The resource of a revision.
pub static REVISION: LazyLock<Resource> = LazyLock::new(|| {
    let number = |about| Schema::integer().about(about).shown_in(VIEW_EDIT_EMBED);
    let date = |about, contexts| moment(about).shown_in(contexts);
    let schema = Schema::object()
        .with("author", number("Identifier of the author."))
        .with(
            "date",
            date(
                "Date of creation, in the site's time zone.",
                VIEW_EDIT_EMBED,
            ),
        )
        .with("date_gmt", date("Date of creation, in GMT.", VIEW_EDIT))
        .with("id", number("Identifier of the revision."))
        .with(
            "modified",
            date(
                "Date of the last change, in the site's time zone.",
                VIEW_EDIT,
            ),
        )
        .with(
            "modified_gmt",
            date("Date of the last change, in GMT.", VIEW_EDIT),
        )
        .with("parent", number("Identifier of the global styles."))
        .with("styles", styles().shown_in(VIEW_EDIT))
        .with("settings", settings().shown_in(VIEW_EDIT));
    Resource::new("global_styles-revision", schema)
});

fn base() -> &'static str {
    kind_base(Kind::GlobalStyles)
}

fn theme_args() -> Args {
    Args::none().arg("stylesheet", Schema::string().about("Name of the theme."))
}

/// Route of the global styles.
pub fn item_route() -> RouteSpec {
    let id = Arg::new("id", Schema::string().about("Identifier."));
    // A member that is null stays as it is.
    let update_args = GLOBAL_STYLES.update_args();
    let update_args = update_args.iter().cloned().map(Arg::keeping_null);
    RouteSpec::new(NAMESPACE, &format!("/{}/{NAME}", base()))
        .read(Args::none().with(id))
        .edit(update_args.collect())
        .of(&GLOBAL_STYLES)
}

/// Route of the theme's own styles.
pub fn theme_route() -> RouteSpec {
    RouteSpec::new(NAMESPACE, &format!("/{}/themes/{THEME}", base())).read(theme_args())
}

/// Route of the theme's variations.
pub fn variations_route() -> RouteSpec {
    let path = format!("/{}/themes/{THEME_OF_VARIATIONS}/variations", base());
    RouteSpec::new(NAMESPACE, &path).read(theme_args())
}

/// Route of the list of revisions. It has no search and no order of choice.
pub fn revisions_route() -> RouteSpec {
    let without = ["search", "exclude", "include", "order", "orderby"];
    let args = revisions::list_args();
    let args = args.iter().filter(|arg| !without.contains(&arg.name()));
    RouteSpec::new(NAMESPACE, &format!("/{}/{PARENT}/revisions", base()))
        .read(args.cloned().collect())
        .of(&REVISION)
}

/// Route of one revision.
pub fn revision_route() -> RouteSpec {
    RouteSpec::new(NAMESPACE, &format!("/{}/{PARENT}/revisions/{ID}", base()))
        .read(revisions::item_args())
        .of(&REVISION)
}

/// The routes, in the order of the index: paths with more segments first, because a name can have slashes.
pub fn routes() -> [RouteSpec; 5] {
    [
        revisions_route(),
        revision_route(),
        variations_route(),
        theme_route(),
        item_route(),
    ]
}

/// Error codes of this resource, and those of the whole interface.
pub mod codes {
    use site_rest::Status;
    pub use site_rest::codes::*;

    site_rest::error_codes! {
        GLOBAL_STYLES_NOT_FOUND = "rest_global_styles_not_found", Status::Fixed(404), "Os estilos globais não existem.", "The global styles do not exist.";
        CANNOT_READ_GLOBAL_STYLES = "rest_cannot_read_global_styles", Status::Authorization, "Você não tem permissão para ver os estilos globais.", "You may not view the global styles.";
        CSS_ILLEGAL_MARKUP = "rest_custom_css_illegal_markup", Status::Fixed(400), "A folha de estilos não pode ter marcação.", "The style sheet may not contain markup.";
        STYLES_TOO_LONG = "rest_invalid_param", Status::Fixed(400), "Os estilos passam de 200.000 bytes ou de 20 níveis.", "The styles exceed 200,000 bytes or 20 levels.";
    }
}
