//! Content items: posts, pages, media, menu items and blocks.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use domain::site::date::ItemDate;
use domain::site::{Format, Kind, Openness, Status, Subject, Taxonomy};
use jiff::Timestamp;
use jiff::civil::DateTime;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// Content item: a post, page, media file, menu item or block. All texts are raw; nothing is rendered
/// or encoded here.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Content {
    /// Identifier, unique across all kinds.
    pub id: u64,
    /// Number of the last change that wrote this record.
    pub seq: u64,
    /// Kind of content.
    pub kind: Kind,
    /// State.
    pub status: Status,
    /// Slug; empty for a draft that never had one.
    pub slug: String,
    /// Slugs under which readers found the item before, the latest last, without the present one; at most
    /// [`MOST_FORMER_SLUGS`].
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub former_slugs: Vec<String>,
    /// Title.
    pub title: String,
    /// Body; for media and menu items, the description.
    pub content: String,
    /// Excerpt; for media, the caption; for menu items, the title attribute.
    pub excerpt: String,
    /// Date of publication.
    pub date: ItemDate,
    /// Last modification, in the site's time zone.
    pub modified: DateTime,
    /// Last modification, in UTC.
    pub modified_gmt: Timestamp,
    /// Author, 0 for none.
    pub author: u64,
    /// Parent page, item a file is attached to, or parent menu item; 0 for none.
    pub parent: u64,
    /// Sort order among siblings.
    pub menu_order: i64,
    /// Featured image, 0 for none.
    pub featured_media: u64,
    /// Whether comments are open.
    pub comment_status: Openness,
    /// Whether pings are open.
    pub ping_status: Openness,
    /// Post format.
    pub format: Format,
    /// Sticky: listed first.
    pub sticky: bool,
    /// Template name, empty for the default.
    pub template: String,
    /// Password for readers, empty for none.
    pub password: ReaderPassword,
    /// Stored values of registered meta keys (see [`domain::site::meta`]).
    pub meta: BTreeMap<String, Value>,
    /// Terms by taxonomy, each list ascending.
    pub terms: BTreeMap<Taxonomy, Vec<u64>>,
    /// State before the trash, while the item is in the trash.
    pub trashed: Option<Trashed>,
    /// File data, for media.
    pub media: Option<Media>,
    /// Menu item data, for menu items.
    pub menu_item: Option<MenuItem>,
}

/// Most former slugs of an item. The oldest give way.
pub const MOST_FORMER_SLUGS: usize = 20;

impl Content {
    /// Records that readers found the item under `slug` before; empty for none.
    pub fn note_former_slug(&mut self, slug: &str) {
        self.former_slugs
            .retain(|known| known != slug && *known != self.slug);
        if !slug.is_empty() && slug != self.slug {
            self.former_slugs.push(slug.to_owned());
        }
        let beyond = self.former_slugs.len().saturating_sub(MOST_FORMER_SLUGS);
        self.former_slugs.drain(..beyond);
    }

    /// The item as seen by permission checks.
    pub fn subject(&self) -> Subject {
        Subject {
            kind: self.kind,
            status: self.status,
            before_trash: self.trashed.as_ref().map(|trashed| trashed.status),
            author: self.author,
        }
    }

    /// Terms of one taxonomy.
    pub fn terms_of(&self, taxonomy: Taxonomy) -> &[u64] {
        self.terms.get(&taxonomy).map_or(&[], Vec::as_slice)
    }

    /// Value of a registered meta key, or its default.
    pub fn meta_value(&self, key: &domain::site::meta::MetaKey) -> Value {
        self.meta
            .get(key.name)
            .cloned()
            .unwrap_or_else(|| key.default())
    }
}

/// Password of a protected item. Stored and shown to editors in clear text, but left out of `Debug`
/// output.
#[derive(Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ReaderPassword(pub String);

impl fmt::Debug for ReaderPassword {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_empty() { "none" } else { "***" })
    }
}

