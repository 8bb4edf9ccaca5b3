//! The settings, in the order in which they are answered.

use domain::site::Openness;
use markup::escape;
use serde_json::{Value, json};
use site_api::format::encoded_quoted;
use site_rest::schema::one_line;
use site_rest::{Format, Schema, SiteContext};
use site_store::Settings;

/// One setting.
pub struct Setting {
    /// Its name on the wire.
    pub name: &'static str,
    /// The shape of its value.
    pub shape: fn() -> Schema,
    /// Its value as answered.
    pub read: fn(&Settings, &SiteContext) -> Value,
    /// Takes a value; `null` stands for the default, which the last argument has.
    pub write: fn(&mut Settings, &Value, &Settings),
}

/// What most settings are: without a title, and with a default that is not told.
fn setting(shape: Schema, about: &'static str) -> Schema {
    shape.about(about).titled("").default_to(Value::Null)
}

pub fn text(about: &'static str) -> Schema {
    setting(Schema::string(), about)
}

fn number(about: &'static str) -> Schema {
    setting(Schema::integer(), about)
}

fn open(about: &'static str) -> Schema {
    text(about).choices(["open", "closed"])
}

/// The text of a value without markup, or the default.
fn line(value: &Value, default: &str) -> String {
    value.as_str().map_or_else(
        || default.to_owned(),
        |text| one_line(&escape::decode(text)),
    )
}

/// The size of a number, or the default.
fn size(value: &Value, default: u64) -> u64 {
    value.as_i64().map_or(default, i64::unsigned_abs)
}

fn openness(value: &Value, default: Openness) -> Openness {
    value.as_str().and_then(Openness::named).unwrap_or(default)
}

/// Keeps the form of dates and times free of markup.
fn form(value: &Value, default: &str) -> String {
    value
        .as_str()
        .map_or_else(|| default.to_owned(), |text| text.replace(['<', '>'], ""))
}

