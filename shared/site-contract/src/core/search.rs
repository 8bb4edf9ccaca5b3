//! Search: what a result shows and what a search takes.

use std::sync::LazyLock;

use site_rest::schema::{VIEW_EMBED, key};
use site_rest::{Arg, Args, Format, Kind as Type, Resource, RouteSpec, Schema};

use super::NAMESPACE;
use crate::fields::{context_of, ids, paging, search};

/// The kinds of items that can be searched for.
pub const POSTS: [&str; 2] = ["post", "page"];
/// The taxonomies whose terms can be searched for.
pub const TERMS: [&str; 2] = ["category", "post_tag"];

/// A result.
pub static RESULT: LazyLock<Resource> = LazyLock::new(|| {
    let text = |about| {
        Schema::string()
            .about(about)
            .shown_in(VIEW_EMBED)
            .readonly()
    };
    let subtypes = POSTS.into_iter().chain(TERMS);
    let shape = Schema::object()
        .with(
            "id",
            Schema::of(&[Type::Integer, Type::String])
                .about("What was found.")
                .shown_in(VIEW_EMBED)
                .readonly(),
        )
        .with("title", text("Its title or name."))
        .with("url", text("The address of its page.").format(Format::Uri))
        .with(
            "type",
            text("Its family.").choices(["post", "term", "post-format"]),
        )
        .with(
            "subtype",
            text("Its kind within the family.").choices(subtypes),
        );
    Resource::new("search-result", shape)
});

/// What a search takes.
pub fn list_args() -> Args {
    let subtypes = POSTS.into_iter().chain(TERMS).chain(["any"]);
    Args::none()
        .with(context_of(&["view", "embed"]))
        .and(paging(10))
        .with(search())
        .arg(
            "type",
            Schema::string()
                .about("The family of what is searched for.")
                .choices(["post", "term", "post-format"])
                .default_to("post"),
        )
        .with(
            Arg::new(
                "subtype",
                Schema::list(Schema::string().choices(subtypes))
                    .about("The kinds within the family that are searched for.")
                    .default_to("any"),
            )
            .cleaned(key),
        )
        .arg("exclude", ids("Not these."))
        .arg("include", ids("Only these."))
}

/// The search.
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
        SEARCH_INVALID_PAGE_NUMBER = "rest_search_invalid_page_number", Status::Fixed(400), "A página pedida é maior que o número de páginas.", "The page asked for is beyond the last one.";
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
