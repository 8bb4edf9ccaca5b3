//! The record of an address.

use jiff::Timestamp;
use jiff::tz::TimeZone;
use md5::{Digest, Md5};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::meta::fields::{MetaFields, Social};
use crate::site::Picture;

/// The form of records; a record with another one is made again.
pub const VERSION: u32 = 2;

/// What a record is about.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "object_type")]
pub enum Object {
    /// A post, page or file.
    Post {
        /// Identifier.
        id: u64,
        /// Type, such as `page`.
        sub_type: String,
    },
    /// A term.
    Term {
        /// Identifier.
        id: u64,
        /// Taxonomy.
        sub_type: String,
    },
    /// An author.
    User {
        /// Identifier.
        id: u64,
    },
    /// The home page, when it shows posts.
    HomePage,
    /// Archives of years, months and days.
    DateArchive,
    /// The page of an address without a page, `404`, and the search, `search-result`.
    SystemPage {
        /// Which one.
        sub_type: String,
    },
    /// The archive of a type.
    PostTypeArchive {
        /// The type.
        sub_type: String,
    },
}

impl Object {
    /// What `indexing/general` makes records of, in its order.
    pub fn general() -> [Self; 4] {
        let system = |sub_type: &str| Self::SystemPage {
            sub_type: sub_type.to_owned(),
        };
        [
            system("404"),
            system("search-result"),
            Self::DateArchive,
            Self::HomePage,
        ]
    }

    /// The name of the kind.
    pub const fn object_type(&self) -> &'static str {
        match self {
            Self::Post { .. } => "post",
            Self::Term { .. } => "term",
            Self::User { .. } => "user",
            Self::HomePage => "home-page",
            Self::DateArchive => "date-archive",
            Self::SystemPage { .. } => "system-page",
            Self::PostTypeArchive { .. } => "post-type-archive",
        }
    }

    /// The identifier, where the kind has one.
    pub const fn id(&self) -> Option<u64> {
        match self {
            Self::Post { id, .. } | Self::Term { id, .. } | Self::User { id } => Some(*id),
            _ => None,
        }
    }

    /// The type within the kind, where there are several.
    pub fn sub_type(&self) -> Option<&str> {
        match self {
            Self::Post { sub_type, .. }
            | Self::Term { sub_type, .. }
            | Self::SystemPage { sub_type }
            | Self::PostTypeArchive { sub_type } => Some(sub_type),
            Self::User { .. } | Self::HomePage | Self::DateArchive => None,
        }
    }
}

/// A record.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct IndexRecord {
    /// What it is about.
    pub object: Object,
    /// Number of the record.
    pub id: u64,
    /// Address of the page; `None` for system pages.
    pub permalink: Option<String>,
    /// What is set for it.
    pub meta: MetaFields,
    /// Number for search engines.
    pub seo_score: Option<u32>,
    /// Number for readers.
    pub readability_score: Option<u32>,
    /// Picture in social networks that is not set but found, such as the featured one, with its place among the media.
    pub featured: Option<(u64, FoundPicture)>,
    /// Title in breadcrumbs.
    pub breadcrumb_title: String,
    /// Minutes that reading takes.
    pub reading_minutes: Option<u32>,
    /// Author.
    pub author: Option<u64>,
    /// The page above.
    pub parent: Option<u64>,
    /// Pages that the text is divided into.
    pub pages: Option<u32>,
    /// Status of the post.
    pub status: Option<String>,
    /// Whether a password is needed.
    pub is_protected: bool,
    /// Whether everyone may see it; `None` for what the type says.
    pub is_public: Option<bool>,
    /// Whether an author or term has published posts.
    pub has_public_posts: Option<bool>,
    /// Whether there are pages above.
    pub has_ancestors: bool,
    /// Last change of the object.
    pub modified: Option<Timestamp>,
    /// Publication of the object.
    pub published: Option<Timestamp>,
    /// When the record was made.
    pub created: Timestamp,
    /// When the record was last changed.
    pub updated: Timestamp,
    /// Links to pages of the site; `None` before they are counted.
    pub link_count: Option<u32>,
    /// Links from pages of the site; `None` before they are counted.
    pub incoming_link_count: Option<u32>,
    /// Form of the record.
    pub version: u32,
}

/// A picture that a record found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FoundPicture {
    /// Address.
    pub url: String,
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// MIME type.
    pub mime: String,
}

impl From<&FoundPicture> for Picture {
    fn from(found: &FoundPicture) -> Self {
        Self {
            url: found.url.clone(),
            width: found.width,
            height: found.height,
            mime: found.mime.clone(),
            caption: String::new(),
        }
    }
}

/// How numbers and flags of an answer are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// The record was just made: numbers and booleans.
    Made,
    /// The record was read from the store: texts, `"1"` and `"0"`; the counts of links, language and region follow.
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

    fn flag(self, flag: Option<bool>) -> Value {
        match (flag, self) {
            (None, _) => Value::Null,
            (Some(flag), Self::Made) => flag.into(),
            (Some(flag), Self::Stored) => (if flag { "1" } else { "0" }).into(),
        }
    }
}

