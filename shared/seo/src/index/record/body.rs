//! A record as an answer writes it: its members, their order and their form.

use jiff::Timestamp;
use jiff::tz::TimeZone;
use serde_json::{Map, Value, json};

use super::{IndexRecord, Object, permalink_hash};
use crate::meta::fields::Social;

/// Members of the record of a text that was just made.
const TEXT: [&str; 48] = [
    "object_type",
    "object_id",
    "object_sub_type",
    "permalink",
    "primary_focus_keyword_score",
    "readability_score",
    "inclusive_language_score",
    "is_cornerstone",
    "is_robots_noindex",
    "is_robots_nofollow",
    "is_robots_noimageindex",
    "is_robots_noarchive",
    "is_robots_nosnippet",
    "open_graph_image",
    "open_graph_image_id",
    "open_graph_image_source",
    "open_graph_image_meta",
    "twitter_image",
    "twitter_image_id",
    "twitter_image_source",
    "primary_focus_keyword",
    "canonical",
    "title",
    "description",
    "breadcrumb_title",
    "open_graph_title",
    "open_graph_description",
    "twitter_title",
    "twitter_description",
    "estimated_reading_time_minutes",
    "author_id",
    "post_parent",
    "number_of_pages",
    "post_status",
    "is_protected",
    "is_public",
    "has_public_posts",
    "blog_id",
    "schema_page_type",
    "schema_article_type",
    "object_last_modified",
    "object_published_at",
    "version",
    "permalink_hash",
    "created_at",
    "updated_at",
    "id",
    "has_ancestors",
];

/// Members of the record of a term that was just made.
const TERM: [&str; 39] = [
    "object_type",
    "object_id",
    "object_sub_type",
    "permalink",
    "blog_id",
    "primary_focus_keyword_score",
    "is_robots_noindex",
    "is_public",
    "open_graph_image",
    "open_graph_image_id",
    "open_graph_image_source",
    "open_graph_image_meta",
    "twitter_image",
    "twitter_image_id",
    "twitter_image_source",
    "canonical",
    "primary_focus_keyword",
    "title",
    "description",
    "readability_score",
    "inclusive_language_score",
    "breadcrumb_title",
    "open_graph_title",
    "open_graph_description",
    "twitter_title",
    "twitter_description",
    "is_cornerstone",
    "is_robots_nofollow",
    "is_robots_noarchive",
    "is_robots_noimageindex",
    "is_robots_nosnippet",
    "object_published_at",
    "object_last_modified",
    "version",
    "permalink_hash",
    "created_at",
    "updated_at",
    "id",
    "has_ancestors",
];

/// Members of the record of a system page or of the archives of dates.
const SYSTEM: [&str; 13] = [
    "object_type",
    "object_sub_type",
    "title",
    "description",
    "is_robots_noindex",
    "is_public",
    "blog_id",
    "breadcrumb_title",
    "permalink",
    "version",
    "created_at",
    "updated_at",
    "id",
];

/// Members of the record of the home page.
const HOME: [&str; 20] = [
    "object_type",
    "title",
    "breadcrumb_title",
    "permalink",
    "blog_id",
    "description",
    "is_robots_noindex",
    "open_graph_title",
    "open_graph_image",
    "open_graph_image_id",
    "open_graph_description",
    "open_graph_image_source",
    "open_graph_image_meta",
    "object_published_at",
    "object_last_modified",
    "version",
    "permalink_hash",
    "created_at",
    "updated_at",
    "id",
];

/// Members of a record that was read from the store.
const STORED: [&str; 53] = [
    "id",
    "permalink",
    "permalink_hash",
    "object_id",
    "object_type",
    "object_sub_type",
    "author_id",
    "post_parent",
    "title",
    "description",
    "breadcrumb_title",
    "post_status",
    "is_public",
    "is_protected",
    "has_public_posts",
    "number_of_pages",
    "canonical",
    "primary_focus_keyword",
    "primary_focus_keyword_score",
    "readability_score",
    "is_cornerstone",
    "is_robots_noindex",
    "is_robots_nofollow",
    "is_robots_noarchive",
    "is_robots_noimageindex",
    "is_robots_nosnippet",
    "twitter_title",
    "twitter_image",
    "twitter_description",
    "twitter_image_id",
    "twitter_image_source",
    "open_graph_title",
    "open_graph_description",
    "open_graph_image",
    "open_graph_image_id",
    "open_graph_image_source",
    "open_graph_image_meta",
    "link_count",
    "incoming_link_count",
    "prominent_words_version",
    "created_at",
    "updated_at",
    "blog_id",
    "language",
    "region",
    "schema_page_type",
    "schema_article_type",
    "has_ancestors",
    "estimated_reading_time_minutes",
    "version",
    "object_last_modified",
    "object_published_at",
    "inclusive_language_score",
];

