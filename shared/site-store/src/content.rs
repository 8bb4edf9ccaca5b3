//! Records of content.

use std::collections::BTreeMap;
use std::fmt;

use domain::site::date::ItemDate;
use domain::site::{Format, Kind, Openness, Status, Subject, Taxonomy};
use jiff::Timestamp;
use jiff::civil::DateTime;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// One item of content: a post, page, media file, menu item or block. All texts are raw, as they
/// were written; nothing is rendered or encoded here.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Content {
    /// Identifier, unique over all kinds.
    pub id: u64,
    /// Number of the change that wrote this record last.
    pub seq: u64,
    /// What it is.
    pub kind: Kind,
    /// Its state.
    pub status: Status,
    /// Last part of its address; empty for a draft that never had one.
    pub slug: String,
    /// Title.
    pub title: String,
    /// Body; of media and menu items, the description.
    pub content: String,
    /// Excerpt; of media, the caption; of menu items, the title attribute.
    pub excerpt: String,
    /// Date of publication.
    pub date: ItemDate,
    /// Last change, wall clock of the site.
    pub modified: DateTime,
    /// Last change.
    pub modified_gmt: Timestamp,
    /// Author, 0 for none.
    pub author: u64,
    /// Page above, item a file is attached to, menu item above; 0 for none.
    pub parent: u64,
    /// Place among siblings.
    pub menu_order: i64,
    /// Featured picture, 0 for none.
    pub featured_media: u64,
    /// Whether comments are taken.
    pub comment_status: Openness,
    /// Whether pings are taken.
    pub ping_status: Openness,
    /// Form of a post.
    pub format: Format,
    /// Pinned to the top of the list.
    pub sticky: bool,
    /// Name of a template, empty for the usual one.
    pub template: String,
    /// Password of readers, empty for none.
    pub password: ReaderPassword,
    /// Registered meta that was set (see [`domain::site::meta`]).
    pub meta: BTreeMap<String, Value>,
    /// Terms by taxonomy, each list ascending.
    pub terms: BTreeMap<Taxonomy, Vec<u64>>,
    /// What is remembered while the item is in the trash.
    pub trashed: Option<Trashed>,
    /// The file, of media.
    pub media: Option<Media>,
    /// The target, of menu items.
    pub menu_item: Option<MenuItem>,
}

impl Content {
    /// The item as rights see it.
    pub fn subject(&self) -> Subject {
        Subject {
            kind: self.kind,
            status: self.status,
            before_trash: self.trashed.as_ref().map(|trashed| trashed.status),
            author: self.author,
        }
    }

    /// Its terms of one taxonomy.
    pub fn terms_of(&self, taxonomy: Taxonomy) -> &[u64] {
        self.terms.get(&taxonomy).map_or(&[], Vec::as_slice)
    }

    /// The value of a registered meta key, its default when nothing is stored.
    pub fn meta_value(&self, key: &domain::site::meta::MetaKey) -> Value {
        self.meta
            .get(key.name)
            .cloned()
            .unwrap_or_else(|| key.default())
    }
}

/// The password of a protected item. Stored and shown to editors as it is, but never printed.
#[derive(Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ReaderPassword(pub String);

impl fmt::Debug for ReaderPassword {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_empty() { "none" } else { "***" })
    }
}

impl ReaderPassword {
    /// Whether there is none.
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// What is needed to restore an item.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Trashed {
    /// Its state before.
    pub status: Status,
    /// Its slug before.
    pub slug: String,
    /// When it was trashed.
    pub at: Timestamp,
}

/// The file of a media item.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Media {
    /// Path of the main file below `uploads/`, such as `2024/05/ipe.jpg`.
    pub path: String,
    /// Media type.
    pub mime_type: String,
    /// Bytes of the main file.
    pub file_size: u64,
    /// Width in pixels, of pictures.
    pub width: Option<u32>,
    /// Height in pixels, of pictures.
    pub height: Option<u32>,
    /// Smaller pictures by name (`thumbnail`, `medium`, …).
    pub sizes: BTreeMap<String, SubSize>,
    /// File name of the picture as it was uploaded, when the main file was made from it.
    pub original: Option<String>,
    /// What the picture says about itself.
    pub image_meta: Map<String, Value>,
    /// Text for those who do not see the picture.
    pub alt_text: String,
    /// The picture that this one was made of by editing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub edited_from: Option<EditedFrom>,
}

/// What an edited picture was made of.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct EditedFrom {
    /// The media item.
    pub id: u64,
    /// Path of its file as it was uploaded, below `uploads/`.
    pub path: String,
}

impl Media {
    /// Whether it is a picture that can be shown and resized.
    pub fn is_image(&self) -> bool {
        self.mime_type.starts_with("image/")
    }

    /// The names of the sizes that a picture of these measures should have and has not.
    pub fn missing_sizes(&self) -> Vec<&'static str> {
        let (Some(width), Some(height)) = (self.width, self.height) else {
            return Vec::new();
        };
        pictures::sub_sizes(width, height)
            .into_iter()
            .map(|size| size.name)
            .filter(|name| !self.sizes.contains_key(*name))
            .collect()
    }

    /// Path of the file as it was uploaded, below `uploads/`.
    pub fn uploaded_path(&self) -> String {
        match &self.original {
            Some(original) => self.beside(original),
            None => self.path.clone(),
        }
    }

    /// Path of the file `name` in the folder of this one, below `uploads/`.
    pub fn beside(&self, name: &str) -> String {
        match self.path.rsplit_once('/') {
            Some((folder, _)) => format!("{folder}/{name}"),
            None => name.to_owned(),
        }
    }

    /// Paths of all files below `uploads/`.
    pub fn paths(&self) -> Vec<String> {
        std::iter::once(self.path.clone())
            .chain(self.sizes.values().map(|size| self.beside(&size.file)))
            .chain(self.original.as_ref().map(|name| self.beside(name)))
            .collect()
    }
}

/// A smaller picture.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SubSize {
    /// File name, in the folder of the main file.
    pub file: String,
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// Media type.
    pub mime_type: String,
    /// Bytes.
    pub file_size: u64,
}

/// What a menu item points at. Its title attribute is the item's excerpt, its description the item's
/// content.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct MenuItem {
    /// `custom`, `post_type`, `taxonomy` or `post_type_archive`.
    pub target_type: String,
    /// Kind or taxonomy of the target.
    pub object: String,
    /// Identifier of the target, 0 for none.
    pub object_id: u64,
    /// Address, of custom items.
    pub url: String,
    /// `_blank` or empty.
    pub target: String,
    /// HTML classes.
    pub classes: Vec<String>,
    /// Relations to the target.
    pub xfn: Vec<String>,
}
