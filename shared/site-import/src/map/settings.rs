//! Mapping of settings and menu locations.

use std::collections::BTreeMap;

use domain::site::Openness;
use markup::escape;
use serde::de::DeserializeOwned;
use serde_json::Value;
use site_store::{MenuLocation, Settings, Theme};

use super::member::{Item, Member};
use super::{MapError, Mapped};
use crate::source::Source;

/// Maps the settings of a host. A setting that the host does not return keeps its value of a new site
/// and is reported.
pub fn map(settings: &Value, locations: &Value, source: &Source) -> Mapped<Settings> {
    let blank = Settings::default();
    let mut read = Read {
        item: Item::whole(settings),
        lost: Vec::new(),
    };
    let zone = match read.of("timezone", Member::text, String::new()) {
        // A host with a fixed UTC offset has no zone name.
        name if name.is_empty() => source.zone_name.clone(),
        name => name,
    };
    let title = read.of("title", Member::text, source.name.clone());
    let description = read.of("description", Member::text, blank.description);
    let open = |member: Member<'_>| {
        member.word(|word| match word {
            "" => Some(Openness::Closed),
            word => Openness::named(word),
        })
    };
    let record = Settings {
        title: escape::decode(&title),
        description: escape::decode(&description),
        email: read.of("email", Member::text, blank.email),
        timezone: zone,
        date_format: read.of("date_format", Member::text, blank.date_format),
        time_format: read.of("time_format", Member::text, blank.time_format),
        start_of_week: read.of("start_of_week", Member::integer, blank.start_of_week),
        language: match read.of("language", Member::text, blank.language) {
            language if language.is_empty() => "en_US".to_owned(),
            language => language,
        },
        use_smilies: read.of("use_smilies", Member::flag, blank.use_smilies),
        default_category: read.of("default_category", Member::number, blank.default_category),
        default_post_format: read.of(
            "default_post_format",
            Member::text,
            blank.default_post_format,
        ),
        posts_per_page: read
            .of("posts_per_page", Member::integer, blank.posts_per_page)
            .max(1),
        show_on_front: read.of("show_on_front", Member::text, blank.show_on_front),
        page_on_front: read.of("page_on_front", Member::number, blank.page_on_front),
        page_for_posts: read.of("page_for_posts", Member::number, blank.page_for_posts),
        default_ping_status: read.of("default_ping_status", open, blank.default_ping_status),
        default_comment_status: read.of(
            "default_comment_status",
            open,
            blank.default_comment_status,
        ),
        site_logo: read.of("site_logo", Member::number, blank.site_logo),
        site_icon: read.of("site_icon", Member::number, blank.site_icon),
        social_image: settings["social_image"].as_u64().unwrap_or_default(),
        theme: Theme {
            accent: own(settings, "theme_accent"),
            typeface: own(settings, "theme_typeface"),
            color_scheme: own(settings, "theme_color_scheme"),
            front: own(settings, "theme_front_page"),
        },
        default_role: blank.default_role,
        menu_locations: places(locations, &mut read.lost),
        source: blank.source,
    };
    Mapped {
        record,
        lost: read.lost,
    }
}

/// Value of a setting that only sites of this kind have.
fn own<T: DeserializeOwned + Default>(settings: &Value, name: &str) -> T {
    T::deserialize(&settings[name]).unwrap_or_default()
}

/// Reads settings independently of each other.
struct Read<'a> {
    item: Item<'a>,
    lost: Vec<String>,
}

impl<'a> Read<'a> {
    /// Value of a setting, or that of a new site when the host does not return it.
    fn of<T>(
        &mut self,
        name: &'static str,
        form: impl FnOnce(Member<'a>) -> Result<T, MapError>,
        usual: T,
    ) -> T {
        match self.item.get(name).and_then(form) {
            Ok(value) => value,
            Err(cause) => {
                self.lost.push(cause.to_string());
                usual
            }
        }
    }
}

fn places(locations: &Value, lost: &mut Vec<String>) -> BTreeMap<String, MenuLocation> {
    let mut places = BTreeMap::new();
    for (name, place) in locations.as_object().into_iter().flatten() {
        let place = Item::whole(place);
        let read = || {
            Ok::<_, MapError>(MenuLocation {
                description: place.get("description")?.text()?,
                menu: place.get("menu")?.number()?,
            })
        };
        match read() {
            Ok(place) => {
                places.insert(name.clone(), place);
            }
            Err(cause) => lost.push(format!("the place of menus {name}: {cause}")),
        }
    }
    places
}