impl ReaderPassword {
    /// Whether there is no password.
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// Values needed to restore an item from the trash.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Trashed {
    /// State before the trash.
    pub status: Status,
    /// Slug before the trash.
    pub slug: String,
    /// Time of the trashing.
    pub at: Timestamp,
}

/// File data of a media item.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Media {
    /// Path of the main file below `uploads/`, for example `2024/05/ipe.jpg`.
    pub path: String,
    /// MIME type.
    pub mime_type: String,
    /// Size of the main file in bytes.
    pub file_size: u64,
    /// Width in pixels, for images.
    pub width: Option<u32>,
    /// Height in pixels, for images.
    pub height: Option<u32>,
    /// Resized images by size name (`thumbnail`, `medium`, …).
    pub sizes: BTreeMap<String, SubSize>,
    /// File name of the uploaded original, when the main file was derived from it.
    pub original: Option<String>,
    /// Metadata read from the image (EXIF).
    pub image_meta: Map<String, Value>,
    /// Alternative text of an image.
    pub alt_text: String,
    /// Image from which this one was made by editing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub edited_from: Option<EditedFrom>,
    /// Members of `media_details` that an audio or video file has: length, streams, tags.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub details: Map<String, Value>,
    /// Files that clients made themselves and added, by name, whether they became part of the item or not.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub added: BTreeMap<String, Added>,
    /// Names of added files with a meaning of their own: `source_image`, `animated_video`, `animated_video_poster`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub companions: BTreeMap<String, String>,
}

/// A file that a client added to a media item.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Added {
    /// MIME type.
    pub mime_type: String,
    /// Size in bytes.
    pub file_size: u64,
    /// Width in pixels, for images that were decoded.
    pub width: Option<u32>,
    /// Height in pixels, for images that were decoded.
    pub height: Option<u32>,
    /// SHA-256 of the content, in hexadecimal.
    pub digest: String,
}

/// Source of an edited image.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct EditedFrom {
    /// Media item.
    pub id: u64,
    /// Path of its uploaded original below `uploads/`.
    pub path: String,
    /// Media item from which the chain of edits began; `None` in records of earlier releases and of imports.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub root: Option<u64>,
}

impl Media {
    /// Whether the file is an image that can be displayed and resized.
    pub fn is_image(&self) -> bool {
        self.mime_type.starts_with("image/")
    }

