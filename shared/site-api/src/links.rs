//! Addresses of pages and files.

use site_rest::SiteContext;
use site_store::{Content, SiteStore, User};
use site_urls::address;

/// The permalink of an item: by slug when the item can be opened, otherwise by identifier.
pub fn item(item: &Content, store: &SiteStore, site: &SiteContext) -> String {
    address::item(item, store, &site.home).unwrap_or_else(|_| numbered(item, site))
}

/// The address by identifier, which never changes.
pub fn numbered(item: &Content, site: &SiteContext) -> String {
    address::numbered(item, &site.home)
}

/// The address of a file below `uploads/`.
pub fn file(path: &str, site: &SiteContext) -> String {
    address::file(path, &site.home)
}

/// The permalink of an author's archive.
pub fn author(user: &User, site: &SiteContext) -> String {
    address::author(user, &site.home)
}
