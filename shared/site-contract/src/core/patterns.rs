//! Patterns that come with the site, and their groups.

use std::sync::LazyLock;

use super::NAMESPACE;
use site_rest::schema::VIEW_EDIT_EMBED;
use site_rest::{Args, Kind, Resource, RouteSpec, Schema};

fn text(about: &'static str) -> Schema {
    shown(Schema::string(), about)
}

fn shown(shape: Schema, about: &'static str) -> Schema {
    shape.about(about).readonly().shown_in(VIEW_EDIT_EMBED)
}

/// A group of patterns.
pub static CATEGORY: LazyLock<Resource> = LazyLock::new(|| {
    let shape = Schema::object()
        .with("name", text("Its name."))
        .with("label", text("Its name for people."))
        .with("description", text("What is in it."));
    Resource::new("block-pattern-category", shape)
});

/// A pattern.
pub static PATTERN: LazyLock<Resource> = LazyLock::new(|| {
    let names = |about| shown(Schema::of(&[Kind::Array]), about);
    let shape = Schema::object()
        .with("name", text("Its name."))
        .with("title", text("Its name for people."))
        .with("content", text("Its block markup."))
        .with("description", text("What it looks like."))
        .with(
            "viewport_width",
            shown(
                Schema::of(&[Kind::Number]),
                "The width at which it is previewed, in pixels.",
            ),
        )
        .with(
            "inserter",
            shown(Schema::boolean(), "Whether it is offered for insertion."),
        )
        .with("categories", names("Its groups."))
        .with("keywords", names("Words by which it is found."))
        .with("block_types", names("The blocks that it can stand for."))
        .with("post_types", names("The only kinds of content it is for."))
        .with("template_types", names("The templates it is for."))
        .with(
            "source",
            text("Where it comes from.").choices([
                "core",
                "plugin",
                "theme",
                "pattern-directory/core",
                "pattern-directory/theme",
                "pattern-directory/featured",
            ]),
        );
    Resource::new("block-pattern", shape)
});

/// The patterns that come with the site.
pub fn patterns_route() -> RouteSpec {
    RouteSpec::new(NAMESPACE, "/block-patterns/patterns")
        .read(Args::none())
        .of(&PATTERN)
}

/// The groups of patterns.
pub fn categories_route() -> RouteSpec {
    RouteSpec::new(NAMESPACE, "/block-patterns/categories")
        .read(Args::none())
        .of(&CATEGORY)
}

/// The routes, in the order of the index.
pub fn routes() -> [RouteSpec; 2] {
    [patterns_route(), categories_route()]
}
