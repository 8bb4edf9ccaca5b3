//! Paths of the collections, relative to the namespace.

use domain::site::{Kind, Taxonomy};

/// The path of a kind's collection.
pub const fn kind_base(kind: Kind) -> &'static str {
    match kind {
        Kind::Post => "posts",
        Kind::Page => "pages",
        Kind::Attachment => "media",
        Kind::NavMenuItem => "menu-items",
        Kind::Block => "blocks",
        Kind::Navigation => "navigation",
        Kind::Template => "templates",
        Kind::TemplatePart => "template-parts",
        Kind::GlobalStyles => "global-styles",
        Kind::FontFamily => "font-families",
        // Fonts are below their family.
        Kind::FontFace => r"font-families/(?P<font_family_id>[\d]+)/font-faces",
    }
}

/// The path of a taxonomy's collection.
pub const fn taxonomy_base(taxonomy: Taxonomy) -> &'static str {
    match taxonomy {
        Taxonomy::Category => "categories",
        Taxonomy::PostTag => "tags",
        Taxonomy::NavMenu => "menus",
        Taxonomy::PatternCategory => "pattern_category",
    }
}
