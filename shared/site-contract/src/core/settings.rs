//! Settings of the site: what they are.

use std::sync::LazyLock;

use serde_json::Value;
use site_rest::{Arg, Args, Format, Resource, RouteSpec, Schema};

use super::NAMESPACE;

/// The language of a site that names none.
pub const LANGUAGE: &str = "pt_BR";
/// Whether emoticons become pictures when a site does not say.
pub const USE_SMILIES: bool = true;
/// The most posts on one public page of a site that does not say.
pub const POSTS_PER_PAGE: i64 = 10;

/// What most settings are: without a title, and with a default that is not told.
fn setting(shape: Schema, about: &'static str) -> Schema {
    shape.about(about).titled("").default_to(Value::Null)
}

fn text(about: &'static str) -> Schema {
    setting(Schema::string(), about)
}

fn number(about: &'static str) -> Schema {
    setting(Schema::integer(), about)
}

fn open(about: &'static str) -> Schema {
    text(about).choices(["open", "closed"])
}

/// The settings, in the order in which they are answered.
pub static SETTINGS: LazyLock<Resource> = LazyLock::new(|| {
    let schema = Schema::object()
        .with("title", text("The name of the site.").titled("Title"))
        .with(
            "description",
            text("What the site is about, in a few words.").titled("Tagline"),
        )
        .with(
            "url",
            text("The address of the site, which its deployment decides.").format(Format::Uri),
        )
        .with(
            "email",
            text("The e-mail address of whoever runs the site.").format(Format::Email),
        )
        .with("timezone", text("The time zone, named after a city in it."))
        .with(
            "date_format",
            text("How dates are written on public pages."),
        )
        .with(
            "time_format",
            text("How times are written on public pages."),
        )
        .with(
            "start_of_week",
            number("The first day of the week, 0 for Sunday."),
        )
        .with(
            "language",
            text("The language of the site.").default_to(LANGUAGE),
        )
        .with(
            "use_smilies",
            setting(Schema::boolean(), "Whether smilies become pictures.").default_to(USE_SMILIES),
        )
        .with(
            "default_category",
            number("The category of posts that are given none."),
        )
        .with(
            "default_post_format",
            text("The form of posts that are given none."),
        )
        .with(
            "posts_per_page",
            number("The most posts on one public page.")
                .titled("Maximum posts per page")
                .default_to(POSTS_PER_PAGE),
        )
        .with(
            "show_on_front",
            text("What the front page shows: posts or page.").titled("Show on front"),
        )
        .with(
            "page_on_front",
            number("The page shown in front, 0 for none.").titled("Page on front"),
        )
        .with(
            "page_for_posts",
            number("The page that lists the posts, 0 for none."),
        )
        .with(
            "default_ping_status",
            open("Whether new posts take pings from other sites."),
        )
        .with(
            "default_comment_status",
            open("Whether new posts take comments.").titled("Allow comments on new posts"),
        )
        .with(
            "site_logo",
            number("The picture of the site.").titled("Logo"),
        )
        .with("site_icon", number("The icon of the site.").titled("Icon"));
    Resource::new("settings", schema)
});

/// What an update takes; `null` brings a setting back to its default.
fn update_args() -> Args {
    SETTINGS
        .update_args()
        .iter()
        .cloned()
        .map(Arg::keeping_null)
        .collect()
}

/// The settings.
pub fn route() -> RouteSpec {
    RouteSpec::new(NAMESPACE, "/settings")
        .read(Args::none())
        .edit(update_args())
        .of(&SETTINGS)
}

/// The routes, in the order of the index.
pub fn routes() -> [RouteSpec; 1] {
    [route()]
}
