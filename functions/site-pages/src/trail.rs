//! The way from the home page to an item: by its first category, or by the pages above it.

use domain::site::{Kind, Status, Taxonomy};
use site_store::Content;
use site_urls::address;

use crate::link::{Anchor, titled};
use crate::page_request::{PageRequest, PageResult};
use crate::terms;

/// Most pages above a page that are shown.
const DEPTH: usize = 10;

/// The links before an item itself; none for the front page.
///
/// # Errors
/// The store fails.
pub async fn of(request: &PageRequest, item: &Content) -> PageResult<Vec<Anchor>> {
    if address::is_front(item.id, &request.store) {
        return Ok(Vec::new());
    }
    let mut trail = vec![Anchor {
        href: format!("{}/", request.home),
        html: request.words.home.to_owned(),
        here: false,
    }];
    if item.kind == Kind::Post {
        let categories = terms::of(request, item, Taxonomy::Category);
        if let Some(first) = categories.first() {
            trail.extend(terms::with_ancestors(request, first));
        }
    } else {
        trail.extend(above(request, item).await?);
    }
    Ok(trail)
}

/// The published pages above a page, or the item that a file is attached to, the uppermost first.
async fn above(request: &PageRequest, item: &Content) -> PageResult<Vec<Anchor>> {
    let mut links = Vec::new();
    let mut parent = item.parent;
    for _ in 0..DEPTH {
        if parent == 0 {
            break;
        }
        let Some(page) = request.store.get(parent).await? else {
            break;
        };
        // The title of a page that is not published is not told.
        if page.status == Status::Publish {
            let link = Anchor {
                href: address::item(&*page, &request.store, &request.home)?,
                html: titled(&page.title, request.words),
                here: false,
            };
            links.insert(0, link);
        }
        parent = if page.kind == Kind::Post {
            0
        } else {
            page.parent
        };
    }
    Ok(links)
}
