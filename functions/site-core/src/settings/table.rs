//! Reader and writer of each setting, in the order of the response.

use domain::site::Openness;
use markup::escape;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use site_api::format::encoded_quoted;
use site_rest::SiteContext;
use site_rest::schema::one_line;
use site_store::Settings;

/// One setting.
pub struct Setting {
    /// Name on the wire.
    pub name: &'static str,
    /// Reads the value for the response.
    pub read: fn(&Settings, &SiteContext) -> Value,
    /// Stores a value; `null` stands for the default, which the last argument contains.
    pub write: fn(&mut Settings, &Value, &Settings),
}

/// The text of a value without markup, or the default.
fn line(value: &Value, default: &str) -> String {
    value.as_str().map_or_else(
        || default.to_owned(),
        |text| one_line(&escape::decode(text)),
    )
}

/// The absolute value of a number, or the default.
fn size(value: &Value, default: u64) -> u64 {
    value.as_i64().map_or(default, i64::unsigned_abs)
}

/// One of the values of a type by its name, or the default.
fn choice<T: DeserializeOwned>(value: &Value, default: T) -> T {
    T::deserialize(value).unwrap_or(default)
}

fn openness(value: &Value, default: Openness) -> Openness {
    value.as_str().and_then(Openness::named).unwrap_or(default)
}

/// Removes markup from a date or time format.
fn form(value: &Value, default: &str) -> String {
    value
        .as_str()
        .map_or_else(|| default.to_owned(), |text| text.replace(['<', '>'], ""))
}

/// All settings.
pub static TABLE: &[Setting] = &[
    Setting {
        name: "title",
        read: |settings, _| json!(encoded_quoted(&settings.title)),
        write: |settings, value, blank| settings.title = text_with_brackets(value, &blank.title),
    },
    Setting {
        name: "description",
        read: |settings, _| json!(encoded_quoted(&settings.description)),
        write: |settings, value, blank| {
            settings.description = text_with_brackets(value, &blank.description);
        },
    },
    Setting {
        name: "url",
        read: |_, site| json!(site.home),
        write: |_, _, _| {},
    },
    Setting {
        name: "email",
        read: |settings, _| json!(settings.email),
        write: |settings, value, blank| settings.email = line(value, &blank.email),
    },
    Setting {
        name: "timezone",
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
        read: |settings, _| json!(settings.date_format),
        write: |settings, value, blank| settings.date_format = form(value, &blank.date_format),
    },
    Setting {
        name: "time_format",
        read: |settings, _| json!(settings.time_format),
        write: |settings, value, blank| settings.time_format = form(value, &blank.time_format),
    },
    Setting {
        name: "start_of_week",
        read: |settings, _| json!(settings.start_of_week),
        write: |settings, value, blank| {
            settings.start_of_week = value
                .as_i64()
                .map_or(blank.start_of_week, i64::saturating_abs);
        },
    },
    Setting {
        name: "language",
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
        read: |settings, _| json!(settings.use_smilies),
        write: |settings, value, blank| {
            settings.use_smilies = value.as_bool().unwrap_or(blank.use_smilies);
        },
    },
    Setting {
        name: "default_category",
        read: |settings, _| json!(settings.default_category),
        write: |settings, value, blank| {
            settings.default_category = size(value, blank.default_category);
        },
    },
    Setting {
        name: "default_post_format",
        read: |settings, _| json!(settings.default_post_format),
        write: |settings, value, blank| {
            settings.default_post_format = line(value, &blank.default_post_format);
        },
    },
    Setting {
        name: "posts_per_page",
        read: |settings, _| json!(settings.posts_per_page),
        write: |settings, value, blank| {
            // 0 means 1, and a value below -1 counts without its sign; -1 means no limit.
            settings.posts_per_page = match value.as_i64().unwrap_or(blank.posts_per_page) {
                0 => 1,
                number if number < -1 => number.saturating_abs(),
                number => number,
            };
        },
    },
    Setting {
        name: "show_on_front",
        read: |settings, _| json!(settings.show_on_front),
        write: |settings, value, blank| {
            settings.show_on_front = line(value, &blank.show_on_front);
        },
    },
    Setting {
        name: "page_on_front",
        read: |settings, _| json!(settings.page_on_front),
        write: |settings, value, blank| settings.page_on_front = size(value, blank.page_on_front),
    },
    Setting {
        name: "page_for_posts",
        read: |settings, _| json!(settings.page_for_posts),
        write: |settings, value, blank| {
            settings.page_for_posts = size(value, blank.page_for_posts);
        },
    },
    Setting {
        name: "default_ping_status",
        read: |settings, _| json!(settings.default_ping_status.name()),
        write: |settings, value, blank| {
            settings.default_ping_status = openness(value, blank.default_ping_status);
        },
    },
    Setting {
        name: "default_comment_status",
        read: |settings, _| json!(settings.default_comment_status.name()),
        write: |settings, value, blank| {
            settings.default_comment_status = openness(value, blank.default_comment_status);
        },
    },
    Setting {
        name: "site_logo",
        read: |settings, _| match settings.site_logo {
            0 => Value::Null,
            logo => json!(logo),
        },
        write: |settings, value, blank| settings.site_logo = size(value, blank.site_logo),
    },
    Setting {
        name: "site_icon",
        read: |settings, _| json!(settings.site_icon),
        write: |settings, value, blank| settings.site_icon = size(value, blank.site_icon),
    },
    Setting {
        name: "social_image",
        read: |settings, _| json!(settings.social_image),
        write: |settings, value, blank| settings.social_image = size(value, blank.social_image),
    },
    Setting {
        name: "theme_accent",
        read: |settings, _| json!(settings.theme.accent),
        write: |settings, value, blank| {
            settings.theme.accent = line(value, &blank.theme.accent).to_ascii_lowercase();
        },
    },
    Setting {
        name: "theme_typeface",
        read: |settings, _| json!(settings.theme.typeface),
        write: |settings, value, blank| {
            settings.theme.typeface = choice(value, blank.theme.typeface);
        },
    },
    Setting {
        name: "theme_color_scheme",
        read: |settings, _| json!(settings.theme.color_scheme),
        write: |settings, value, blank| {
            settings.theme.color_scheme = choice(value, blank.theme.color_scheme);
        },
    },
    Setting {
        name: "theme_front_page",
        read: |settings, _| json!(settings.theme.front),
        write: |settings, value, blank| settings.theme.front = choice(value, blank.theme.front),
    },
];

/// A title keeps brackets that are no markup; they are encoded on output.
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

#[cfg(test)]
mod tests {
    use site_contract::core::settings;

    use super::*;

    #[test]
    fn the_declared_settings_are_those_of_the_table() {
        let declared: Vec<&str> = settings::SETTINGS
            .schema()
            .members()
            .map(|(name, _)| name)
            .collect();
        let known: Vec<&str> = TABLE.iter().map(|one| one.name).collect();
        assert_eq!(declared, known);
    }

    #[test]
    fn declared_defaults_are_those_of_a_new_site() {
        let settings = Settings::default();
        assert_eq!(settings::LANGUAGE, settings.language);
        assert_eq!(settings::USE_SMILIES, settings.use_smilies);
        assert_eq!(settings::POSTS_PER_PAGE, settings.posts_per_page);
    }
}
