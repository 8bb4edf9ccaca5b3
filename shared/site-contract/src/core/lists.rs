//! Filters and sort keys of lists of content (docs/interface/site/posts.md#lists).

use domain::site::{Kind, Taxonomy};
use serde_json::{Value, json};
use site_rest::{Arg, Args, Kind as Type, Schema};

use super::rest_bases::taxonomy_base;
use crate::fields::{LIST_STATUSES, context, formats, ids, moment, order, orderby, paging, search};

/// Sort keys of every list.
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

/// Statuses by which lists of media can be filtered.
pub const MEDIA_STATUSES: [&str; 3] = ["inherit", "private", "trash"];

/// Values of the filter `status` for a kind.
pub const fn statuses(kind: Kind) -> &'static [&'static str] {
    match kind {
        Kind::Attachment => &MEDIA_STATUSES,
        _ => &LIST_STATUSES,
    }
}

/// The status of the items in an unfiltered list.
pub const fn public_status(kind: Kind) -> &'static str {
    match kind {
        Kind::Attachment => "inherit",
        _ => "publish",
    }
}

/// Whether a kind's list can be filtered by parent.
pub const fn filters_by_parent(kind: Kind) -> bool {
    matches!(kind, Kind::Page | Kind::Attachment)
}

/// Filters and sort keys of a kind's list.
pub fn list_args(kind: Kind) -> Args {
    let menu = kind == Kind::NavMenuItem;
    let mut args = Args::none()
        .with(context())
        .and(paging(if menu { 100 } else { 10 }))
        .with(search())
        .arg("after", moment("Only items published after this date."))
        .arg(
            "modified_after",
            moment("Only items changed after this date."),
        );
    if kind.has_author() {
        args = args
            .arg("author", ids("Only items by these authors."))
            .arg("author_exclude", ids("Excludes items by these authors."));
    }
    args = args
        .arg("before", moment("Only items published before this date."))
        .arg(
            "modified_before",
            moment("Only items changed before this date."),
        )
        .arg("exclude", ids("Excludes items with these identifiers."))
        .arg("include", ids("Only items with these identifiers."));
    let place = Schema::integer().about("Only items with this sort order among their siblings.");
    if kind.is_hierarchical() {
        args = args.arg("menu_order", place.clone());
    }
    args = args
        .arg(
            "search_semantics",
            Schema::string()
                .about("Interpretation of the search terms.")
                .choices(["exact"]),
        )
        .arg(
            "offset",
            Schema::integer().about("Number of items to skip."),
        )
        .arg("order", order(if menu { "asc" } else { "desc" }))
        .arg("orderby", ordered(kind));
    if filters_by_parent(kind) {
        args = args
            .arg("parent", ids("Only direct children of these items."))
            .arg(
                "parent_exclude",
                ids("Excludes direct children of these items."),
            );
    }
    args = args
        .arg(
            "search_columns",
            Schema::list(Schema::string().choices(["post_title", "post_content", "post_excerpt"]))
                .about("Fields to search.")
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
    let schema = Schema::list(Schema::string().choices(statuses(kind).iter().copied()))
        .about("Only items with one of these statuses.")
        .default_to(public_status(kind));
    Arg::new("status", schema).unchecked()
}

/// Filters by the taxonomies of a kind.
fn terms(kind: Kind) -> Args {
    let mut args = Args::none();
    if kind.taxonomies().is_empty() {
        return args;
    }
    args = args.arg(
        "tax_relation",
        Schema::string()
            .about("Relation between the filters by terms: all must match (AND), or any (OR).")
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
                term_filter("Excludes items with these terms.", *taxonomy, false),
            ));
    }
    args
}

/// A filter by terms: a list of identifiers, or an object with options.
fn term_filter(about: &'static str, taxonomy: Taxonomy, operator: bool) -> Schema {
    let mut query = Schema::object()
        .titled("Term ID Taxonomy Query")
        .about("Filter by terms with options.")
        .with("terms", ids("Identifiers of the terms."));
    if taxonomy.is_hierarchical() {
        query = query.with(
            "include_children",
            Schema::boolean()
                .about("Whether descendants of the terms match too.")
                .default_to(false),
        );
    }
    if operator {
        query = query.with(
            "operator",
            Schema::string()
                .about("Whether an item needs all of the terms (AND) or any of them (OR).")
                .choices(["AND", "OR"])
                .default_to("OR"),
        );
    }
    let list = Schema::list(Schema::integer())
        .titled("Term ID List")
        .about("Identifiers of the terms; any of them matches.");
    Schema::of(&[Type::Object, Type::Array])
        .about(about)
        .one_of(vec![list, query.closed()])
}

/// Filters of a single kind.
fn own(kind: Kind) -> Args {
    match kind {
        Kind::Post => Args::none()
            .arg(
                "sticky",
                Schema::boolean().about("Only sticky items (true), or none of them (false)."),
            )
            .arg(
                "ignore_sticky",
                Schema::boolean()
                    .about(
                        "Whether sticky items stay at their regular position instead of the top.",
                    )
                    .default_to(true),
            )
            .arg(
                "format",
                Schema::list(Schema::string().choices(formats()))
                    .about("Only posts with one of these formats.")
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
                .about("Only media of these types.")
                .default_to(Value::Null),
            )
            .arg(
                "mime_type",
                Schema::list(Schema::string())
                    .about("Only media with these MIME types.")
                    .default_to(Value::Null),
            ),
        _ => Args::none(),
    }
}
