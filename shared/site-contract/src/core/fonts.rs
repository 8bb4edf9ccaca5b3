//! Families of fonts, the fonts of a family, and collections of fonts to install (docs/interface/site/fonts.md).

use std::sync::LazyLock;

use domain::site::Kind;
use site_rest::schema::VIEW_EDIT_EMBED;
use site_rest::{Arg, Args, Format, Kind as Type, Resource, RouteSpec, Schema};

use super::ID;
use super::NAMESPACE;
use super::media::UPLOAD_LIMIT;
use super::rest_bases::kind_base;
use crate::fields::{context, force, id, ids, order, orderby, paging};

/// Version of theme.json whose forms the settings have.
pub const THEME_JSON_VERSION: i64 = 3;

/// Longest settings in characters, as JSON.
pub const LONGEST_SETTINGS: usize = 20_000;

/// Most sources of one font.
pub const MOST_SOURCES: usize = 10;

/// Name of the path parameter of a family, in the paths of its fonts.
pub const FAMILY: &str = "font_family_id";

/// Values of `fontDisplay`.
const DISPLAYS: [&str; 5] = ["auto", "block", "fallback", "swap", "optional"];

fn text(about: &'static str) -> Schema {
    Schema::string().about(about)
}

fn shown(schema: Schema) -> Schema {
    schema.shown_in(VIEW_EDIT_EMBED)
}

fn preview(about: &'static str) -> Schema {
    text(about).format(Format::Uri).default_to("")
}

fn version() -> Schema {
    Schema::integer()
        .about("Version of theme.json whose forms the settings have.")
        .default_to(THEME_JSON_VERSION)
        .min(2)
        .max(THEME_JSON_VERSION)
}

/// The settings of a family; `is_whole` for those that must be complete.
fn family_members(is_whole: bool) -> Schema {
    let schema = Schema::object()
        .about("Settings of the family in the form of theme.json. Families have no effect on public pages.")
        .with("name", text("Display name."))
        .with("slug", text("Name, unique among the families; it never changes."))
        .with("fontFamily", text("Value of CSS font-family."))
        .with("preview", preview("Address of a picture of the family."))
        .closed();
    if is_whole {
        schema.needs(&["name", "slug", "fontFamily"])
    } else {
        schema
    }
}

/// The settings of a new family.
pub static FAMILY_SETTINGS: LazyLock<Schema> = LazyLock::new(|| family_members(true));

/// The settings that change a family.
pub static FAMILY_CHANGES: LazyLock<Schema> = LazyLock::new(|| family_members(false));

/// Settings of a font that are texts of CSS: name and description.
const CSS_TEXTS: [(&str, &str); 10] = [
    ("fontStretch", "Value of CSS font-stretch."),
    ("ascentOverride", "Value of CSS ascent-override."),
    ("descentOverride", "Value of CSS descent-override."),
    ("fontVariant", "Value of CSS font-variant."),
    ("fontFeatureSettings", "Value of CSS font-feature-settings."),
    (
        "fontVariationSettings",
        "Value of CSS font-variation-settings.",
    ),
    ("lineGapOverride", "Value of CSS line-gap-override."),
    ("sizeAdjust", "Value of CSS size-adjust."),
    ("unicodeRange", "Value of CSS unicode-range."),
    ("preview", "Address of a picture of the font."),
];

/// The settings of a font.
pub static FACE_SETTINGS: LazyLock<Schema> = LazyLock::new(|| {
    let sources = Schema::list(Schema::string()).count(None, Some(MOST_SOURCES));
    let schema = Schema::object()
        .about(
            "Settings of the font in the form of theme.json. Fonts have no effect on public pages.",
        )
        .with(
            "fontFamily",
            text("Value of CSS font-family.").default_to(""),
        )
        .with(
            "fontStyle",
            text("Value of CSS font-style.").default_to("normal"),
        )
        .with(
            "fontWeight",
            Schema::of(&[Type::String, Type::Integer])
                .about("Weight, or the lowest and the highest one with a space in between.")
                .default_to("400"),
        )
        .with(
            "fontDisplay",
            text("Value of CSS font-display.")
                .choices(DISPLAYS)
                .default_to("fallback"),
        )
        .with(
            "src",
            Schema::any()
                .about("Addresses of font files. In a request, names of files of the form as well.")
                .any_of(vec![Schema::string(), sources])
                .default_to(Vec::<String>::new()),
        );
    let schema = CSS_TEXTS
        .into_iter()
        .fold(schema, |schema, (name, about)| match name {
            "preview" => schema.with(name, preview(about)),
            _ => schema.with(name, text(about)),
        });
    schema.needs(&["fontFamily", "src"]).closed()
});

