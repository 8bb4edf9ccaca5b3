//! Built-in block patterns and their categories.

use std::sync::LazyLock;

use super::NAMESPACE;
use site_rest::schema::VIEW_EDIT_EMBED;
use site_rest::{Args, Kind, Resource, RouteSpec, Schema};

fn text(about: &'static str) -> Schema {
    shown(Schema::string(), about)
}

fn shown(schema: Schema, about: &'static str) -> Schema {
    schema.about(about).readonly().shown_in(VIEW_EDIT_EMBED)
}

/// The resource of a pattern category.
pub static CATEGORY: LazyLock<Resource> = LazyLock::new(|| {
    let schema = Schema::object()
        .with("name", text("Unique name."))
        .with("label", text("Display name."))
        .with("description", text("Description of the category."));
    Resource::new("block-pattern-category", schema)
});

/// The resource of a pattern.
pub static PATTERN: LazyLock<Resource> = LazyLock::new(|| {
    let names = |about| shown(Schema::of(&[Kind::Array]), about);
    let schema = Schema::object()
        .with("name", text("Unique name."))
        .with("title", text("Display name."))
        .with("content", text("Block markup."))
        .with(
            "description",
            text("Description of the pattern's appearance."),
        )
        .with(
            "viewport_width",
            shown(
                Schema::of(&[Kind::Number]),
                "Width of the preview, in pixels.",
            ),
        )
        .with(
            "inserter",
            shown(
                Schema::boolean(),
                "Whether the inserter offers the pattern.",
            ),
        )
        .with("categories", names("Names of the pattern's categories."))
        .with("keywords", names("Search keywords."))
        .with(
            "block_types",
            names("Block types that the pattern can replace."),
        )
        .with(
            "post_types",
            names("Content types that may use the pattern."),
        )
        .with(
            "template_types",
            names("Template types that may use the pattern."),
        )
        .with(
            "source",
            text("Source of the pattern.").choices([
                "core",
                "plugin",
                "theme",
                "pattern-directory/core",
                "pattern-directory/theme",
                "pattern-directory/featured",
            ]),
        );
    Resource::new("block-pattern", schema)
});

/// Route of the list of built-in patterns.
pub fn patterns_route() -> RouteSpec {
    RouteSpec::new(NAMESPACE, "/block-patterns/patterns")
        .read(Args::none())
        .of(&PATTERN)
}

/// Route of the list of pattern categories.
pub fn categories_route() -> RouteSpec {
    RouteSpec::new(NAMESPACE, "/block-patterns/categories")
        .read(Args::none())
        .of(&CATEGORY)
}

/// The routes, in the order of the index.
pub fn routes() -> [RouteSpec; 2] {
    [patterns_route(), categories_route()]
}
