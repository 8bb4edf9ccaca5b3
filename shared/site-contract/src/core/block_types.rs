//! Block types.

use std::sync::LazyLock;

use serde_json::{Value, json};
use site_rest::schema::EMBED_VIEW_EDIT;
use site_rest::{Args, Kind, Resource, RouteSpec, Schema};

use super::NAMESPACE;
use crate::fields::context;

/// Path patterns of the two parts of a block's name.
const SPACE: &str = "(?P<namespace>[a-zA-Z0-9_-]+)";
const NAME: &str = "(?P<name>[a-zA-Z0-9_-]+)";

fn shown(schema: Schema, about: &'static str) -> Schema {
    schema.about(about).shown_in(EMBED_VIEW_EDIT).readonly()
}

fn text(about: &'static str) -> Schema {
    shown(Schema::string(), about).default_to("")
}

fn optional_text(about: &'static str) -> Schema {
    shown(Schema::of(&[Kind::String, Kind::Null]), about).default_to(Value::Null)
}

fn texts(about: &'static str) -> Schema {
    shown(Schema::list(Schema::string()), about).default_to(json!([]))
}

fn optional_texts(about: &'static str) -> Schema {
    let schema = Schema::of(&[Kind::Array, Kind::Null]).items(Schema::string());
    shown(schema, about).default_to(Value::Null)
}

fn map(about: &'static str) -> Schema {
    shown(Schema::object(), about).default_to(json!([]))
}

/// A list of scripts or styles; the site serves none of blocks.
fn handles(about: &'static str) -> Schema {
    texts(about)
}

fn style() -> Schema {
    Schema::object()
        .with(
            "name",
            Schema::string()
                .about("Unique name of the style.")
                .required(),
        )
        .with(
            "label",
            Schema::string().about("Display name of the style."),
        )
        .with(
            "isDefault",
            Schema::boolean().about("Whether it is the one without a choice."),
        )
        .with("inline_style", Schema::string().about("CSS of the style."))
        .with(
            "style_handle",
            Schema::string().about("Name of the style sheet."),
        )
}

fn names_and_attributes(schema: Schema) -> Schema {
    let attributes = shown(
        Schema::of(&[Kind::Object, Kind::Null]).others(Schema::object()),
        "Schemas of the attributes, by name, with those of the supported features.",
    );
    schema
        .with(
            "api_version",
            shown(Schema::integer(), "Version of the interface between editor and block.").default_to(1),
        )
        .with("title", text("Display name."))
        .with("name", text("Unique name, with its namespace."))
        .with("description", text("Description of the block."))
        .with("icon", optional_text("Icon in an editor's user interface."))
        .with("attributes", attributes.default_to(Value::Null))
        .with(
            "provides_context",
            map("Values for the blocks inside, each with the attribute that holds it.").others(Schema::string()),
        )
        .with("uses_context", texts("Values that the block takes from the blocks around it."))
        .with("selectors", map("CSS selectors of the block's parts, by feature."))
        .with("supports", map("Features that an editor offers for the block."))
        .with("category", optional_text("Category in an editor's user interface."))
        .with(
            "is_dynamic",
            shown(
                Schema::boolean(),
                "Whether the site renders the block when it is shown, and not an editor when it is written.",
            )
            .default_to(false),
        )
}

fn files(schema: Schema) -> Schema {
    schema
        .with(
            "editor_script_handles",
            handles("Scripts of the editor; none."),
        )
        .with(
            "script_handles",
            handles("Scripts of the editor and the pages; none."),
        )
        .with(
            "view_script_handles",
            handles("Scripts of the pages; none."),
        )
        .with(
            "view_script_module_ids",
            handles("Script modules of the pages; none."),
        )
        .with(
            "editor_style_handles",
            handles("Style sheets of the editor; none."),
        )
        .with(
            "style_handles",
            handles("Style sheets of the editor and the pages; none."),
        )
        .with(
            "view_style_handles",
            handles("Style sheets of the pages; none."),
        )
}

fn relations(schema: Schema) -> Schema {
    let variations = Schema::of(&[Kind::Array]).items(Schema::object());
    schema
        .with(
            "styles",
            shown(
                Schema::list(style()),
                "Styles that people choose and public pages show.",
            )
            .default_to(json!([])),
        )
        .with(
            "variations",
            shown(variations, "Variations of the block; none here.").default_to(Value::Null),
        )
        .with(
            "textdomain",
            optional_text("Name of the translations; none."),
        )
        .with(
            "parent",
            optional_texts("Types that the block must be directly inside of."),
        )
        .with(
            "ancestor",
            optional_texts("Types that the block must be somewhere inside of."),
        )
        .with(
            "allowed_blocks",
            optional_texts("Types that may be directly inside."),
        )
        .with("keywords", texts("Search words; none here."))
        .with(
            "example",
            shown(
                Schema::of(&[Kind::Object, Kind::Null]),
                "Example for previews; none here.",
            )
            .default_to(Value::Null),
        )
        .with(
            "block_hooks",
            map("Blocks that this one is added to by itself; none."),
        )
}

/// Members of former versions, which clients may still read.
fn former(schema: Schema) -> Schema {
    schema
        .with(
            "editor_script",
            optional_text("Former form of editor_script_handles."),
        )
        .with("script", optional_text("Former form of script_handles."))
        .with(
            "view_script",
            optional_text("Former form of view_script_handles."),
        )
        .with(
            "editor_style",
            optional_text("Former form of editor_style_handles."),
        )
        .with("style", optional_text("Former form of style_handles."))
}

/// The resource of a block type.
pub static BLOCK_TYPE: LazyLock<Resource> = LazyLock::new(|| {
    let schema = names_and_attributes(Schema::object());
    Resource::new("block-type", former(relations(files(schema))))
});

fn namespace() -> Schema {
    Schema::string().about("Namespace of the blocks.")
}

fn list_args() -> Args {
    Args::none().with(context()).arg("namespace", namespace())
}

fn item_args() -> Args {
    Args::none()
        .arg(
            "name",
            Schema::string().about("Name of the block, without its namespace."),
        )
        .arg("namespace", namespace())
        .with(context())
}

/// Route of the list of block types.
pub fn list_route() -> RouteSpec {
    RouteSpec::new(NAMESPACE, "/block-types")
        .read(list_args())
        .of(&BLOCK_TYPE)
}

/// Route of the block types of a namespace.
pub fn namespace_route() -> RouteSpec {
    RouteSpec::new(NAMESPACE, &format!("/block-types/{SPACE}"))
        .read(list_args())
        .of(&BLOCK_TYPE)
}

/// Route of one block type.
pub fn item_route() -> RouteSpec {
    RouteSpec::new(NAMESPACE, &format!("/block-types/{SPACE}/{NAME}"))
        .read(item_args())
        .of(&BLOCK_TYPE)
}

/// The routes, in the order of the index.
pub fn routes() -> [RouteSpec; 3] {
    [list_route(), namespace_route(), item_route()]
}

/// Error codes of this resource, and those of the whole interface.
pub mod codes {
    use site_rest::Status;
    pub use site_rest::codes::*;

    site_rest::error_codes! {
        BLOCK_TYPE_CANNOT_VIEW = "rest_block_type_cannot_view", Status::Authorization, "Você não tem permissão para ver os tipos de bloco.", "You may not view the block types.";
        BLOCK_TYPE_INVALID = "rest_block_type_invalid", Status::Fixed(404), "O tipo de bloco não existe.", "The block type does not exist.";
    }
}
