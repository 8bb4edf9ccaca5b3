//! Abilities: actions of the site that programs find by their descriptions and run.

use std::sync::LazyLock;

use site_rest::schema::{VIEW_EDIT, VIEW_EDIT_EMBED, key};
use site_rest::spec::MEGABYTE;
use site_rest::{Arg, Args, Kind, Resource, RouteSpec, Schema};

use crate::fields::{BODY, context, paging};

/// The namespace.
pub const NAMESPACE: &str = "core-abilities/v1";

/// Number of abilities on a page.
const PER_PAGE: i64 = 50;

fn shown(schema: Schema, about: &'static str) -> Schema {
    schema.about(about).shown_in(VIEW_EDIT_EMBED).readonly()
}

fn full(schema: Schema, about: &'static str) -> Schema {
    schema.about(about).shown_in(VIEW_EDIT).readonly()
}

fn annotations() -> Schema {
    let truth = || Schema::of(&[Kind::Boolean, Kind::Null]);
    Schema::object()
        .with("readonly", truth().about("Whether it changes nothing."))
        .with(
            "destructive",
            truth().about("Whether it may remove something."),
        )
        .with(
            "idempotent",
            truth().about("Whether running it again with the same input has no further effect."),
        )
        .others(Schema::any())
}

fn is_public() -> Schema {
    Schema::boolean().about("Whether programs are meant to find it.")
}

/// The resource of an ability.
pub static ABILITY: LazyLock<Resource> = LazyLock::new(|| {
    let meta = full(
        Schema::object(),
        "What programs should know before they run it.",
    )
    .with("annotations", annotations().about("How it behaves."))
    .with("public", is_public());
    let schema = Schema::object()
        .with(
            "name",
            shown(Schema::string(), "Unique name of the ability."),
        )
        .with("label", shown(Schema::string(), "Display name."))
        .with("description", full(Schema::string(), "What it does."))
        .with(
            "category",
            shown(Schema::string(), "Category that it belongs to."),
        )
        .with(
            "input_schema",
            full(Schema::object(), "JSON Schema of its input."),
        )
        .with(
            "output_schema",
            full(Schema::object(), "JSON Schema of its result."),
        )
        .with("meta", meta);
    Resource::new("ability", schema)
});

/// The resource of a category.
pub static CATEGORY: LazyLock<Resource> = LazyLock::new(|| {
    let schema = Schema::object()
        .with(
            "slug",
            shown(Schema::string(), "Unique name of the category."),
        )
        .with("label", shown(Schema::string(), "Display name."))
        .with(
            "description",
            full(Schema::string(), "Description of the category."),
        )
        .with("meta", full(Schema::object(), "Further values; none."));
    Resource::new("ability-category", schema)
});

const fn any() -> &'static [Kind] {
    &[
        Kind::Integer,
        Kind::Number,
        Kind::Boolean,
        Kind::String,
        Kind::Array,
        Kind::Object,
        Kind::Null,
    ]
}

/// The resource of a result.
pub static EXECUTION: LazyLock<Resource> = LazyLock::new(|| {
    let result = full(Schema::of(any()), "Result of the ability.");
    Resource::new("ability-execution", Schema::object().with("result", result))
});

fn pages() -> Args {
    let places = paging(PER_PAGE);
    let mut args = Args::none().with(context());
    for name in ["page", "per_page"] {
        if let Some(arg) = places.get(name) {
            args = args.with(arg.clone());
        }
    }
    args
}

fn list_args() -> Args {
    let meta = Schema::object()
        .about("Only abilities with these values in `meta`.")
        .with(
            "annotations",
            annotations().about("Only abilities that behave like this."),
        )
        .others(Schema::any())
        .bytes_at_most(2_000);
    let named = |name, about| Arg::new(name, Schema::string().about(about)).cleaned(key);
    pages()
        .with(named("category", "Only abilities of this category."))
        .with(named(
            "namespace",
            "Only abilities whose name begins with this and a slash.",
        ))
        .arg("meta", meta)
}

