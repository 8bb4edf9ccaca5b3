//! Members and parameters that many schemas share: dates, links, rendered texts, paging, filters.

use domain::site::meta::{FAQ_DATA, FAQ_ENABLED, MetaKey, MetaType, SYNC_STATUS};
use domain::site::{Format as PostFormat, Kind};
use serde_json::json;
pub use site_rest::schema::LINE_CHARACTERS as LINE;
use site_rest::schema::{EDIT, VIEW_EDIT, VIEW_EDIT_EMBED, key, one_line};
use site_rest::{Arg, Args, Format, Schema};

/// Values of `status` in a write.
pub const WRITE_STATUSES: [&str; 5] = ["publish", "future", "draft", "pending", "private"];

/// Values of the list filter `status`.
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

/// The maximum length of a text of several paragraphs, such as an excerpt, a caption or a description, in characters.
pub const TEXT: usize = 100_000;

/// The maximum length of the text of an item, in characters: what a body of a request can carry.
pub const BODY: usize = 900_000;

/// The maximum length of a search text in characters, and its maximum number of words
/// (docs/interface/site/posts.md#search-in-lists).
const SEARCH: (usize, usize) = (200, 32);

/// The maximum size of the meta values of an item, in bytes.
pub const META_BYTES: usize = 500_000;

/// A short value of any form, for parameters that the index does not describe.
pub fn short_value() -> Schema {
    Schema::any().bytes_at_most(10_000)
}

/// A text to search for.
pub fn search_text(about: &'static str) -> Schema {
    let (characters, words) = SEARCH;
    Schema::string()
        .about(about)
        .at_most(characters)
        .words_at_most(words)
}

/// `context` with the contexts that a route supports.
pub fn context_of(contexts: &[&'static str]) -> Arg {
    let schema = Schema::string()
        .about("Set of members in the response: the public view, the short form for embedding, or all members for editing.")
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
        .about("Number of the page, from 1.")
        .default_to(1)
        .min(1);
    let size = Schema::integer()
        .about("Maximum number of items per page, 1 to 100.")
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
        search_text("Search terms; only items that contain them."),
    )
    .early()
    .cleaned(one_line)
}

/// A list of identifiers, empty by default.
pub fn ids(about: &'static str) -> Schema {
    Schema::list(Schema::integer())
        .about(about)
        .default_to(json!([]))
}

/// `order`.
pub fn order(default: &'static str) -> Schema {
    Schema::string()
        .about("Sort direction: ascending or descending.")
        .choices(["asc", "desc"])
        .default_to(default)
}

/// `orderby`.
pub fn orderby(names: &[&'static str], default: &'static str) -> Schema {
    Schema::string()
        .about("Sort key of the list.")
        .choices(names.iter().copied())
        .default_to(default)
}

/// A date with or without an offset.
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

/// A text of at most `most` characters that clients write raw and get raw and rendered.
pub fn text_object(about: &'static str, most: usize, rendered_in: &[&'static str]) -> Schema {
    text_shown(about, most, EDIT, rendered_in)
}

