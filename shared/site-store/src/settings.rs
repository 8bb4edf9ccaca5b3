//! Site settings.

use std::collections::BTreeMap;

use domain::site::{Openness, Role};
use jiff::tz::TimeZone;
use serde::{Deserialize, Serialize};

use crate::theme::Theme;

/// Site settings. The site's address is not among them: it is part of the deployment's configuration.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// Site title.
    pub title: String,
    /// Tagline.
    pub description: String,
    /// Site administrator's e-mail address.
    pub email: String,
    /// IANA time zone; UTC when empty.
    pub timezone: String,
    /// Date format of public pages, in PHP's format letters.
    pub date_format: String,
    /// Time format of public pages.
    pub time_format: String,
    /// First day of the week, 0 for Sunday.
    pub start_of_week: i64,
    /// Language, such as `pt_BR`.
    pub language: String,
    /// Whether text emoticons are converted to emoji.
    pub use_smilies: bool,
    /// Default category of posts.
    pub default_category: u64,
    /// Default post format, `0` for standard.
    pub default_post_format: String,
    /// Number of posts per public page.
    pub posts_per_page: i64,
    /// Content of the front page: `posts` or `page`.
    pub show_on_front: String,
    /// Static front page, 0 for none.
    pub page_on_front: u64,
    /// Page that shows the posts, 0 for none.
    pub page_for_posts: u64,
    /// Whether new posts accept pings.
    pub default_ping_status: Openness,
    /// Whether new posts accept comments.
    pub default_comment_status: Openness,
    /// Site logo, 0 for none.
    pub site_logo: u64,
    /// Site icon, 0 for none.
    pub site_icon: u64,
    /// Picture of pages without one of their own, for social networks; 0 for none.
    pub social_image: u64,
    /// Look of the public pages.
    pub theme: Theme,
    /// Role of new users.
    pub default_role: Role,
    /// Menu locations of the site's pages, by name.
    pub menu_locations: BTreeMap<String, MenuLocation>,
    /// Addresses of the host that the site was imported from.
    #[serde(skip_serializing_if = "SourceAddresses::is_empty")]
    pub source: SourceAddresses,
}

/// How the host that a site was imported from forms its addresses. Old addresses lead on by them, and texts that name the
/// host's files show those of the site.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct SourceAddresses {
    /// Home address without a trailing slash; empty for a site that was not imported.
    pub home: String,
    /// Path of a post in deployed systems' notation, such as `/%year%/%monthnum%/%postname%/`; empty when unknown.
    pub permalinks: String,
    /// First segment of the paths of categories; empty when unknown.
    pub category_base: String,
    /// First segment of the paths of tags; empty when unknown.
    pub tag_base: String,
}

impl SourceAddresses {
    /// Whether the site was not imported.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// Location of the menu at the head of every page.
pub const PRIMARY_MENU: &str = "primary";

/// Location of the menu at the foot of every page.
pub const FOOTER_MENU: &str = "footer";

/// Location where a menu is shown.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct MenuLocation {
    /// Description for users.
    pub description: String,
    /// Assigned menu, 0 for none.
    pub menu: u64,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            title: String::new(),
            description: String::new(),
            email: String::new(),
            timezone: "America/Sao_Paulo".to_owned(),
            date_format: "j \\d\\e F \\d\\e Y".to_owned(),
            time_format: "H:i".to_owned(),
            start_of_week: 0,
            language: "pt_BR".to_owned(),
            use_smilies: true,
            default_category: 1,
            default_post_format: "0".to_owned(),
            posts_per_page: 10,
            show_on_front: "posts".to_owned(),
            page_on_front: 0,
            page_for_posts: 0,
            default_ping_status: Openness::Open,
            default_comment_status: Openness::Open,
            site_logo: 0,
            site_icon: 0,
            social_image: 0,
            theme: Theme::default(),
            default_role: Role::Subscriber,
            menu_locations: BTreeMap::new(),
            source: SourceAddresses::default(),
        }
    }
}

impl Settings {
    /// The time zone.
    pub fn zone(&self) -> TimeZone {
        TimeZone::get(&self.timezone).unwrap_or(TimeZone::UTC)
    }

    /// Menu locations by name: those that the pages of every site have, and those that an import brought.
    pub fn locations(&self) -> BTreeMap<String, MenuLocation> {
        let mut locations = self.menu_locations.clone();
        let own = if self.language.starts_with("pt") {
            [(PRIMARY_MENU, "Menu principal"), (FOOTER_MENU, "Rodapé")]
        } else {
            [(PRIMARY_MENU, "Main menu"), (FOOTER_MENU, "Footer")]
        };
        for (name, description) in own {
            locations
                .entry(name.to_owned())
                .or_insert_with(|| MenuLocation {
                    description: description.to_owned(),
                    menu: 0,
                });
        }
        locations
    }

    /// Whether the time zone is a known IANA name.
    pub fn has_known_zone(&self) -> bool {
        self.timezone.is_empty() || TimeZone::get(&self.timezone).is_ok()
    }
}