fn name() -> Schema {
    Schema::string()
        .about("Unique name of the ability.")
        .matching(r"^[a-zA-Z0-9\-\/]+$")
}

fn run_args() -> Args {
    let input = Schema::of(any())
        .about("Input of the ability, as its schema describes it.")
        .at_most(BODY)
        .bytes_at_most(MEGABYTE)
        .default_to(serde_json::Value::Null);
    Args::none().arg("name", name()).arg("input", input)
}

/// Route of the list of abilities.
pub fn list_route() -> RouteSpec {
    RouteSpec::new(NAMESPACE, "/abilities")
        .read(list_args())
        .of(&ABILITY)
}

/// Route of one ability.
pub fn item_route() -> RouteSpec {
    RouteSpec::new(NAMESPACE, r"/abilities/(?P<name>[a-zA-Z0-9\-\/]+)")
        .read(Args::none().arg("name", name()))
        .of(&ABILITY)
}

/// Route that runs an ability, by the method that fits its behaviour.
pub fn run_route() -> RouteSpec {
    RouteSpec::new(NAMESPACE, r"/abilities/(?P<name>[a-zA-Z0-9\-\/]+?)/run")
        .read(run_args())
        .edit(run_args())
        .delete(run_args())
        .of(&EXECUTION)
}

/// Route of the list of categories.
pub fn categories_route() -> RouteSpec {
    RouteSpec::new(NAMESPACE, "/categories")
        .read(pages())
        .of(&CATEGORY)
}

/// Route of one category.
pub fn category_route() -> RouteSpec {
    let slug = Schema::string()
        .about("Unique name of the category.")
        .matching(r"^[a-z0-9]+(?:-[a-z0-9]+)*$");
    RouteSpec::new(NAMESPACE, "/categories/(?P<slug>[a-z0-9]+(?:-[a-z0-9]+)*)")
        .read(Args::none().arg("slug", slug))
        .of(&CATEGORY)
}

/// The routes, in the order of the index. A path that ends with `/run` also has the form of a name, so that its route comes
/// first.
pub fn routes() -> [RouteSpec; 5] {
    [
        categories_route(),
        category_route(),
        run_route(),
        list_route(),
        item_route(),
    ]
}

/// Error codes of this namespace, and those of the whole interface.
pub mod codes {
    use site_rest::Status;
    pub use site_rest::codes::*;

    site_rest::error_codes! {
        ABILITY_NOT_FOUND = "rest_ability_not_found", Status::Fixed(404), "A ação não existe.", "The ability does not exist.";
        ABILITY_CATEGORY_NOT_FOUND = "rest_ability_category_not_found", Status::Fixed(404), "A categoria de ações não existe.", "The category of abilities does not exist.";
        ABILITY_NEEDS_GET = "rest_ability_invalid_method", Status::Fixed(405), "Uma ação que só lê é executada com GET.", "An ability that only reads is run with GET.";
        ABILITY_NEEDS_POST = "rest_ability_invalid_method", Status::Fixed(405), "Uma ação que altera algo é executada com POST.", "An ability that changes something is run with POST.";
        ABILITY_NEEDS_DELETE = "rest_ability_invalid_method", Status::Fixed(405), "Uma ação que remove algo é executada com DELETE.", "An ability that removes something is run with DELETE.";
        ABILITY_CANNOT_EXECUTE = "rest_ability_cannot_execute", Status::Authorization, "Você não tem permissão para executar esta ação.", "You may not run this ability.";
        ABILITY_INVALID_INPUT = "ability_invalid_input", Status::Fixed(400), "Os dados de entrada da ação {0} são inválidos.", "The input of the ability {0} is invalid.";
        ABILITY_INVALID_PAGE = "rest_ability_invalid_page_number", Status::Fixed(400), "O número da página é maior que o número de páginas.", "The page number is larger than the number of pages.";
    }
}
