//! What the head of the pages shows without a menu of its own: a navigation, otherwise the pages
//! (docs/interface/site/navigation.md#what-a-navigation-shows).

use domain::site::Kind;
use markup::escape;
use site_blocks::{NavigationEntry, NavigationLink, navigation_entries};
use site_store::{ContentFilter, MenuItem, OrderBy};
use site_urls::address;

use crate::link::{Anchor, titled};
use crate::menu::Entry;
use crate::menu_attributes::Attributes;
use crate::page_request::{PageRequest, PageResult};

/// Number of pages in the place of a list of pages.
const PAGES: u64 = 7;

/// Most levels of a menu that a page shows.
const LEVELS: usize = 4;

/// The entries of the navigation that was published last and needs no password; the top-level pages when it has none.
///
/// # Errors
/// The store fails.
pub async fn entries(request: &PageRequest, here: Option<&str>) -> PageResult<Vec<Entry>> {
    let filter = ContentFilter::shown_navigation();
    let ids = request.store.list(&filter).await?.items;
    let found = match request.store.get_many(&ids).await?.pop() {
        Some(item) => navigation_entries(&request.store, &request.home, &item.content)?,
        None => Vec::new(),
    };
    let pages = if lists_pages(&found) {
        top_pages(request, here).await?
    } else {
        Vec::new()
    };
    let shown = shown(&found, &pages, here, LEVELS);
    if shown.is_empty() {
        return top_pages(request, here).await;
    }
    Ok(shown)
}

fn lists_pages(entries: &[NavigationEntry]) -> bool {
    entries.iter().any(|entry| match entry {
        NavigationEntry::Link(link) => lists_pages(&link.below),
        NavigationEntry::Pages(_) => true,
        NavigationEntry::Other(_) => false,
    })
}

fn shown(
    entries: &[NavigationEntry],
    pages: &[Entry],
    here: Option<&str>,
    levels: usize,
) -> Vec<Entry> {
    let mut out = Vec::new();
    if levels == 0 {
        return out;
    }
    for entry in entries {
        match entry {
            NavigationEntry::Link(link) => {
                let below = shown(&link.below, pages, here, levels - 1);
                out.push(linked(link, here, below));
            }
            NavigationEntry::Pages(_) => out.extend(pages.iter().cloned()),
            NavigationEntry::Other(_) => {}
        }
    }
    out
}

fn linked(link: &NavigationLink, here: Option<&str>, below: Vec<Entry>) -> Entry {
    let tokens = |text: &str| text.split_ascii_whitespace().map(str::to_owned).collect();
    let attributes = Attributes::of(&MenuItem {
        target: if link.opens_window {
            "_blank".to_owned()
        } else {
            String::new()
        },
        classes: tokens(&link.classes),
        xfn: tokens(&link.rel),
        ..MenuItem::default()
    });
    Entry {
        link: Anchor {
            here: !link.href.is_empty() && here == Some(link.href.as_str()),
            href: link.href.clone(),
            html: escape::text(&link.label),
        },
        attributes,
        below,
    }
}

/// Links to the top-level pages.
async fn top_pages(request: &PageRequest, here: Option<&str>) -> PageResult<Vec<Entry>> {
    let filter = ContentFilter {
        parent: vec![0],
        order_by: OrderBy::MenuOrder,
        ascending: true,
        limit: Some(PAGES),
        ..ContentFilter::all(Kind::Page)
    };
    let ids = request.store.list(&filter).await?.items;
    let mut menu = Vec::new();
    for page in request.store.get_many(&ids).await? {
        if address::is_front(page.id, &request.store) {
            continue;
        }
        let href = address::item(&*page, &request.store, &request.home)?;
        menu.push(Entry {
            link: Anchor {
                here: here == Some(href.as_str()),
                href,
                html: titled(&page.title, request.words),
            },
            attributes: Attributes::default(),
            below: Vec::new(),
        });
    }
    Ok(menu)
}
