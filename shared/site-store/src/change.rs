//! What a writer wants to set of a content item.

use std::collections::BTreeMap;

use domain::site::date::DateInput;
use domain::site::{Format, Openness, Status, Taxonomy};
use serde_json::Value;

use crate::content::{Content, MenuItem, ReaderPassword};

/// What to set. On creation what is none takes the default of the kind, on update it stays.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ContentChange {
    /// Title.
    pub title: Option<String>,
    /// Body; of media, the description.
    pub content: Option<String>,
    /// Excerpt; of media, the caption.
    pub excerpt: Option<String>,
    /// Slug, in any form; empty means made from the title.
    pub slug: Option<String>,
    /// State asked for; the date decides between published and future.
    pub status: Option<Status>,
    /// Date of publication.
    pub date: Option<DateInput>,
    /// Author; 0 is ignored.
    pub author: Option<u64>,
    /// Item above, 0 for none.
    pub parent: Option<u64>,
    /// Place among siblings.
    pub menu_order: Option<i64>,
    /// Featured picture; what is no picture of the site is ignored (docs/interface/site/posts.md#featured-image).
    pub featured_media: Option<u64>,
    /// Whether comments are taken.
    pub comment_status: Option<Openness>,
    /// Whether pings are taken.
    pub ping_status: Option<Openness>,
    /// Form of a post.
    pub format: Option<Format>,
    /// Pinned to the top of the list.
    pub sticky: Option<bool>,
    /// Name of a template.
    pub template: Option<String>,
    /// Password of readers, empty for none.
    pub password: Option<ReaderPassword>,
    /// Meta: a value, or none to remove it. Keys that are not registered are ignored.
    pub meta: BTreeMap<String, Option<Value>>,
    /// Terms by taxonomy; unknown ones are ignored, an empty list removes all. A post created
    /// without categories gets the default one.
    pub terms: BTreeMap<Taxonomy, Vec<u64>>,
    /// Text for those who do not see a picture.
    pub alt_text: Option<String>,
    /// Target of a menu item.
    pub menu_item: Option<MenuItem>,
    /// Who writes, 0 for the system itself: the author of the revision that an update leaves.
    pub editor: u64,
    /// Whether the writer may publish. A pending item of one who may not has no slug.
    pub may_publish: bool,
}

/// Asked about the stored item right before it is changed or deleted, so that a right that was
/// checked on an earlier state cannot be used on a later one. May be asked several times.
pub type Guard<'a> = &'a (dyn Fn(&Content) -> bool + Send + Sync);

/// The guard that lets everything pass, for the system's own writes.
pub const fn anything(_: &Content) -> bool {
    true
}
