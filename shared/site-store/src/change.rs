//! Input of a creation or update of a content item.

use std::collections::BTreeMap;

use domain::site::date::DateInput;
use domain::site::{Format, Openness, Status, Taxonomy};
use serde_json::Value;

use crate::content::{Content, MenuItem, ReaderPassword};

/// Values to set. On creation, `None` takes the default of the kind; on update it keeps the stored
/// value.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ContentChange {
    /// Title.
    pub title: Option<String>,
    /// Body; for media, the description.
    pub content: Option<String>,
    /// Excerpt; for media, the caption.
    pub excerpt: Option<String>,
    /// Slug, sanitised when stored; when empty, it is derived from the title.
    pub slug: Option<String>,
    /// Requested state. Between `publish` and `future` the date decides.
    pub status: Option<Status>,
    /// Date of publication.
    pub date: Option<DateInput>,
    /// Author; 0 is ignored.
    pub author: Option<u64>,
    /// Parent item, 0 for none.
    pub parent: Option<u64>,
    /// Sort order among siblings.
    pub menu_order: Option<i64>,
    /// Featured picture; what is no picture of the site is ignored (docs/interface/site/posts.md#featured-image).
    pub featured_media: Option<u64>,
    /// Whether comments are open.
    pub comment_status: Option<Openness>,
    /// Whether pings are open.
    pub ping_status: Option<Openness>,
    /// Post format.
    pub format: Option<Format>,
    /// Sticky: listed first.
    pub sticky: Option<bool>,
    /// Template name.
    pub template: Option<String>,
    /// Password for readers, empty for none.
    pub password: Option<ReaderPassword>,
    /// Meta values by key; `None` deletes a value. Unregistered keys are ignored.
    pub meta: BTreeMap<String, Option<Value>>,
    /// Terms by taxonomy; unknown ones are ignored, an empty list removes all. A post created without
    /// categories gets the default category.
    pub terms: BTreeMap<Taxonomy, Vec<u64>>,
    /// Alternative text of an image.
    pub alt_text: Option<String>,
    /// Menu item data.
    pub menu_item: Option<MenuItem>,
    /// User who makes the change, 0 for the system; becomes the author of the revision.
    pub editor: u64,
    /// Whether that user may publish. A pending item of a user who may not has no slug.
    pub may_publish: bool,
}

/// Permission check on the stored item, called in the transaction loop right before the item is changed
/// or deleted, so that a permission checked on an earlier state cannot be applied to a later one. May
/// be called several times.
pub type Guard<'a> = &'a (dyn Fn(&Content) -> bool + Send + Sync);

/// Guard without any check, for writes by the system itself.
pub const fn anything(_: &Content) -> bool {
    true
}
