//! The record of an address.

mod body;

use jiff::Timestamp;
use md5::{Digest, Md5};
use serde::{Deserialize, Serialize};

pub use self::body::Origin;
use crate::meta::fields::MetaFields;
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
    /// Address of the first picture in the text, which stands where none is set or featured.
    pub first_picture: Option<String>,
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

/// The permalink's hash: its length in bytes, a colon, and its MD5 in hexadecimal.
pub fn permalink_hash(permalink: &str) -> String {
    format!(
        "{}:{}",
        permalink.len(),
        hex::encode(Md5::digest(permalink))
    )
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
}

#[cfg(test)]
#[path = "record/tests.rs"]
mod tests;
