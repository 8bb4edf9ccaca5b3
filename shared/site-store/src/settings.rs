//! Settings of a site.

use std::collections::BTreeMap;

use domain::site::{Openness, Role};
use jiff::tz::TimeZone;
use serde::{Deserialize, Serialize};

/// The settings. Its address is not among them: whoever serves the site knows it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// Title of the site.
    pub title: String,
    /// Tagline.
    pub description: String,
    /// E-mail address of whoever runs the site.
    pub email: String,
    /// IANA time zone; UTC when empty.
    pub timezone: String,
    /// Form of dates on public pages, in the letters of deployed systems.
    pub date_format: String,
    /// Form of times on public pages.
    pub time_format: String,
    /// First day of the week, 0 for Sunday.
    pub start_of_week: i64,
    /// Language, such as `pt_BR`.
    pub language: String,
    /// Whether smilies become pictures.
    pub use_smilies: bool,
    /// Category of posts without one.
    pub default_category: u64,
    /// Format of new posts, `0` for standard.
    pub default_post_format: String,
    /// Posts on one public page.
    pub posts_per_page: i64,
    /// What the front page shows: `posts` or `page`.
    pub show_on_front: String,
    /// The page shown in front, 0 for none.
    pub page_on_front: u64,
    /// The page that lists posts, 0 for none.
    pub page_for_posts: u64,
    /// Whether new posts take pings.
    pub default_ping_status: Openness,
    /// Whether new posts take comments.
    pub default_comment_status: Openness,
    /// Picture of the site, 0 for none.
    pub site_logo: u64,
    /// Icon of the site, 0 for none.
    pub site_icon: u64,
    /// Role of new users.
    pub default_role: Role,
    /// Places of the site's pages where a menu is shown, by name.
    pub menu_locations: BTreeMap<String, MenuLocation>,
}

/// A place where a menu is shown.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct MenuLocation {
    /// Where it is, for people.
    pub description: String,
    /// The menu shown there, 0 for none.
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
            default_role: Role::Subscriber,
            menu_locations: BTreeMap::new(),
        }
    }
}

impl Settings {
    /// The time zone.
    pub fn zone(&self) -> TimeZone {
        TimeZone::get(&self.timezone).unwrap_or(TimeZone::UTC)
    }

    /// Whether the time zone is known.
    pub fn has_known_zone(&self) -> bool {
        self.timezone.is_empty() || TimeZone::get(&self.timezone).is_ok()
    }
}
