//! Posts: what they show, what a write takes, what a list is filtered by.

use std::sync::LazyLock;

use domain::site::{Format as PostFormat, Kind};
use serde_json::json;
use site_rest::schema::{EDIT, VIEW_EDIT, VIEW_EDIT_EMBED};
use site_rest::{Arg, Args, Kind as Type, Resource, Schema};

use super::{
    LIST_STATUSES, computed, context, dated, force, id, ids, meta, moment, openness, order,
    orderby, paging, search, text_object,
};

/// The names of the forms of a post.
fn formats() -> Vec<&'static str> {
    PostFormat::ALL.iter().map(|format| format.name()).collect()
}

/// A post.
pub static POST: LazyLock<Resource> = LazyLock::new(|| {
    let shape = dated("post").with(
        "password",
        Schema::string()
            .about("Protects content and excerpt.")
            .shown_in(EDIT),
    );
    let content = text_object("The text.", VIEW_EDIT)
        .shown_in(VIEW_EDIT)
        .with(
            "block_version",
            Schema::integer()
                .about("The version of its block markup, 0 without any.")
                .shown_in(EDIT)
                .readonly(),
        )
        .with(
            "protected",
            Schema::boolean()
                .about("Whether a password protects it.")
                .shown_in(VIEW_EDIT_EMBED)
                .readonly(),
        );
    let excerpt = text_object("The summary.", VIEW_EDIT_EMBED)
        .shown_in(VIEW_EDIT_EMBED)
        .with(
            "protected",
            Schema::boolean()
                .about("Whether a password protects it.")
                .shown_in(VIEW_EDIT_EMBED)
                .readonly(),
        );
    let shape = computed(shape)
        .with(
            "title",
            text_object("The title.", VIEW_EDIT_EMBED).shown_in(VIEW_EDIT_EMBED),
        )
        .with("content", content)
        .with(
            "author",
            Schema::integer()
                .about("Its author.")
                .shown_in(VIEW_EDIT_EMBED),
        )
        .with("excerpt", excerpt)
        .with(
            "featured_media",
            Schema::integer()
                .about("The image that stands for it.")
                .shown_in(VIEW_EDIT_EMBED),
        );
    let terms = |about| {
        Schema::list(Schema::integer())
            .about(about)
            .shown_in(VIEW_EDIT)
    };
    let shape = openness(shape)
        .with(
            "format",
            Schema::string()
                .about("Its form.")
                .choices(formats())
                .shown_in(VIEW_EDIT),
        )
        .with("meta", meta(Kind::Post))
        .with(
            "sticky",
            Schema::boolean()
                .about("Whether it stays on top of the list.")
                .shown_in(VIEW_EDIT),
        )
        .with(
            "template",
            Schema::string()
                .about("The theme file that shows it.")
                .shown_in(VIEW_EDIT),
        )
        .with("categories", terms("Its categories."))
        .with("tags", terms("Its tags."));
    Resource::new("post", shape).unchecked(&["title", "content", "excerpt", "meta", "template"])
});

/// What a creation takes.
pub fn create_args() -> Args {
    POST.create_args()
}

/// What an update takes. `status` may also repeat the state that the post has, which only the
/// handler knows.
pub fn update_args() -> Args {
    let args = Args::none().arg("id", id("The post."));
    let status = POST
        .update_args()
        .get("status")
        .cloned()
        .map(Arg::unchecked);
    status
        .into_iter()
        .fold(args.and(POST.update_args()), Args::with)
}

/// What reading one takes.
pub fn item_args() -> Args {
    Args::none()
        .arg("id", id("The post."))
        .with(context())
        .arg(
            "excerpt_length",
            Schema::integer().about("The number of words of a made summary."),
        )
        .arg(
            "password",
            Schema::string().about("The password, if one protects it."),
        )
}

/// What a deletion takes.
pub fn delete_args() -> Args {
    Args::none().arg("id", id("The post.")).arg(
        "force",
        force("Delete for good instead of moving to the trash."),
    )
}

/// A filter by terms: their identifiers, or an object that says more.
fn term_filter(about: &'static str, hierarchical: bool, operator: bool) -> Schema {
    let mut query = Schema::object()
        .titled("Term ID Taxonomy Query")
        .about("Terms, and how they count.")
        .with("terms", ids("The terms."));
    if hierarchical {
        query = query.with(
            "include_children",
            Schema::boolean()
                .about("Whether the terms below count too.")
                .default_to(false),
        );
    }
    if operator {
        query = query.with(
            "operator",
            Schema::string()
                .about("Whether all terms must be there or any.")
                .choices(["AND", "OR"])
                .default_to("OR"),
        );
    }
    let list = Schema::list(Schema::integer())
        .titled("Term ID List")
        .about("Any of these terms.");
    Schema::of(&[Type::Object, Type::Array])
        .about(about)
        .one_of(vec![list, query.closed()])
}

/// What the list of posts is filtered and ordered by.
pub fn list_args() -> Args {
    let names = [
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
    ];
    Args::none()
        .with(context())
        .and(paging(10))
        .with(search())
        .arg("after", moment("Only items published after this moment."))
        .arg(
            "modified_after",
            moment("Only items changed after this moment."),
        )
        .arg("author", ids("Only items by these authors."))
        .arg("author_exclude", ids("No items by these authors."))
        .arg("before", moment("Only items published before this moment."))
        .arg(
            "modified_before",
            moment("Only items changed before this moment."),
        )
        .arg("exclude", ids("Not these items."))
        .arg("include", ids("Only these items."))
        .arg(
            "search_semantics",
            Schema::string()
                .about("How the search is meant.")
                .choices(["exact"]),
        )
        .arg(
            "offset",
            Schema::integer().about("The number of items to pass over."),
        )
        .arg("order", order("desc"))
        .arg("orderby", orderby(&names, "date"))
        .arg(
            "search_columns",
            Schema::list(Schema::string().choices(["post_title", "post_content", "post_excerpt"]))
                .about("Where the search looks.")
                .default_to(json!([])),
        )
        .arg(
            "slug",
            Schema::list(Schema::string()).about("Only items with these slugs."),
        )
        .with(
            Arg::new(
                "status",
                Schema::list(Schema::string().choices(LIST_STATUSES))
                    .about("Only items in these states.")
                    .default_to("publish"),
            )
            .unchecked(),
        )
        .arg(
            "tax_relation",
            Schema::string()
                .about("Whether all filters by terms must hold or any.")
                .choices(["AND", "OR"]),
        )
        .arg(
            "categories",
            term_filter("Only items with these categories.", true, true),
        )
        .arg(
            "categories_exclude",
            term_filter("No items with these categories.", true, false),
        )
        .arg(
            "tags",
            term_filter("Only items with these tags.", false, true),
        )
        .arg(
            "tags_exclude",
            term_filter("No items with these tags.", false, false),
        )
        .arg(
            "sticky",
            Schema::boolean().about("Only items that stay on top, or none of them."),
        )
        .arg(
            "ignore_sticky",
            Schema::boolean()
                .about("Whether items that stay on top keep their ordinary place.")
                .default_to(true),
        )
        .arg(
            "format",
            Schema::list(Schema::string().choices(formats()))
                .about("Only items of these forms.")
                .unique(),
        )
}
