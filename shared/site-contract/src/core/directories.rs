//! Directories of patterns and of blocks to install. The site has neither: both lists are empty
//! (docs/interface/site/patterns.md#directories).

use std::sync::LazyLock;

use site_rest::schema::{VIEW_EDIT_EMBED, one_line};
use site_rest::{Arg, Args, Format, Kind, Resource, RouteSpec, Schema};

use super::NAMESPACE;
use crate::fields::{context, context_of, order, orderby, paging, search_text};

/// Sort keys of the directory of patterns.
const ORDERS: [&str; 11] = [
    "author",
    "date",
    "id",
    "include",
    "modified",
    "parent",
    "relevance",
    "slug",
    "include_slugs",
    "title",
    "favorite_count",
];

/// The resource of a pattern to copy.
pub static PATTERN: LazyLock<Resource> = LazyLock::new(|| {
    let text = |about| Schema::string().about(about).length(Some(1), None);
    let names = |about| Schema::list(Schema::string()).about(about).unique();
    let identifier = Schema::integer().about("Identifier of the pattern.").min(1);
    let width = "Width of the preview, in pixels.";
    let members = [
        ("id", identifier),
        ("title", text("Display name.")),
        ("content", text("Block markup.")),
        ("categories", names("Names of the pattern's categories.")),
        ("keywords", names("Search keywords.")),
        (
            "description",
            text("Description of the pattern's appearance."),
        ),
        ("viewport_width", Schema::integer().about(width)),
    ];
    let schema = members
        .into_iter()
        .fold(Schema::object(), |schema, (name, member)| {
            schema.with(name, member.shown_in(VIEW_EDIT_EMBED))
        });
    Resource::new("pattern-directory-item", schema)
});

/// The resource of a block to install.
pub static BLOCK: LazyLock<Resource> = LazyLock::new(|| {
    let text = |about| Schema::string().about(about);
    let count = |about| Schema::integer().about(about);
    let rating = |about| Schema::number().about(about);
    let members = [
        ("name", text("Name with its namespace.")),
        ("title", text("Display name.")),
        ("description", text("Short description.")),
        ("id", text("Identifier in the directory.")),
        ("rating", rating("Rating in stars.")),
        ("rating_count", count("Number of ratings.")),
        (
            "active_installs",
            count("Number of sites that use the block."),
        ),
        (
            "author_block_rating",
            rating("Average rating of the author's blocks."),
        ),
        (
            "author_block_count",
            count("Number of the author's blocks."),
        ),
        ("author", text("Name of the author.")),
        ("icon", text("Address of the icon.").format(Format::Uri)),
        (
            "last_updated",
            text("Date of the last change.").format(Format::DateTime),
        ),
        (
            "humanized_updated",
            text("Time since the last change, in words."),
        ),
    ];
    let schema = members
        .into_iter()
        .fold(Schema::object(), |schema, (name, member)| {
            schema.with(name, member.shown_in(&["view"]))
        });
    Resource::new("block-directory-item", schema)
});

/// Route of the directory of patterns.
pub fn patterns_route() -> RouteSpec {
    let number = |about| Schema::integer().about(about).min(1);
    let words = search_text("Search terms; only patterns that contain them.").length(Some(1), None);
    let slugs = Schema::of(&[Kind::Array])
        .about("Only patterns with these names.")
        .bytes_at_most(100_000);
    let offset = Schema::integer().about("Number of patterns to skip.");
    let args = Args::none()
        .with(context())
        .and(paging(100))
        .with(Arg::new("search", words).early().cleaned(one_line))
        .arg("category", number("Only patterns of this category."))
        .arg("keyword", number("Only patterns with this keyword."))
        .arg("slug", slugs)
        .arg("offset", offset)
        .arg("order", order("desc"))
        .arg("orderby", orderby(&ORDERS, "date"));
    RouteSpec::new(NAMESPACE, "/pattern-directory/patterns")
        .read(args)
        .of(&PATTERN)
}

/// Route of the search for blocks to install.
pub fn blocks_route() -> RouteSpec {
    let term = search_text("Search terms.").length(Some(1), None);
    let args = Args::none()
        .with(context_of(&["view"]))
        .and(paging(10))
        .with(Arg::new("term", term).required());
    RouteSpec::new(NAMESPACE, "/block-directory/search")
        .read(args)
        .of(&BLOCK)
}

/// The routes, in the order of the index.
pub fn routes() -> [RouteSpec; 2] {
    [blocks_route(), patterns_route()]
}

/// Error codes of this resource, and those of the whole interface.
pub mod codes {
    use site_rest::Status;
    pub use site_rest::codes::*;

    site_rest::error_codes! {
        CANNOT_VIEW_PATTERNS = "rest_pattern_directory_cannot_view", Status::Authorization, "Você não tem permissão para consultar o diretório de padrões.", "You may not browse the directory of patterns.";
        CANNOT_VIEW_BLOCKS = "rest_block_directory_cannot_view", Status::Authorization, "Você não tem permissão para consultar o diretório de blocos.", "You may not browse the directory of blocks.";
    }
}