/// The permalink's hash: its length in bytes, a colon, and its MD5 in hexadecimal.
pub fn permalink_hash(permalink: &str) -> String {
    format!(
        "{}:{}",
        permalink.len(),
        hex::encode(Md5::digest(permalink))
    )
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
    /// Whether the record is no longer true of an object with this address and last change.
    pub fn is_outdated(&self, permalink: Option<&str>, modified: Option<Timestamp>) -> bool {
        self.version != VERSION
            || self.permalink.as_deref() != permalink
            || self.modified != modified
    }

    /// Whether the scores of texts of this type count it: published, and not hidden from search engines.
    pub fn is_counted(&self, sub_type: &str) -> bool {
        matches!(self.object, Object::Post { .. })
            && self.object.sub_type() == Some(sub_type)
            && self.status.as_deref() == Some("publish")
            && self.meta.noindex != Some(true)
    }

    /// The number for search engines as scores and statistics count it: none without a focus keyword.
    pub fn counted_seo_score(&self) -> Option<u32> {
        self.seo_score
            .filter(|_| !self.meta.focus_keyword.is_empty())
    }

    /// The record as an answer writes it, members in the order of the interface.
    pub fn body(&self, origin: Origin) -> Value {
        let mut body = Map::new();
        let mut add = |name: &str, value: Value| {
            body.insert(name.to_owned(), value);
        };
        add("object_type", self.object.object_type().into());
        add("object_id", origin.number(self.object.id()));
        add("object_sub_type", json!(self.object.sub_type()));
        add("permalink", json!(self.permalink));
        let number = |number: Option<u32>| origin.number(number.map(u64::from));
        add("primary_focus_keyword_score", number(self.seo_score));
        add("readability_score", number(self.readability_score));
        add("inclusive_language_score", Value::Null);
        add("is_cornerstone", origin.flag(Some(self.meta.cornerstone)));
        add("is_robots_noindex", origin.flag(self.meta.noindex));
        add("is_robots_nofollow", origin.flag(Some(self.meta.nofollow)));
        add(
            "is_robots_noimageindex",
            origin.flag(Some(self.meta.noimageindex)),
        );
        add(
            "is_robots_noarchive",
            origin.flag(Some(self.meta.noarchive)),
        );
        add(
            "is_robots_nosnippet",
            origin.flag(Some(self.meta.nosnippet)),
        );
        for (name, value) in self.social("open_graph", &self.meta.social, origin) {
            add(&name, value);
        }
        for (name, value) in self.social("twitter", &self.meta.card, origin) {
            add(&name, value);
        }
        add("primary_focus_keyword", optional(&self.meta.focus_keyword));
        add("canonical", optional(&self.meta.canonical));
        add("title", optional(&self.meta.title));
        add("description", optional(&self.meta.description));
        add("breadcrumb_title", optional(&self.breadcrumb_title));
        add(
            "estimated_reading_time_minutes",
            number(self.reading_minutes),
        );
        add("author_id", origin.number(self.author));
        add("post_parent", origin.number(self.parent));
        add("number_of_pages", number(self.pages));
        add("post_status", json!(self.status));
        add("is_protected", origin.flag(Some(self.is_protected)));
        add("is_public", origin.flag(self.is_public));
        add("has_public_posts", origin.flag(self.has_public_posts));
        add("blog_id", origin.number(Some(1)));
        add("schema_page_type", json!(self.meta.page_type));
        add("schema_article_type", json!(self.meta.article_type));
        add("object_last_modified", time(self.modified));
        add("object_published_at", time(self.published));
        add("version", number(Some(self.version)));
        add(
            "permalink_hash",
            json!(self.permalink.as_deref().map(permalink_hash)),
        );
        add("created_at", time(Some(self.created)));
        add("updated_at", time(Some(self.updated)));
        add("id", origin.number(Some(self.id)));
        add("has_ancestors", origin.flag(Some(self.has_ancestors)));
        if origin == Origin::Stored {
            add("link_count", number(self.link_count));
            add("incoming_link_count", number(self.incoming_link_count));
            for name in ["prominent_words_version", "language", "region"] {
                add(name, Value::Null);
            }
        }
        Value::Object(body)
    }

    /// The members of a preview, whose picture is the one that is set, otherwise the featured one.
    fn social(&self, prefix: &str, set: &Social, origin: Origin) -> Vec<(String, Value)> {
        let mut values = vec![
            ("title", optional(&set.title)),
            ("description", optional(&set.description)),
        ];
        let featured = self.featured.as_ref().filter(|_| set.image.is_empty());
        let (url, id, source) = match featured {
            Some((id, found)) => (found.url.as_str(), Some(*id), json!("featured-image")),
            None if set.image.is_empty() => ("", None, Value::Null),
            None => (set.image.as_str(), set.image_id, json!("set-by-user")),
        };
        values.push(("image", optional(url)));
        values.push(("image_id", origin.number(id)));
        values.push(("image_source", source));
        if prefix == "open_graph" {
            let about = featured.map(|(id, found)| {
                json!({ "width": found.width, "height": found.height, "url": found.url,
                    "id": id, "type": found.mime })
                .to_string()
            });
            values.push(("image_meta", json!(about)));
        }
        let named = values
            .into_iter()
            .map(|(name, value)| (format!("{prefix}_{name}"), value));
        named.collect()
    }
}

#[cfg(test)]
#[path = "record/tests.rs"]
mod tests;
