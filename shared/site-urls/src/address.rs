//! Permalinks of pages and addresses of files (docs/interface/site/posts.md#addresses). `home` is the site's home
//! address without a trailing slash.

use domain::site::{Kind, Status, Taxonomy};
use sha2::{Digest, Sha256};
use site_store::{Content, SiteStore, StoreError, Summary, Term, User};

/// Maximum number of ancestors followed, so that a cycle in defective data does not block a request.
const DEPTH: usize = 100;

/// The members of an item that its address depends on.
#[derive(Debug, Clone, Copy)]
pub struct Place<'a> {
    id: u64,
    kind: Kind,
    status: Status,
    slug: &'a str,
    parent: u64,
}

impl<'a> From<&'a Content> for Place<'a> {
    fn from(item: &'a Content) -> Self {
        Self {
            id: item.id,
            kind: item.kind,
            status: item.status,
            slug: &item.slug,
            parent: item.parent,
        }
    }
}

impl<'a> From<&'a Summary> for Place<'a> {
    fn from(item: &'a Summary) -> Self {
        Self {
            id: item.id,
            kind: item.kind,
            status: item.status,
            slug: &item.slug,
            parent: item.parent,
        }
    }
}

/// The permalink of an item: by slug when the item can be opened, otherwise by identifier.
///
/// # Errors
/// The read model fails.
pub fn item<'a>(
    item: impl Into<Place<'a>>,
    store: &SiteStore,
    home: &str,
) -> Result<String, StoreError> {
    let place = item.into();
    Ok(path(place, store)?.map_or_else(
        || match place.kind {
            Kind::Block | Kind::Navigation => format!("{home}/?p={}", place.id),
            _ => numbered(place, home),
        },
        |path| format!("{home}/{path}"),
    ))
}

/// The address by identifier, which never changes.
pub fn numbered<'a>(item: impl Into<Place<'a>>, home: &str) -> String {
    let Place { id, kind, .. } = item.into();
    match kind {
        Kind::Page => format!("{home}/?page_id={id}"),
        Kind::Attachment => format!("{home}/?attachment_id={id}"),
        Kind::Post => format!("{home}/?p={id}"),
        other => format!("{home}/?post_type={}&p={id}", other.name()),
    }
}

/// The path of an item's page relative to the home address, with a trailing slash: empty for the front page, `None`
/// for items without a path of their own.
///
/// # Errors
/// The read model fails.
pub fn path<'a>(
    item: impl Into<Place<'a>>,
    store: &SiteStore,
) -> Result<Option<String>, StoreError> {
    let place = item.into();
    if place.slug.is_empty() {
        return Ok(None);
    }
    let shown = matches!(place.status, Status::Publish | Status::Private);
    match place.kind {
        // Blocks and navigations have no page, but deployed systems give them such a link.
        Kind::Post | Kind::Block | Kind::Navigation if shown => {
            Ok(Some(format!("{}/", place.slug)))
        }
        Kind::Page if shown => {
            if is_front(place.id, store) {
                return Ok(Some(String::new()));
            }
            let above = pages_above(place.parent, store)?;
            Ok(Some(format!("{above}{}/", place.slug)))
        }
        Kind::Attachment => {
            let above = match opened_parent(place.parent, store)? {
                Some(parent) => path(&parent, store)?.unwrap_or_default(),
                None => String::new(),
            };
            Ok(Some(format!("{above}{}/", place.slug)))
        }
        _ => Ok(None),
    }
}

/// Whether the item is the static front page.
pub fn is_front(id: u64, store: &SiteStore) -> bool {
    let settings = store.settings();
    settings.show_on_front == "page" && settings.page_on_front == id && id > 0
}

fn pages_above(parent: u64, store: &SiteStore) -> Result<String, StoreError> {
    let mut above = String::new();
    let mut at = parent;
    for _ in 0..DEPTH {
        let Some(page) = store.summary(at)? else {
            break;
        };
        above.insert_str(0, &format!("{}/", page.slug));
        at = page.parent;
    }
    Ok(above)
}

/// The item that a file is attached to, if readers can open that item.
fn opened_parent(parent: u64, store: &SiteStore) -> Result<Option<Summary>, StoreError> {
    if parent == 0 {
        return Ok(None);
    }
    let found = store.summary(parent)?;
    Ok(found.filter(|parent| {
        parent.status == Status::Publish && matches!(parent.kind, Kind::Post | Kind::Page)
    }))
}

/// The address of a file below `uploads/`.
pub fn file(path: &str, home: &str) -> String {
    format!("{home}/uploads/{path}")
}

/// The first path segment of a taxonomy's pages.
pub const fn folder(taxonomy: Taxonomy) -> &'static str {
    match taxonomy {
        Taxonomy::Category => "category",
        Taxonomy::PostTag => "tag",
        other => other.name(),
    }
}

/// The permalink of a term, below its ancestors; a query string for taxonomies without pages.
pub fn term(term: &Term, store: &SiteStore, home: &str) -> String {
    if term.taxonomy == Taxonomy::PatternCategory {
        let name = term.taxonomy.name();
        return format!("{home}/?taxonomy={name}&term={}", term.slug);
    }
    format!(
        "{home}/{}/{}",
        folder(term.taxonomy),
        term_path(term, store)
    )
}

/// The slugs of a term and its ancestors, the root first, each with a trailing slash.
pub fn term_path(term: &Term, store: &SiteStore) -> String {
    let mut path = format!("{}/", term.slug);
    let mut at = term.parent;
    for _ in 0..DEPTH {
        let Some(above) = store.term(at) else { break };
        path.insert_str(0, &format!("{}/", above.slug));
        at = above.parent;
    }
    path
}

/// The permalink of an author's archive.
pub fn author(user: &User, home: &str) -> String {
    format!("{home}/author/{}/", user.slug)
}

/// The address of the avatar that belongs to an e-mail address, `width` pixels wide. Case and blanks around do not matter.
pub fn avatar(email: &str, width: u16) -> String {
    let hash = hex::encode(Sha256::digest(email.trim().to_lowercase()));
    format!("https://secure.gravatar.com/avatar/{hash}?s={width}&d=mm&r=g")
}