    /// Names of the sizes that an image of these dimensions should have and does not have.
    ///
    /// Of a PDF, the sizes that show its first page; a client may add them.
    pub fn missing_sizes(&self) -> Vec<&'static str> {
        let is_missing = |name: &&str| !self.sizes.contains_key(*name);
        if self.mime_type == "application/pdf" {
            let shown = ["thumbnail", "medium", "large"];
            return shown.into_iter().filter(is_missing).collect();
        }
        let (Some(width), Some(height)) = (self.width, self.height) else {
            return Vec::new();
        };
        // Sizes are upright.
        let (width, height) = if self.orientation() > 4 {
            (height, width)
        } else {
            (width, height)
        };
        pictures::sub_sizes(width, height)
            .into_iter()
            .map(|size| size.name)
            .filter(is_missing)
            .collect()
    }

    /// The sizes in the order in which deployed systems generate them.
    pub fn sizes_in_order(&self) -> impl Iterator<Item = (&str, &SubSize)> {
        const ORDER: [&str; 6] = [
            "medium",
            "large",
            "thumbnail",
            "medium_large",
            "1536x1536",
            "2048x2048",
        ];
        let others = self.sizes.iter().map(|(name, size)| (name.as_str(), size));
        let others = others.filter(|(name, _)| !ORDER.contains(name));
        let known = ORDER.iter().filter_map(move |name| {
            let (name, size) = self.sizes.get_key_value(*name)?;
            Some((name.as_str(), size))
        });
        known.chain(others)
    }

    /// The resized images that show the whole image, allowing for one pixel of rounding; the others are cropped.
    pub fn whole_sizes(&self) -> impl Iterator<Item = &SubSize> {
        let whole = self.width.zip(self.height);
        self.sizes.values().filter(move |size| {
            whole.is_some_and(|(width, height)| {
                let wanted = u64::from(size.width) * u64::from(height) / u64::from(width.max(1));
                wanted.abs_diff(u64::from(size.height)) <= 1
            })
        })
    }

    /// Path of the uploaded original below `uploads/`.
    pub fn uploaded_path(&self) -> String {
        match &self.original {
            Some(original) => self.beside(original),
            None => self.path.clone(),
        }
    }

    /// Name of the uploaded original.
    pub fn uploaded_name(&self) -> String {
        let own_name = || self.path.rsplit('/').next().unwrap_or_default().to_owned();
        self.original.clone().unwrap_or_else(own_name)
    }

    /// EXIF orientation of the main file, from 1 (as stored) to 8 (EXIF 2.3, tag 274).
    pub fn orientation(&self) -> u8 {
        let orientation = match self.image_meta.get("orientation") {
            Some(Value::String(text)) => text.parse().ok(),
            Some(number) => number.as_u64(),
            None => None,
        };
        let orientation = orientation.and_then(|value| u8::try_from(value).ok());
        orientation
            .filter(|value| (1..=8).contains(value))
            .unwrap_or(1)
    }

    /// Media item from which the chain of edits began that made this image. Where it is not recorded, the image that
    /// was edited.
    pub fn edit_root(&self) -> Option<u64> {
        let from = self.edited_from.as_ref()?;
        Some(from.root.unwrap_or(from.id))
    }

    /// Path below `uploads/` of the file `name` in the folder of this item.
    pub fn beside(&self, name: &str) -> String {
        match self.path.rsplit_once('/') {
            Some((folder, _)) => format!("{folder}/{name}"),
            None => name.to_owned(),
        }
    }

    /// Path below `uploads/` of the smallest square size of at least `least` pixels, otherwise of the main file.
    pub fn smallest_square(&self, least: u32) -> String {
        self.sizes
            .values()
            .filter(|size| size.width == size.height && size.width >= least)
            .min_by_key(|size| size.width)
            .map_or_else(|| self.path.clone(), |size| self.beside(&size.file))
    }

    /// Paths of all files of this item below `uploads/`.
    pub fn paths(&self) -> Vec<String> {
        std::iter::once(self.path.clone())
            .chain(self.sizes.values().map(|size| self.beside(&size.file)))
            .chain(self.original.as_ref().map(|name| self.beside(name)))
            .chain(self.added.keys().map(|name| self.beside(name)))
            .collect::<BTreeSet<_>>()
            .into_iter()
            .collect()
    }

    /// The lengths in bytes that files have as this site stored them. Those of resized images can be what the host of an import
    /// said.
    pub(crate) fn lengths(&self) -> BTreeMap<String, u64> {
        let added = self.added.iter();
        let added = added.map(|(name, added)| (self.beside(name), added.file_size));
        added
            .chain(std::iter::once((self.path.clone(), self.file_size)))
            .collect()
    }
}

/// Resized image.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SubSize {
    /// File name, in the folder of the main file.
    pub file: String,
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// MIME type.
    pub mime_type: String,
    /// Size in bytes.
    pub file_size: u64,
}

/// Target of a menu item. The title attribute is the item's excerpt, the description its content.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct MenuItem {
    /// `custom`, `post_type`, `taxonomy` or `post_type_archive`.
    pub target_type: String,
    /// Post type or taxonomy of the target.
    pub object: String,
    /// Identifier of the target, 0 for none.
    pub object_id: u64,
    /// URL, for custom items.
    pub url: String,
    /// Link target: `_blank` or empty.
    pub target: String,
    /// CSS classes.
    pub classes: Vec<String>,
    /// XFN link relations.
    pub xfn: Vec<String>,
}
