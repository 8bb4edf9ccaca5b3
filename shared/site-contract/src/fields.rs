//! Members and parameters that many schemas share: dates, links, rendered texts, paging, filters.

use domain::site::meta::{MetaKey, MetaType};
use serde_json::json;
use site_rest::schema::{EDIT, VIEW_EDIT, VIEW_EDIT_EMBED, key, one_line};
use site_rest::{Arg, Args, Format, Schema};

/// The names that `status` may take in a write.
pub const WRITE_STATUSES: [&str; 5] = ["publish", "future", "draft", "pending", "private"];

/// The names that `status` may take as a list filter.
pub const LIST_STATUSES: [&str; 13] = [
    "publish",
    "future",
    "draft",
    "pending",
    "private",
    "trash",
    "auto-draft",
    "inherit",
    "request-pending",
    "request-confirmed",
    "request-failed",
    "request-completed",
    "any",
];

/// `context` with the contexts that a route knows.
pub fn context_of(contexts: &[&'static str]) -> Arg {
    let schema = Schema::string()
        .about("Which members the answer shows: the full view, the short form for embedding, or all for editing.")
        .choices(contexts.iter().copied())
        .default_to("view");
    Arg::new("context", schema).early().cleaned(key)
}

/// `context` with all three contexts.
pub fn context() -> Arg {
    context_of(&["view", "embed", "edit"])
}

/// `page` and `per_page`.
pub fn paging(per_page: i64) -> Args {
    let page = Schema::integer()
        .about("The page of the list, from 1.")
        .default_to(1)
        .min(1);
    let size = Schema::integer()
        .about("The number of items on a page.")
        .default_to(per_page)
        .min(1)
        .max(100);
    Args::none()
        .with(Arg::new("page", page).early())
        .with(Arg::new("per_page", size).early())
}

/// `search`.
pub fn search() -> Arg {
    Arg::new(
        "search",
        Schema::string().about("Only items in which these words occur."),
    )
    .early()
    .cleaned(one_line)
}

/// A list of identifiers, empty when none are given.
pub fn ids(about: &'static str) -> Schema {
    Schema::list(Schema::integer())
        .about(about)
        .default_to(json!([]))
}

/// `order`.
pub fn order(default: &'static str) -> Schema {
    Schema::string()
        .about("Ascending or descending.")
        .choices(["asc", "desc"])
        .default_to(default)
}

/// `orderby`.
pub fn orderby(names: &[&'static str], default: &'static str) -> Schema {
    Schema::string()
        .about("What the list is ordered by.")
        .choices(names.iter().copied())
        .default_to(default)
}

/// A moment, with or without an offset.
pub fn moment(about: &'static str) -> Schema {
    Schema::string().about(about).format(Format::DateTime)
}

/// `force` of a deletion.
pub fn force(about: &'static str) -> Schema {
    Schema::boolean().about(about).default_to(false)
}

/// The path's `id`.
pub fn id(about: &'static str) -> Schema {
    Schema::integer().about(about)
}

/// A text that is written raw and answered raw and rendered.
pub fn text_object(about: &'static str, rendered_in: &[&'static str]) -> Schema {
    Schema::object()
        .about(about)
        .with(
            "raw",
            Schema::string().about("As it is stored.").shown_in(EDIT),
        )
        .with(
            "rendered",
            Schema::string()
                .about("As a page shows it.")
                .shown_in(rendered_in)
                .readonly(),
        )
}

/// `meta` with registered keys, so that a client can see which there are.
pub fn meta(keys: &[MetaKey]) -> Schema {
    keys.iter().fold(
        Schema::object()
            .about("Further values under registered names.")
            .bare()
            .shown_in(VIEW_EDIT),
        |shape, key| shape.with(key.name, meta_value(key)),
    )
}

/// The shape of one registered meta value.
pub fn meta_value(key: &MetaKey) -> Schema {
    let shape = match key.form {
        MetaType::Boolean => Schema::boolean(),
        MetaType::Text => Schema::string(),
        MetaType::OneOf(names) => Schema::string().choices(names.iter().copied()),
    };
    shape
        .titled("")
        .about(meta_about(key.name))
        .default_to(key.default())
}

fn meta_about(name: &str) -> &'static str {
    match name {
        "footnotes" => "The footnotes as JSON.",
        domain::site::meta::FAQ_ENABLED => "Whether the questions and answers are shown.",
        domain::site::meta::FAQ_DATA => "The questions and answers as JSON.",
        "note_status" => "Whether the note is settled or open again.",
        _ => "How copies of the block follow it.",
    }
}

/// The member that names an item or a revision for ever.
pub fn guid() -> Schema {
    Schema::object()
        .about("A name that never changes.")
        .shown_in(VIEW_EDIT)
        .readonly()
        .with(
            "raw",
            Schema::string()
                .about("As it is stored.")
                .shown_in(EDIT)
                .readonly(),
        )
        .with(
            "rendered",
            Schema::string()
                .about("As a page shows it.")
                .shown_in(VIEW_EDIT)
                .readonly(),
        )
}

/// The members that every item has, before its own.
pub fn dated(kind: &'static str) -> Schema {
    let date = |about| {
        Schema::of(&[site_rest::Kind::String, site_rest::Kind::Null])
            .about(about)
            .format(Format::DateTime)
    };
    let readonly_date = |about| moment(about).shown_in(VIEW_EDIT).readonly();
    Schema::object()
        .titled(kind)
        .with(
            "date",
            date("When it is published, in the site's time zone.").shown_in(VIEW_EDIT_EMBED),
        )
        .with(
            "date_gmt",
            date("When it is published, in GMT.").shown_in(VIEW_EDIT),
        )
        .with("guid", guid())
        .with(
            "id",
            Schema::integer()
                .about("The item.")
                .shown_in(VIEW_EDIT_EMBED)
                .readonly(),
        )
        .with(
            "link",
            Schema::string()
                .about("The address of its page.")
                .format(Format::Uri)
                .shown_in(VIEW_EDIT_EMBED)
                .readonly(),
        )
        .with(
            "modified",
            readonly_date("When it was last changed, in the site's time zone."),
        )
        .with(
            "modified_gmt",
            readonly_date("When it was last changed, in GMT."),
        )
        .with(
            "slug",
            Schema::string()
                .about("The readable part of its address.")
                .shown_in(VIEW_EDIT_EMBED),
        )
        .with(
            "status",
            Schema::string()
                .about("Its state.")
                .choices(WRITE_STATUSES)
                .shown_in(VIEW_EDIT),
        )
        .with(
            "type",
            Schema::string()
                .about("Its kind.")
                .shown_in(VIEW_EDIT_EMBED)
                .readonly(),
        )
}

/// The computed members that posts, pages and media answer.
pub fn computed(shape: Schema) -> Schema {
    shape
        .with(
            "permalink_template",
            Schema::string()
                .about("Its address with a place for the slug.")
                .shown_in(EDIT)
                .readonly(),
        )
        .with(
            "generated_slug",
            Schema::string()
                .about("The slug that its title would give.")
                .shown_in(EDIT)
                .readonly(),
        )
        .with(
            "class_list",
            Schema::list(Schema::string())
                .about("Class names for its place in a page.")
                .shown_in(VIEW_EDIT)
                .readonly(),
        )
}

/// `comment_status` and `ping_status`.
pub fn openness(shape: Schema) -> Schema {
    let open = |about| {
        Schema::string()
            .about(about)
            .choices(["open", "closed"])
            .shown_in(VIEW_EDIT)
    };
    shape
        .with("comment_status", open("Whether comments are taken."))
        .with("ping_status", open("Whether pings are taken."))
}
