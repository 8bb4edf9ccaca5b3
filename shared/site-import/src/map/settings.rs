//! Settings, and the places where menus are shown.

use std::collections::BTreeMap;

use domain::site::Openness;
use markup::escape;
use serde_json::Value;
use site_store::{MenuLocation, Settings};

use super::member::{flag, integer, number, text};
use crate::source::Source;

/// The settings of a host over those of a new site, whatever the host does not tell stays so.
pub fn map(item: &Value, locations: &Value, source: &Source) -> Settings {
    let blank = Settings::default();
    let given = |name: &str| item.get(name).is_some_and(|value| !value.is_null());
    let line = |name: &str, usual: &str| {
        if given(name) {
            text(item, name)
        } else {
            usual.to_owned()
        }
    };
    let openness = |name: &str| Openness::named(&text(item, name)).unwrap_or(Openness::Open);
    let zone = match text(item, "timezone") {
        // A host with a fixed offset has no zone.
        name if name.is_empty() => source.zone_name.clone(),
        name => name,
    };
    Settings {
        title: escape::decode(&line("title", &source.name)),
        description: escape::decode(&text(item, "description")),
        email: text(item, "email"),
        timezone: zone,
        date_format: line("date_format", &blank.date_format),
        time_format: line("time_format", &blank.time_format),
        start_of_week: integer(item, "start_of_week"),
        language: match text(item, "language") {
            language if language.is_empty() => "en_US".to_owned(),
            language => language,
        },
        use_smilies: flag(item, "use_smilies"),
        default_category: number(item, "default_category"),
        default_post_format: line("default_post_format", &blank.default_post_format),
        posts_per_page: integer(item, "posts_per_page").max(1),
        show_on_front: line("show_on_front", &blank.show_on_front),
        page_on_front: number(item, "page_on_front"),
        page_for_posts: number(item, "page_for_posts"),
        default_ping_status: openness("default_ping_status"),
        default_comment_status: openness("default_comment_status"),
        site_logo: number(item, "site_logo"),
        site_icon: number(item, "site_icon"),
        default_role: blank.default_role,
        menu_locations: places(locations),
    }
}

fn places(locations: &Value) -> BTreeMap<String, MenuLocation> {
    let Some(map) = locations.as_object() else {
        return BTreeMap::new();
    };
    map.iter()
        .map(|(name, place)| {
            let place = MenuLocation {
                description: text(place, "description"),
                menu: number(place, "menu"),
            };
            (name.clone(), place)
        })
        .collect()
}
