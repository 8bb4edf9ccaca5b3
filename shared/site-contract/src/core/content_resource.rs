//! The resource of each kind of content.

use domain::site::Kind;
use site_rest::Resource;

use super::content_schema::{BLOCK, NAVIGATION, PAGE, POST};
use super::media::MEDIA;
use super::menu_items::MENU_ITEM;

/// The resource of a kind's items.
pub fn of(kind: Kind) -> &'static Resource {
    match kind {
        Kind::Post => &POST,
        Kind::Page => &PAGE,
        Kind::Block => &BLOCK,
        Kind::Navigation => &NAVIGATION,
        Kind::Attachment => &MEDIA,
        Kind::NavMenuItem => &MENU_ITEM,
    }
}
