//! Menus of the pages (docs/interface/site/menus.md#menus-and-locations).

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use domain::site::{Kind, Status, Taxonomy};
use markup::escape;
use site_store::{
    Content, ContentFilter, FOOTER_MENU, MenuItem, OrderBy, TermClause, TermOperator,
};
use site_urls::address;
use url::Url;

use crate::link::{Anchor, titled};
use crate::menu_attributes::Attributes;
use crate::page_request::{PageRequest, PageResult};

/// Most items of a menu that a page shows.
const ITEMS: u64 = 100;

/// Most levels of a menu that a page shows.
const LEVELS: usize = 4;

/// Schemes that a link of a menu may have.
const SCHEMES: [&str; 4] = ["http", "https", "mailto", "tel"];

/// Link of a menu with the links below it. The address is empty for a heading.
#[derive(Clone)]
pub struct Entry {
    pub link: Anchor,
    pub attributes: Attributes,
    pub below: Vec<Self>,
}

/// Entries of the menu at a location; `None` when the location has no menu. `here` is the address of the page.
///
/// # Errors
/// The store fails.
pub async fn at(
    request: &PageRequest,
    location: &str,
    here: Option<&str>,
) -> PageResult<Option<Vec<Entry>>> {
    let Some(menu) = assigned(request, location) else {
        return Ok(None);
    };
    let filter = ContentFilter {
        terms: vec![TermClause {
            taxonomy: Taxonomy::NavMenu,
            terms: vec![menu],
            include_children: false,
            operator: TermOperator::AnyOf,
        }],
        order_by: OrderBy::MenuOrder,
        ascending: true,
        limit: Some(ITEMS),
        ..ContentFilter::all(Kind::NavMenuItem)
    };
    let ids = request.store.list(&filter).await?.items;
    let items = request.store.get_many(&ids).await?;
    let targets: Vec<u64> = items
        .iter()
        .filter_map(|item| item.menu_item.as_ref())
        .filter(|item| item.target_type == "post_type")
        .map(|item| item.object_id)
        .collect();
    let targets = request.store.get_many(&targets).await?;
    let targets: HashMap<u64, Arc<Content>> =
        targets.into_iter().map(|item| (item.id, item)).collect();
    let known: HashSet<u64> = ids.into_iter().collect();
    let mut below: HashMap<u64, Vec<(u64, Anchor, Attributes)>> = HashMap::new();
    for item in &items {
        let Some(mut link) = link(request, item, &targets)? else {
            continue;
        };
        link.here = !link.href.is_empty() && here == Some(link.href.as_str());
        // An item whose parent was deleted moves to the top.
        let parent = Some(item.parent).filter(|parent| known.contains(parent));
        let siblings = below.entry(parent.unwrap_or(0)).or_default();
        let attributes = item.menu_item.as_ref().map(Attributes::of);
        siblings.push((item.id, link, attributes.unwrap_or_default()));
    }
    Ok(Some(entries(&mut below, 0, LEVELS)))
}

/// The menu of a location of the pages, or of the imported location that stands for it.
fn assigned(request: &PageRequest, location: &str) -> Option<u64> {
    let locations = request.settings.locations();
    let of = |name: &str| {
        let place = locations.get(name)?;
        request.store.term(place.menu).map(|term| term.id)
    };
    let stands_for = |name: &&String| {
        let is_at_foot = name.starts_with(FOOTER_MENU);
        is_at_foot == (location == FOOTER_MENU)
    };
    of(location).or_else(|| {
        locations
            .keys()
            .filter(stands_for)
            .find_map(|name| of(name))
    })
}

fn entries(
    below: &mut HashMap<u64, Vec<(u64, Anchor, Attributes)>>,
    of: u64,
    levels: usize,
) -> Vec<Entry> {
    if levels == 0 {
        return Vec::new();
    }
    let own = below.remove(&of).unwrap_or_default();
    own.into_iter()
        .map(|(id, link, attributes)| Entry {
            below: entries(below, id, levels - 1),
            link,
            attributes,
        })
        .collect()
}

/// Link of a menu item; `None` when its target is not public.
fn link(
    request: &PageRequest,
    item: &Content,
    targets: &HashMap<u64, Arc<Content>>,
) -> PageResult<Option<Anchor>> {
    let (store, home) = (&request.store, request.home.as_str());
    let Some(target) = &item.menu_item else {
        return Ok(None);
    };
    let found = match target.target_type.as_str() {
        "post_type" => match targets.get(&target.object_id) {
            Some(found) if found.status == Status::Publish => Some((
                address::item(&**found, store, home)?,
                titled(&found.title, request.words),
            )),
            _ => None,
        },
        "taxonomy" => store.term(target.object_id).map(|term| {
            let name = escape::text(&escape::decode(&term.name));
            (address::term(&term, store, home), name)
        }),
        "post_type_archive" => Some((format!("{home}/"), String::new())),
        _ => Some((custom(target, home), String::new())),
    };
    Ok(found.map(|(href, title)| Anchor {
        href,
        html: if item.title.is_empty() {
            title
        } else {
            titled(&item.title, request.words)
        },
        here: false,
    }))
}

/// Address of a custom link, absolute; empty when it leads nowhere or runs code.
fn custom(item: &MenuItem, home: &str) -> String {
    if matches!(item.url.as_str(), "" | "#") {
        return String::new();
    }
    let base = Url::parse(&format!("{home}/"));
    let url = base.and_then(|base| base.join(&item.url));
    url.ok()
        .filter(|url| SCHEMES.contains(&url.scheme()))
        .map(String::from)
        .unwrap_or_default()
}

/// Entries as list items, with those below an entry folded.
pub fn folding(entries: &[Entry]) -> String {
    let mut html = String::new();
    for entry in entries {
        html.push_str(&format!("<li{}>", entry.attributes.class()));
        if entry.below.is_empty() {
            push_link(entry, &mut html);
        } else {
            html.push_str("<details class=\"sub\" name=\"menu\"><summary>");
            html.push_str(&entry.link.html);
            html.push_str("</summary><ul>");
            if !entry.link.href.is_empty() {
                html.push_str("<li>");
                push_link(entry, &mut html);
                html.push_str("</li>");
            }
            html.push_str(&plain(&entry.below));
            html.push_str("</ul></details>");
        }
        html.push_str("</li>\n");
    }
    html
}

/// Entries as list items, with lists below them.
pub fn plain(entries: &[Entry]) -> String {
    let mut html = String::new();
    for entry in entries {
        html.push_str(&format!("<li{}>", entry.attributes.class()));
        push_link(entry, &mut html);
        if !entry.below.is_empty() {
            html.push_str("<ul>");
            html.push_str(&plain(&entry.below));
            html.push_str("</ul>");
        }
        html.push_str("</li>\n");
    }
    html
}

fn push_link(entry: &Entry, html: &mut String) {
    let link = &entry.link;
    if link.href.is_empty() {
        html.push_str(&format!("<span>{}</span>", link.html));
        return;
    }
    let here = if link.here {
        " aria-current=\"page\""
    } else {
        ""
    };
    let href = escape::text(&link.href);
    let target = entry.attributes.target();
    html.push_str(&format!(
        "<a href=\"{href}\"{target}{here}>{}</a>",
        link.html
    ));
}
