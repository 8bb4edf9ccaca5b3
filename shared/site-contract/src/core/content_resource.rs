//! The resource of each kind of content.

use domain::site::Kind;
use site_rest::Resource;

use super::content_schema::{BLOCK, NAVIGATION, PAGE, POST};
use super::global_styles::GLOBAL_STYLES;
use super::media::MEDIA;
use super::menu_items::MENU_ITEM;
use super::templates::{PART, TEMPLATE};

/// The resource of a kind's items.
pub fn of(kind: Kind) -> &'static Resource {
    match kind {
        Kind::Post => &POST,
        Kind::Page => &PAGE,
        Kind::Block => &BLOCK,
        Kind::Navigation => &NAVIGATION,
        Kind::Attachment => &MEDIA,
        Kind::NavMenuItem => &MENU_ITEM,
        Kind::Template => &TEMPLATE,
        Kind::TemplatePart => &PART,
        Kind::GlobalStyles => &GLOBAL_STYLES,
    }
}
