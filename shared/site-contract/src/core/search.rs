//! Search: schema of results and parameters.

use std::sync::LazyLock;

use site_rest::schema::{VIEW_EMBED, key};
use site_rest::{Arg, Args, Format, Kind as Type, Resource, RouteSpec, Schema};

use super::NAMESPACE;
use crate::fields::{context_of, ids, paging, search};

/// The content types that can be searched.
pub const POSTS: [&str; 2] = ["post", "page"];
/// The taxonomies that can be searched.
pub const TERMS: [&str; 2] = ["category", "post_tag"];

/// The resource of a search result.
pub static RESULT: LazyLock<Resource> = LazyLock::new(|| {
    let text = |about| {
        Schema::string()
            .about(about)
            .shown_in(VIEW_EMBED)
            .readonly()
    };
    let subtypes = POSTS.into_iter().chain(TERMS);
    let schema = Schema::object()
        .with(
            "id",
            Schema::of(&[Type::Integer, Type::String])
                .about("Identifier of the result.")
                .shown_in(VIEW_EMBED)
                .readonly(),
        )
        .with("title", text("Title or name of the result."))
        .with("url", text("URL of the public page.").format(Format::Uri))
        .with(
            "type",
            text("Type of the result.").choices(["post", "term", "post-format"]),
        )
        .with("subtype", text("Subtype of the result.").choices(subtypes));
    Resource::new("search-result", schema)
});

/// Parameters of a search.
pub fn list_args() -> Args {
    let subtypes = POSTS.into_iter().chain(TERMS).chain(["any"]);
    Args::none()
        .with(context_of(&["view", "embed"]))
        .and(paging(10))
        .with(search())
        .arg(
            "type",
            Schema::string()
                .about("Type of object to search.")
                .choices(["post", "term", "post-format"])
                .default_to("post"),
        )
        .with(
            Arg::new(
                "subtype",
                Schema::list(Schema::string().choices(subtypes))
                    .about("Subtypes to search.")
                    .default_to("any"),
            )
            .cleaned(key),
        )
        .arg("exclude", ids("Excludes results with these identifiers."))
        .arg("include", ids("Only results with these identifiers."))
}

/// Route of the search.
pub fn route() -> RouteSpec {
    RouteSpec::new(NAMESPACE, "/search")
        .read(list_args())
        .of(&RESULT)
}

/// The routes, in the order of the index.
pub fn routes() -> [RouteSpec; 1] {
    [route()]
}

/// Error codes of this resource, and those of the whole interface.
pub mod codes {
    use site_rest::Status;
    pub use site_rest::codes::*;

    site_rest::error_codes! {
        SEARCH_INVALID_PAGE_NUMBER = "rest_search_invalid_page_number", Status::Fixed(400), "A página pedida é maior que o número de páginas.", "The requested page is beyond the last one.";
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn one_kind_may_be_named_without_a_list() {
        assert_eq!(list_args().describe()["subtype"]["default"], json!("any"));
    }
}