fn identifier() -> Schema {
    shown(Schema::integer().about("Identifier.")).readonly()
}

/// The resource of a family.
pub static FONT_FAMILY: LazyLock<Resource> = LazyLock::new(|| {
    let faces = Schema::list(Schema::integer()).about("Identifiers of the family's fonts.");
    let schema = Schema::object()
        .with("id", identifier())
        .with("theme_json_version", shown(version()))
        .with("font_faces", shown(faces))
        .with("font_family_settings", shown(FAMILY_SETTINGS.clone()));
    Resource::new(Kind::FontFamily.name(), schema)
});

/// The resource of a font.
pub static FONT_FACE: LazyLock<Resource> = LazyLock::new(|| {
    let parent = Schema::integer().about("Identifier of the family.");
    let schema = Schema::object()
        .with("id", identifier())
        .with("theme_json_version", shown(version()))
        .with("parent", shown(parent))
        .with("font_face_settings", shown(FACE_SETTINGS.clone()));
    Resource::new(Kind::FontFace.name(), schema)
});

/// The resource of a collection of fonts.
pub static COLLECTION: LazyLock<Resource> = LazyLock::new(|| {
    let list = |about| Schema::list(Schema::any()).about(about);
    let schema = Schema::object()
        .with("slug", shown(text("Unique name.")).readonly())
        .with("name", shown(text("Display name.")))
        .with("description", shown(text("Description.")))
        .with("font_families", shown(list("Families of the collection.")))
        .with(
            "categories",
            shown(list("Categories of the collection's families.")),
        );
    Resource::new("font-collection", schema)
});

fn list_args() -> Args {
    Args::none()
        .with(context())
        .and(paging(10))
        .arg("exclude", ids("Excludes items with these identifiers."))
        .arg("include", ids("Only items with these identifiers."))
        .arg(
            "search_semantics",
            text("Interpretation of search terms, which these lists do not have.")
                .choices(["exact"]),
        )
        .arg(
            "offset",
            Schema::integer().about("Number of items to skip."),
        )
        .arg("order", order("desc"))
        .arg("orderby", orderby(&["id", "include"], "id"))
}

fn settings_arg(name: &'static str, about: &'static str) -> Arg {
    let schema = text(about).length(None, Some(LONGEST_SETTINGS));
    Arg::new(name, schema.required())
}

fn family_args() -> Args {
    Args::none()
        .arg("theme_json_version", version())
        .with(settings_arg(
            "font_family_settings",
            "Settings of the family, as JSON in a text. A change has the changed ones only.",
        ))
}

fn of_family() -> Args {
    Args::none().arg(
        FAMILY,
        Schema::integer()
            .about("Identifier of the family.")
            .required(),
    )
}

fn delete_args() -> Args {
    Args::none().arg(
        "force",
        force("Required to be true: fonts cannot be trashed."),
    )
}

/// Route of the list of families.
pub fn families_route() -> RouteSpec {
    let slugs = Schema::list(Schema::string()).about("Only families with these names.");
    RouteSpec::new(NAMESPACE, &format!("/{}", kind_base(Kind::FontFamily)))
        .read(list_args().arg("slug", slugs))
        .create(family_args())
        .of(&FONT_FAMILY)
}

/// Route of one family.
pub fn family_route() -> RouteSpec {
    let path_id = || Args::none().arg("id", id("Identifier of the family."));
    let path = format!("/{}/{ID}", kind_base(Kind::FontFamily));
    RouteSpec::new(NAMESPACE, &path)
        .read(path_id().with(context()))
        .edit(path_id().and(family_args()))
        .delete(path_id().and(delete_args()))
        .of(&FONT_FAMILY)
}