/// The form of records of system pages and of the archives of dates.
const SYSTEM_VERSION: &str = "1";

/// Where the record of an answer comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// It was just made: its own number and those of pictures are numbers, all else is text.
    Made,
    /// It was read from the store: all numbers and flags are texts; the counts of links, language and region are there.
    Stored,
}

impl Origin {
    fn number(self, number: Option<u64>) -> Value {
        match (number, self) {
            (None, _) => Value::Null,
            (Some(number), Self::Made) => number.into(),
            (Some(number), Self::Stored) => number.to_string().into(),
        }
    }
}

fn text(number: Option<u64>) -> Value {
    json!(number.map(|number| number.to_string()))
}

fn small(number: Option<u32>) -> Value {
    text(number.map(u64::from))
}

fn flag(flag: Option<bool>) -> Value {
    json!(flag.map(|flag| if flag { "1" } else { "0" }))
}

fn time(time: Option<Timestamp>) -> Value {
    time.map_or(Value::Null, |time| {
        let utc = time.to_zoned(TimeZone::UTC);
        utc.strftime("%Y-%m-%d %H:%M:%S").to_string().into()
    })
}

/// A text that is `null` when it is not set.
fn optional(text: &str) -> Value {
    if text.is_empty() {
        Value::Null
    } else {
        text.into()
    }
}

impl IndexRecord {
    /// The record as an answer writes it.
    pub fn body(&self, origin: Origin) -> Value {
        let mut values = self.values(origin);
        let members = self.members(origin).iter();
        let kept: Map<String, Value> = members
            .filter(|name| !self.lacks(name))
            .filter_map(|name| Some(((*name).to_owned(), values.remove(*name)?)))
            .collect();
        Value::Object(kept)
    }

