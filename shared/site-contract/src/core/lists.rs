//! What lists of content are filtered and ordered by (docs/interface/site/posts.md#lists).

use domain::site::{Kind, Taxonomy};
use serde_json::{Value, json};
use site_rest::{Arg, Args, Kind as Type, Schema};

use super::posts::formats;
use super::rest_bases::taxonomy_base;
use crate::fields::{LIST_STATUSES, context, ids, moment, order, orderby, paging, search};

/// The names that every list can be ordered by.
const ORDERS: [&str; 10] = [
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

/// The states that a list of media is filtered by.
pub const MEDIA_STATUSES: [&str; 3] = ["inherit", "private", "trash"];

/// The names that the `status` filter of a kind takes.
pub const fn statuses(kind: Kind) -> &'static [&'static str] {
    match kind {
        Kind::Attachment => &MEDIA_STATUSES,
        _ => &LIST_STATUSES,
    }
}

/// The state that a list shows when none is asked for.
pub const fn public_status(kind: Kind) -> &'static str {
    match kind {
        Kind::Attachment => "inherit",
        _ => "publish",
    }
}

/// Whether a kind's list can be filtered by the item above.
pub const fn filters_by_parent(kind: Kind) -> bool {
    matches!(kind, Kind::Page | Kind::Attachment)
}

/// What the list of a kind is filtered and ordered by.
pub fn list_args(kind: Kind) -> Args {
    let menu = kind == Kind::NavMenuItem;
    let mut args = Args::none()
        .with(context())
        .and(paging(if menu { 100 } else { 10 }))
        .with(search())
        .arg("after", moment("Only items published after this moment."))
        .arg(
            "modified_after",
            moment("Only items changed after this moment."),
        );
    if kind.has_author() {
        args = args
            .arg("author", ids("Only items by these people."))
            .arg("author_exclude", ids("No items by these people."));
    }
    args = args
        .arg("before", moment("Only items published before this moment."))
        .arg(
            "modified_before",
            moment("Only items changed before this moment."),
        )
        .arg("exclude", ids("Not these items."))
        .arg("include", ids("Only these items."));
    let place = Schema::integer().about("Only items with this place among the items beside them.");
    if kind.is_hierarchical() {
        args = args.arg("menu_order", place.clone());
    }
    args = args
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
        .arg("order", order(if menu { "asc" } else { "desc" }))
        .arg("orderby", ordered(kind));
    if filters_by_parent(kind) {
        args = args
            .arg("parent", ids("Only items directly below these."))
            .arg("parent_exclude", ids("No items directly below these."));
    }
    args = args
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
        .with(status(kind))
        .and(terms(kind));
    if menu {
        args = args.arg("menu_order", place);
    }
    args.and(own(kind))
}

fn ordered(kind: Kind) -> Schema {
    let mut names = ORDERS.to_vec();
    if kind.has_menu_order() {
        names.push("menu_order");
    }
    let default = if kind == Kind::NavMenuItem {
        "menu_order"
    } else {
        "date"
    };
    orderby(&names, default)
}

fn status(kind: Kind) -> Arg {
    let shape = Schema::list(Schema::string().choices(statuses(kind).iter().copied()))
        .about("Only items in these states.")
        .default_to(public_status(kind));
    Arg::new("status", shape).unchecked()
}

/// The filters by the taxonomies of a kind.
fn terms(kind: Kind) -> Args {
    let mut args = Args::none();
    if kind.taxonomies().is_empty() {
        return args;
    }
    args = args.arg(
        "tax_relation",
        Schema::string()
            .about("Whether all filters by terms must hold or any.")
            .choices(["AND", "OR"]),
    );
    for taxonomy in kind.taxonomies() {
        let base = taxonomy_base(*taxonomy);
        args = args
            .with(Arg::new(
                base,
                term_filter("Only items with these terms.", *taxonomy, true),
            ))
            .with(Arg::new(
                format!("{base}_exclude"),
                term_filter("No items with these terms.", *taxonomy, false),
            ));
    }
    args
}

/// A filter by terms: their identifiers, or an object that says more.
fn term_filter(about: &'static str, taxonomy: Taxonomy, operator: bool) -> Schema {
    let mut query = Schema::object()
        .titled("Term ID Taxonomy Query")
        .about("Terms, and how they count.")
        .with("terms", ids("The terms."));
    if taxonomy.is_hierarchical() {
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

/// The filters that only one kind has.
fn own(kind: Kind) -> Args {
    match kind {
        Kind::Post => Args::none()
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
            ),
        Kind::Attachment => Args::none()
            .arg(
                "media_type",
                Schema::list(Schema::string().choices([
                    "image",
                    "video",
                    "text",
                    "application",
                    "audio",
                    "font",
                ]))
                .about("Only media of these groups.")
                .default_to(Value::Null),
            )
            .arg(
                "mime_type",
                Schema::list(Schema::string())
                    .about("Only media of these types.")
                    .default_to(Value::Null),
            ),
        Kind::Page | Kind::NavMenuItem | Kind::Block => Args::none(),
    }
}