/// Route of the fonts of a family.
pub fn faces_route() -> RouteSpec {
    let create = of_family()
        .arg("theme_json_version", version())
        .with(settings_arg(
            "font_face_settings",
            "Settings of the font, as JSON in a text; src names files of the form, or has addresses.",
        ));
    RouteSpec::new(NAMESPACE, &format!("/{}", kind_base(Kind::FontFace)))
        .read(of_family().and(list_args()))
        .create(create)
        .body_limit(UPLOAD_LIMIT)
        .of(&FONT_FACE)
}

/// Route of one font.
pub fn face_route() -> RouteSpec {
    let path_ids = || of_family().arg("id", id("Identifier of the font.").required());
    let path = format!("/{}/{ID}", kind_base(Kind::FontFace));
    RouteSpec::new(NAMESPACE, &path)
        .read(path_ids().with(context()))
        .delete(path_ids().and(delete_args()))
        .of(&FONT_FACE)
}

/// Route of the list of collections.
pub fn collections_route() -> RouteSpec {
    RouteSpec::new(NAMESPACE, "/font-collections")
        .read(Args::none().with(context()).and(paging(10)))
        .of(&COLLECTION)
}

/// Route of one collection.
pub fn collection_route() -> RouteSpec {
    let slug = text("Name of the collection.");
    RouteSpec::new(NAMESPACE, r"/font-collections/(?P<slug>[\/\w-]+)")
        .read(Args::none().arg("slug", slug).with(context()))
        .of(&COLLECTION)
}

/// The routes of families and fonts, in the order of the index.
pub fn routes() -> [RouteSpec; 4] {
    [
        families_route(),
        family_route(),
        faces_route(),
        face_route(),
    ]
}

/// The routes of collections, in the order of the index.
pub fn collection_routes() -> [RouteSpec; 2] {
    [collections_route(), collection_route()]
}

/// Error codes of this resource, and those of the whole interface.
pub mod codes {
    use site_rest::Status;
    pub use site_rest::codes::*;

    pub use super::super::revisions::codes::POST_INVALID_PARENT;

    site_rest::error_codes! {
        SETTINGS_NOT_JSON = "rest_invalid_param", Status::Fixed(400), "{0} deve ser JSON válido em um texto.", "{0} must be valid JSON in a text.";
        SETTING_UNCHANGEABLE = "rest_invalid_param", Status::Fixed(400), "{0} não pode mudar.", "{0} cannot be updated.";
        SETTING_EMPTY = "rest_invalid_param", Status::Fixed(400), "{0} não pode ser vazio.", "{0} cannot be empty.";
        SOURCE_EMPTY = "rest_invalid_param", Status::Fixed(400), "Os valores de {0} não podem ser vazios.", "The values of {0} cannot be empty.";
        SOURCE_INVALID = "rest_invalid_param", Status::Fixed(400), "Em {0}, {1} deve ser um endereço ou o nome de um arquivo do formulário.", "In {0}, {1} must be an address or the name of a file of the form.";
        FILE_NOT_USED = "rest_invalid_param", Status::Fixed(400), "O arquivo {0} precisa estar em {1}.", "The file {0} must be used in {1}.";
        DUPLICATE_FONT_FAMILY = "rest_duplicate_font_family", Status::Fixed(400), "Já existe uma família de fontes com o slug {0}.", "A font family with the slug {0} exists already.";
        DUPLICATE_FONT_FACE = "rest_duplicate_font_face", Status::Fixed(400), "Já existe uma fonte com estas configurações.", "A font with these settings exists already.";
        FACE_PARENT_MISMATCH = "rest_font_face_parent_id_mismatch", Status::Fixed(404), "A fonte não é da família {0}.", "The font does not belong to the family {0}.";
        FONT_FILE_TYPE = "rest_font_upload_invalid_file_type", Status::Fixed(400), "O arquivo não é uma fonte WOFF2, WOFF, TTF ou OTF, ou seu nome termina de outro modo.", "The file is no WOFF2, WOFF, TTF or OTF font, or its name ends differently.";
        FONT_COLLECTION_NOT_FOUND = "rest_font_collection_not_found", Status::Fixed(404), "A coleção de fontes não existe.", "The collection of fonts does not exist.";
    }
}
