//! Addresses of pages and files.

use domain::site::{Kind, Status, Taxonomy};
use site_rest::Surroundings;
use site_store::{Content, Term, User};

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

/// The address of the page of a post: by its slug once it is published, by its number before.
pub fn post(item: &Content, site: &Surroundings) -> String {
    match item.status {
        Status::Publish | Status::Private => format!("{}/{}/", site.home, item.slug),
        _ => numbered(item, site),
    }
}

/// The address by number, which never changes.
pub fn numbered(item: &Content, site: &Surroundings) -> String {
    match item.kind {
        Kind::Page => format!("{}/?page_id={}", site.home, item.id),
        Kind::Attachment => format!("{}/?attachment_id={}", site.home, item.id),
        Kind::Post => format!("{}/?p={}", site.home, item.id),
        other => format!("{}/?post_type={}&p={}", site.home, other.name(), item.id),
    }
}

/// The address of the page of a media file: below that of the item it belongs to, when that one can
/// be opened.
pub fn media(item: &Content, parent: Option<&Content>, site: &Surroundings) -> String {
    match parent.filter(|parent| parent.status == Status::Publish) {
        Some(parent) => format!("{}{}/", post(parent, site), item.slug),
        None => format!("{}/{}/", site.home, item.slug),
    }
}

/// The address of a file below `uploads/`.
pub fn file(path: &str, site: &Surroundings) -> String {
    format!("{}/uploads/{path}", site.home)
}

/// The address of the page of a term; `above` are the slugs of the terms above it, the top first.
pub fn term(term: &Term, above: &[String], site: &Surroundings) -> String {
    let folder = match term.taxonomy {
        Taxonomy::Category => "category",
        Taxonomy::PostTag => "tag",
        other => other.name(),
    };
    let path: String = above.iter().map(|slug| format!("{slug}/")).collect();
    format!("{}/{folder}/{path}{}/", site.home, term.slug)
}

/// The address of the page of a person's posts.
pub fn author(user: &User, site: &Surroundings) -> String {
    format!("{}/author/{}/", site.home, user.slug)
}
