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
        Kind::Navigation => &NAVIGATION,
        // Templates, global styles and fonts are declared with their routes, which do not ask here.
        Kind::Block
        | Kind::Template
        | Kind::TemplatePart
        | Kind::GlobalStyles
        | Kind::FontFamily
        | Kind::FontFace => &BLOCK,
        Kind::Attachment => &MEDIA,
        Kind::NavMenuItem => &MENU_ITEM,
    }
}
