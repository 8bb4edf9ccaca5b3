//! Settings of the site: schema and parameters.

use std::sync::LazyLock;

use serde_json::Value;
use site_rest::{Arg, Args, Format, Resource, RouteSpec, Schema};

use super::NAMESPACE;

/// Default locale of a site.
pub const LANGUAGE: &str = "pt_BR";
/// Default of the conversion of emoticons to emoji.
pub const USE_SMILIES: bool = true;
/// Default number of posts on a public page.
pub const POSTS_PER_PAGE: i64 = 10;

/// The common schema of most settings: without a title, and with an unpublished default.
fn setting(schema: Schema, about: &'static str) -> Schema {
    schema.about(about).titled("").default_to(Value::Null)
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

/// The settings, in the order of the response.
pub static SETTINGS: LazyLock<Resource> = LazyLock::new(|| {
    let schema = Schema::object()
        .with("title", text("Name of the site.").titled("Title"))
        .with(
            "description",
            text("Tagline: a short description of the site.").titled("Tagline"),
        )
        .with(
            "url",
            text("URL of the site; set by the deployment.").format(Format::Uri),
        )
        .with(
            "email",
            text("E-mail address for administrative messages.").format(Format::Email),
        )
        .with("timezone", text("Time zone, as a tz database name."))
        .with("date_format", text("Format of dates on public pages."))
        .with("time_format", text("Format of times on public pages."))
        .with(
            "start_of_week",
            number("First day of the week, 0 for Sunday to 6 for Saturday."),
        )
        .with("language", text("Locale of the site.").default_to(LANGUAGE))
        .with(
            "use_smilies",
            setting(
                Schema::boolean(),
                "Whether to convert text emoticons to emoji.",
            )
            .default_to(USE_SMILIES),
        )
        .with(
            "default_category",
            number("Identifier of the category for posts without one."),
        )
        .with("default_post_format", text("Format for posts without one."))
        .with(
            "posts_per_page",
            number("Maximum number of posts on a public page.")
                .titled("Maximum posts per page")
                .default_to(POSTS_PER_PAGE),
        )
        .with(
            "show_on_front",
            text("Content of the front page: the latest posts, or a static page.")
                .titled("Show on front"),
        )
        .with(
            "page_on_front",
            number("Identifier of the static front page, 0 for none.").titled("Page on front"),
        )
        .with(
            "page_for_posts",
            number("Identifier of the page that lists the posts, 0 for none."),
        )
        .with(
            "default_ping_status",
            open("Default of ping_status for new posts."),
        )
        .with(
            "default_comment_status",
            open("Default of comment_status for new posts.").titled("Allow comments on new posts"),
        )
        .with(
            "site_logo",
            number("Identifier of the logo's media item.").titled("Logo"),
        )
        .with(
            "site_icon",
            number("Identifier of the icon's media item.").titled("Icon"),
        )
        .with(
            "social_image",
            number("Identifier of the media item that social networks show of pages without a picture."),
        )
        .with(
            "theme_accent",
            text("Colour of links and buttons of the public pages: # and six hexadecimal digits. Where it contrasts too little with the ground, the pages use the nearest shade that does not. Empty for that of the design.")
                .matching("^(#[0-9A-Fa-f]{6})?$"),
        )
        .with(
            "theme_typeface",
            text("Typeface of titles and texts: a book face, or that of the reader's system.")
                .choices(["serif", "sans"]),
        )
        .with(
            "theme_color_scheme",
            text("Ground of the public pages: that of the reader's system, light, or dark.")
                .choices(["auto", "light", "dark"]),
        )
        .with(
            "theme_front_page",
            text("Layout of the posts on the front page: the first story large and the others in columns, or one below the other.")
                .choices(["magazine", "list"]),
        );
    Resource::new("settings", schema)
});

/// Parameters of an update; `null` resets a setting to its default.
fn update_args() -> Args {
    SETTINGS
        .update_args()
        .iter()
        .cloned()
        .map(Arg::keeping_null)
        .collect()
}

/// Route of the settings.
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