    const fn members(&self, origin: Origin) -> &'static [&'static str] {
        match (origin, &self.object) {
            (Origin::Stored, _) => &STORED,
            (Origin::Made, Object::Term { .. }) => &TERM,
            (Origin::Made, Object::SystemPage { .. } | Object::DateArchive) => &SYSTEM,
            (Origin::Made, Object::HomePage) => &HOME,
            (
                Origin::Made,
                Object::Post { .. } | Object::User { .. } | Object::PostTypeArchive { .. },
            ) => &TEXT,
        }
    }

    /// Whether the record has no such member, although others of its group have it.
    fn lacks(&self, name: &str) -> bool {
        match &self.object {
            Object::SystemPage { .. } => {
                matches!(name, "description" | "is_public" | "permalink")
                    || (name == "breadcrumb_title" && self.breadcrumb_title.is_empty())
            }
            Object::DateArchive => matches!(name, "object_sub_type" | "breadcrumb_title"),
            _ => false,
        }
    }

    fn values(&self, origin: Origin) -> Map<String, Value> {
        let mut all = Map::new();
        let mut add = |name: &str, value: Value| {
            all.insert(name.to_owned(), value);
        };
        add("id", origin.number(Some(self.id)));
        add("object_type", self.object.object_type().into());
        add("object_id", text(self.object.id()));
        add("object_sub_type", json!(self.object.sub_type()));
        add("permalink", json!(self.permalink));
        let hash = self.permalink.as_deref().map(permalink_hash);
        add("permalink_hash", json!(hash));
        add("primary_focus_keyword", optional(&self.meta.focus_keyword));
        add("canonical", optional(&self.meta.canonical));
        add("title", optional(&self.meta.title));
        add("description", optional(&self.meta.description));
        let breadcrumb = match self.object {
            Object::Post { .. } => json!(self.breadcrumb_title),
            _ => optional(&self.breadcrumb_title),
        };
        add("breadcrumb_title", breadcrumb);
        add(
            "estimated_reading_time_minutes",
            small(self.reading_minutes),
        );
        add("author_id", text(self.author));
        add("post_parent", text(self.parent));
        add("number_of_pages", small(self.pages));
        add("post_status", json!(self.status));
        add("is_protected", flag(Some(self.is_protected)));
        add("is_public", flag(self.is_public));
        add("has_public_posts", flag(self.has_public_posts));
        add("has_ancestors", flag(Some(self.has_ancestors)));
        add("blog_id", text(Some(1)));
        add("schema_page_type", json!(self.meta.page_type));
        add("schema_article_type", json!(self.meta.article_type));
        add("object_last_modified", time(self.modified));
        add("object_published_at", time(self.published));
        add("version", small(Some(self.version)));
        add("created_at", time(Some(self.created)));
        add("updated_at", time(Some(self.updated)));
        add("link_count", small(self.link_count));
        add("incoming_link_count", small(self.incoming_link_count));
        for name in ["prominent_words_version", "language", "region"] {
            add(name, Value::Null);
        }
        self.add_scores(&mut all);
        self.add_directives(&mut all);
        self.add_preview("open_graph", &self.meta.social, origin, &mut all);
        self.add_preview("twitter", &self.meta.card, origin, &mut all);
        self.add_fixed(&mut all);
        all
    }

    fn is_text(&self) -> bool {
        matches!(self.object, Object::Post { .. })
    }

    fn add_scores(&self, to: &mut Map<String, Value>) {
        let mut add = |name: &str, value: Value| to.insert(name.to_owned(), value);
        add(
            "primary_focus_keyword_score",
            small(self.counted_seo_score()),
        );
        let unset = self.is_text().then_some(0);
        add("readability_score", small(self.readability_score.or(unset)));
        add("inclusive_language_score", small(unset));
    }

    fn add_directives(&self, to: &mut Map<String, Value>) {
        let mut add = |name: &str, value: Value| to.insert(name.to_owned(), value);
        add("is_cornerstone", flag(Some(self.meta.cornerstone)));
        add("is_robots_noindex", flag(self.meta.noindex));
        let nofollow = self.is_text().then_some(self.meta.nofollow);
        add("is_robots_nofollow", flag(nofollow));
        for (name, set) in [
            ("is_robots_noimageindex", self.meta.noimageindex),
            ("is_robots_noarchive", self.meta.noarchive),
            ("is_robots_nosnippet", self.meta.nosnippet),
        ] {
            add(name, flag(set.then_some(true)));
        }
    }

    /// Values that only lists have.
    fn add_fixed(&self, to: &mut Map<String, Value>) {
        let mut add = |name: &str, value: Value| to.insert(name.to_owned(), value);
        match &self.object {
            Object::SystemPage { .. } => {
                add("version", SYSTEM_VERSION.into());
            }
            Object::DateArchive => {
                add("version", SYSTEM_VERSION.into());
                add("description", "".into());
                add("is_public", flag(Some(false)));
            }
            Object::HomePage => {
                add("description", self.meta.description.clone().into());
                add("is_robots_noindex", flag(self.meta.noindex.or(Some(false))));
                add("open_graph_title", "%%sitename%%".into());
                add("open_graph_description", "".into());
                add("open_graph_image", "".into());
                add("open_graph_image_id", 0.into());
            }
            _ => {}
        }
    }

    /// The members of a preview, whose picture is the one that is set, otherwise the featured one or the first in the text.
    fn add_preview(&self, prefix: &str, set: &Social, origin: Origin, to: &mut Map<String, Value>) {
        let mut add = |name: &str, value: Value| to.insert(format!("{prefix}_{name}"), value);
        add("title", optional(&set.title));
        add("description", optional(&set.description));
        let featured = self.featured.as_ref().filter(|_| set.image.is_empty());
        let (url, id, source) = match (featured, &self.first_picture) {
            (Some((id, found)), _) => (found.url.as_str(), Some(*id), json!("featured-image")),
            (None, _) if !set.image.is_empty() => {
                (set.image.as_str(), set.image_id, json!("set-by-user"))
            }
            (None, Some(first)) => (first.as_str(), None, json!("first-content-image")),
            (None, None) => ("", None, Value::Null),
        };
        add("image", optional(url));
        add("image_id", origin.number(id));
        add("image_source", source);
        let about = featured.map(|(id, found)| {
            json!({ "width": found.width, "height": found.height, "url": found.url, "id": id,
                "type": found.mime })
            .to_string()
        });
        add("image_meta", json!(about));
    }
}
