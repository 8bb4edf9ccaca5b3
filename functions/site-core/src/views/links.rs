//! Addresses of pages and files.

use domain::site::{Kind, Taxonomy};
use site_rest::Surroundings;
use site_store::{Content, SiteStore, User};
use site_web::address;

/// The path of a kind's list below the namespace.
pub const fn base(kind: Kind) -> &'static str {
    match kind {
        Kind::Post => "posts",
        Kind::Page => "pages",
        Kind::Attachment => "media",
        Kind::NavMenuItem => "menu-items",
        Kind::Block => "blocks",
    }
}

/// The path of a taxonomy's list below the namespace.
pub const fn taxonomy_base(taxonomy: Taxonomy) -> &'static str {
    match taxonomy {
        Taxonomy::Category => "categories",
        Taxonomy::PostTag => "tags",
        Taxonomy::NavMenu => "menus",
        Taxonomy::PatternCategory => "pattern_category",
    }
}

/// The address of an item's page: by its slug once it can be opened, by its number before.
pub fn item(item: &Content, store: &SiteStore, site: &Surroundings) -> String {
    address::item(item, store, &site.home).unwrap_or_else(|_| numbered(item, site))
}

/// The address by number, which never changes.
pub fn numbered(item: &Content, site: &Surroundings) -> String {
    address::numbered(item, &site.home)
}

/// The address of a file below `uploads/`.
pub fn file(path: &str, site: &Surroundings) -> String {
    address::file(path, &site.home)
}

/// The address of the page of a person's posts.
pub fn author(user: &User, site: &Surroundings) -> String {
    address::author(user, &site.home)
}