/// All settings.
pub static TABLE: &[Setting] = &[
    Setting {
        name: "title",
        shape: || text("The name of the site.").titled("Title"),
        read: |settings, _| json!(encoded_quoted(&settings.title)),
        write: |settings, value, blank| settings.title = text_with_brackets(value, &blank.title),
    },
    Setting {
        name: "description",
        shape: || text("What the site is about, in a few words.").titled("Tagline"),
        read: |settings, _| json!(encoded_quoted(&settings.description)),
        write: |settings, value, blank| {
            settings.description = text_with_brackets(value, &blank.description);
        },
    },
    Setting {
        name: "url",
        shape: || {
            text("The address of the site, which its deployment decides.").format(Format::Uri)
        },
        read: |_, site| json!(site.home),
        write: |_, _, _| {},
    },
    Setting {
        name: "email",
        shape: || text("The e-mail address of whoever runs the site.").format(Format::Email),
        read: |settings, _| json!(settings.email),
        write: |settings, value, blank| settings.email = line(value, &blank.email),
    },
    Setting {
        name: "timezone",
        shape: || text("The time zone, named after a city in it."),
        read: |settings, _| json!(settings.timezone),
        write: |settings, value, blank| {
            let changed = Settings {
                timezone: line(value, &blank.timezone),
                ..settings.clone()
            };
            if changed.has_known_zone() {
                *settings = changed;
            }
        },
    },
    Setting {
        name: "date_format",
        shape: || text("How dates are written on public pages."),
        read: |settings, _| json!(settings.date_format),
        write: |settings, value, blank| settings.date_format = form(value, &blank.date_format),
    },
    Setting {
        name: "time_format",
        shape: || text("How times are written on public pages."),
        read: |settings, _| json!(settings.time_format),
        write: |settings, value, blank| settings.time_format = form(value, &blank.time_format),
    },
    Setting {
        name: "start_of_week",
        shape: || number("The first day of the week, 0 for Sunday."),
        read: |settings, _| json!(settings.start_of_week),
        write: |settings, value, blank| {
            settings.start_of_week = value
                .as_i64()
                .map_or(blank.start_of_week, i64::saturating_abs);
        },
    },
    Setting {
        name: "language",
        shape: || text("The language of the site.").default_to(Settings::default().language),
        read: |settings, _| {
            json!(if settings.language.is_empty() {
                "en_US"
            } else {
                settings.language.as_str()
            })
        },
        write: |settings, value, blank| settings.language = line(value, &blank.language),
    },
    Setting {
        name: "use_smilies",
        shape: || {
            setting(Schema::boolean(), "Whether smilies become pictures.")
                .default_to(Settings::default().use_smilies)
        },
        read: |settings, _| json!(settings.use_smilies),
        write: |settings, value, blank| {
            settings.use_smilies = value.as_bool().unwrap_or(blank.use_smilies);
        },
    },
    Setting {
        name: "default_category",
        shape: || number("The category of posts that are given none."),
        read: |settings, _| json!(settings.default_category),
        write: |settings, value, blank| {
            settings.default_category = size(value, blank.default_category);
        },
    },
    Setting {
        name: "default_post_format",
        shape: || text("The form of posts that are given none."),
        read: |settings, _| json!(settings.default_post_format),
        write: |settings, value, blank| {
            settings.default_post_format = line(value, &blank.default_post_format);
        },
    },
    Setting {
        name: "posts_per_page",
        shape: || {
            number("The most posts on one public page.")
                .titled("Maximum posts per page")
                .default_to(Settings::default().posts_per_page)
        },
        read: |settings, _| json!(settings.posts_per_page),
        write: |settings, value, blank| {
            // Nothing is one, and less than that is meant without its sign; -1 says all.
            settings.posts_per_page = match value.as_i64().unwrap_or(blank.posts_per_page) {
                0 => 1,
                number if number < -1 => number.saturating_abs(),
                number => number,
            };
        },
    },
    Setting {
        name: "show_on_front",
        shape: || text("What the front page shows: posts or page.").titled("Show on front"),
        read: |settings, _| json!(settings.show_on_front),
        write: |settings, value, blank| {
            settings.show_on_front = line(value, &blank.show_on_front);
        },
    },
    Setting {
        name: "page_on_front",
        shape: || number("The page shown in front, 0 for none.").titled("Page on front"),
        read: |settings, _| json!(settings.page_on_front),
        write: |settings, value, blank| settings.page_on_front = size(value, blank.page_on_front),
    },
    Setting {
        name: "page_for_posts",
        shape: || number("The page that lists the posts, 0 for none."),
        read: |settings, _| json!(settings.page_for_posts),
        write: |settings, value, blank| {
            settings.page_for_posts = size(value, blank.page_for_posts);
        },
    },
    Setting {
        name: "default_ping_status",
        shape: || open("Whether new posts take pings from other sites."),
        read: |settings, _| json!(settings.default_ping_status.name()),
        write: |settings, value, blank| {
            settings.default_ping_status = openness(value, blank.default_ping_status);
        },
    },
    Setting {
        name: "default_comment_status",
        shape: || open("Whether new posts take comments.").titled("Allow comments on new posts"),
        read: |settings, _| json!(settings.default_comment_status.name()),
        write: |settings, value, blank| {
            settings.default_comment_status = openness(value, blank.default_comment_status);
        },
    },
    Setting {
        name: "site_logo",
        shape: || number("The picture of the site.").titled("Logo"),
        read: |settings, _| match settings.site_logo {
            0 => Value::Null,
            logo => json!(logo),
        },
        write: |settings, value, blank| settings.site_logo = size(value, blank.site_logo),
    },
    Setting {
        name: "site_icon",
        shape: || number("The icon of the site.").titled("Icon"),
        read: |settings, _| json!(settings.site_icon),
        write: |settings, value, blank| settings.site_icon = size(value, blank.site_icon),
    },
];

/// A title keeps brackets that are meant as such: they are encoded when it is answered.
fn text_with_brackets(value: &Value, default: &str) -> String {
    value.as_str().map_or_else(
        || default.to_owned(),
        |text| {
            escape::decode(text)
                .split_whitespace()
                .collect::<Vec<_>>()
                .join(" ")
        },
    )
}