/// The same, with the raw form in these contexts.
pub fn text_shown(
    about: &'static str,
    most: usize,
    raw_in: &[&'static str],
    rendered_in: &[&'static str],
) -> Schema {
    Schema::object()
        .about(about)
        .with(
            "raw",
            Schema::string()
                .about("Value as stored.")
                .at_most(most)
                .shown_in(raw_in),
        )
        .with(
            "rendered",
            Schema::string()
                .about("Value as rendered on public pages.")
                .shown_in(rendered_in)
                .readonly(),
        )
}

/// `meta` with the registered keys, so that clients can discover them.
pub fn meta(keys: &[MetaKey]) -> Schema {
    keys.iter().fold(
        Schema::object()
            .about("Values of registered meta keys.")
            .bytes_at_most(META_BYTES)
            .bare()
            .shown_in(VIEW_EDIT),
        |schema, key| schema.with(key.name, meta_value(key)),
    )
}

/// The schema of a registered meta value.
pub fn meta_value(key: &MetaKey) -> Schema {
    let schema = match key.form {
        MetaType::Boolean => Schema::boolean(),
        MetaType::OptionalBoolean => Schema::of(&[site_rest::Kind::Boolean, site_rest::Kind::Null]),
        MetaType::Identifier => Schema::integer().min(0),
        MetaType::Text => Schema::string().at_most(TEXT),
        MetaType::OneOf(names) => Schema::string().choices(names.iter().copied()),
    };
    schema
        .titled("")
        .about(meta_about(key.name))
        .default_to(key.default())
}

fn meta_about(name: &str) -> &'static str {
    match name {
        "footnotes" => "Footnotes as JSON text.",
        FAQ_ENABLED => "Whether the page shows the questions and answers.",
        FAQ_DATA => "Questions and answers as JSON text.",
        "note_status" => "State of the note's thread: resolved or reopened.",
        SYNC_STATUS => "Synchronisation of the block's copies.",
        _ => crate::search_meta::about(name).unwrap_or_default(),
    }
}

/// `guid` of items and revisions.
pub fn guid() -> Schema {
    Schema::object()
        .about("Globally unique identifier, which never changes.")
        .shown_in(VIEW_EDIT)
        .readonly()
        .with(
            "raw",
            Schema::string()
                .about("Value as stored.")
                .shown_in(EDIT)
                .readonly(),
        )
        .with(
            "rendered",
            Schema::string()
                .about("Value as rendered on public pages.")
                .shown_in(VIEW_EDIT)
                .readonly(),
        )
}

/// The members that all items have, in front of those of their type.
pub fn dated(kind: Kind) -> Schema {
    let (link, slug) = if kind.is_viewable() {
        (
            "URL of the public page.",
            "Slug: the readable part of the URL, unique within its type.",
        )
    } else {
        (
            "Address that names the item, which has no public page.",
            "Slug, unique within its type. No public page has it in its URL.",
        )
    };
    let status_in = if kind == Kind::Navigation {
        VIEW_EDIT_EMBED
    } else {
        VIEW_EDIT
    };
    let date = |about| {
        Schema::of(&[site_rest::Kind::String, site_rest::Kind::Null])
            .about(about)
            .format(Format::DateTime)
    };
    let readonly_date = |about| moment(about).shown_in(VIEW_EDIT).readonly();
    Schema::object()
        .titled(kind.name())
        .with(
            "date",
            date("Date of publication, in the site's time zone.").shown_in(VIEW_EDIT_EMBED),
        )
        .with(
            "date_gmt",
            date("Date of publication, in GMT.").shown_in(VIEW_EDIT),
        )
        .with("guid", guid())
        .with(
            "id",
            Schema::integer()
                .about("Identifier of the item.")
                .shown_in(VIEW_EDIT_EMBED)
                .readonly(),
        )
        .with(
            "link",
            Schema::string()
                .about(link)
                .format(Format::Uri)
                .shown_in(VIEW_EDIT_EMBED)
                .readonly(),
        )
        .with(
            "modified",
            readonly_date("Date of the last change, in the site's time zone."),
        )
        .with(
            "modified_gmt",
            readonly_date("Date of the last change, in GMT."),
        )
        .with(
            "slug",
            Schema::string().about(slug).shown_in(VIEW_EDIT_EMBED),
        )
        .with(
            "status",
            Schema::string()
                .about("Status.")
                .choices(WRITE_STATUSES)
                .shown_in(status_in),
        )
        .with(
            "type",
            Schema::string()
                .about("Type of the item.")
                .shown_in(VIEW_EDIT_EMBED)
                .readonly(),
        )
}

/// Adds the computed members of posts, pages and media.
pub fn computed(schema: Schema) -> Schema {
    schema
        .with(
            "permalink_template",
            Schema::string()
                .about("URL with a placeholder for the slug.")
                .shown_in(EDIT)
                .readonly(),
        )
        .with(
            "generated_slug",
            Schema::string()
                .about("Slug generated from the title.")
                .shown_in(EDIT)
                .readonly(),
        )
        .with(
            "class_list",
            Schema::list(Schema::string())
                .about("CSS class names of the item's container.")
                .shown_in(VIEW_EDIT)
                .readonly(),
        )
}

/// Adds `comment_status` and `ping_status`.
pub fn openness(schema: Schema) -> Schema {
    let open = |about| {
        Schema::string()
            .about(about)
            .choices(["open", "closed"])
            .shown_in(VIEW_EDIT)
    };
    schema
        .with("comment_status", open("Whether the item accepts comments."))
        .with("ping_status", open("Whether the item accepts pings."))
}

/// The names of the post formats.
pub fn formats() -> Vec<&'static str> {
    PostFormat::ALL.iter().map(|format| format.name()).collect()
}
