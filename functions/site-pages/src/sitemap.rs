//! The sitemap (sitemaps.org) and what robots may read.

use askama::Template;
use domain::site::{Kind, Taxonomy};
use jiff::civil::DateTime;
use site_store::{TermFilter, UserFilter};
use site_web::address;

use crate::article::offset;
use crate::reply::Page;
use crate::visit::{Found, Miss, Visit};

/// Addresses of one child. The protocol allows 50,000; a smaller child is made and read faster.
const CHILD: u64 = 1_000;

const XML: &str = "application/xml; charset=UTF-8";

struct Place {
    address: String,
    changed: Option<String>,
}

#[derive(Template)]
#[template(path = "sitemap_index.xml")]
struct IndexPage {
    children: Vec<Place>,
}

#[derive(Template)]
#[template(path = "sitemap.xml")]
struct ChildPage {
    places: Vec<Place>,
}

/// What a child lists, by the name in its address.
#[derive(Debug, Clone, Copy)]
pub enum Family {
    Content(Kind),
    Terms(Taxonomy),
    Authors,
}

const FAMILIES: [(&str, Family); 5] = [
    ("posts", Family::Content(Kind::Post)),
    ("pages", Family::Content(Kind::Page)),
    ("categories", Family::Terms(Taxonomy::Category)),
    ("tags", Family::Terms(Taxonomy::PostTag)),
    ("authors", Family::Authors),
];

/// What a path such as `sitemap-posts-2.xml` means.
pub fn child_named(path: &str) -> Option<(Family, u64)> {
    let rest = path.strip_prefix("sitemap-")?.strip_suffix(".xml")?;
    let (name, number) = rest.rsplit_once('-')?;
    let number: u64 = number.parse().ok().filter(|number| *number > 0)?;
    let (_, family) = FAMILIES.iter().find(|(known, _)| *known == name)?;
    Some((*family, number))
}

fn written(visit: &Visit, changed: DateTime) -> Option<String> {
    let zone = visit.store.zone();
    let zoned = changed.to_zoned(zone.clone()).ok()?;
    Some(offset(zoned.timestamp(), &zone))
}

/// The list of children.
///
/// # Errors
/// The store fails.
pub fn index(visit: &Visit) -> Found<Page> {
    let mut children = Vec::new();
    for (name, family) in FAMILIES {
        let total = match family {
            Family::Content(kind) => visit.store.public_count(kind)?,
            Family::Terms(taxonomy) => visit.store.terms(taxonomy, &terms(0))?.total,
            Family::Authors => visit.store.users(&authors(0))?.total,
        };
        // The home address is among the pages, so there always is a first child of them.
        let least = u64::from(matches!(family, Family::Content(Kind::Page)));
        for number in 1..=total.div_ceil(CHILD).max(least) {
            let changed = match family {
                Family::Content(kind) => {
                    visit
                        .store
                        .public_last_modified(kind, (number - 1) * CHILD, CHILD)?
                }
                Family::Terms(_) | Family::Authors => None,
            };
            children.push(Place {
                address: format!("{}/sitemap-{name}-{number}.xml", visit.home),
                changed: changed.and_then(|changed| written(visit, changed)),
            });
        }
    }
    Page::document(XML, &IndexPage { children })
}

fn terms(offset: usize) -> TermFilter {
    TermFilter {
        hide_empty: true,
        order_by: site_store::TermOrder::Id,
        offset,
        limit: usize::try_from(CHILD).ok(),
        ..TermFilter::default()
    }
}

fn authors(offset: usize) -> UserFilter {
    UserFilter {
        has_published: Some(vec![Kind::Post]),
        order_by: site_store::UserOrder::Id,
        offset,
        limit: usize::try_from(CHILD).ok(),
        ..UserFilter::default()
    }
}

/// One child.
///
/// # Errors
/// No such child, or the store fails.
pub fn child(visit: &Visit, family: Family, number: u64) -> Found<Page> {
    let from = (number - 1).saturating_mul(CHILD);
    let offset = usize::try_from(from).unwrap_or(usize::MAX);
    let (store, home) = (&visit.store, visit.home.as_str());
    let mut places = Vec::new();
    match family {
        Family::Content(kind) => {
            if kind == Kind::Page && number == 1 {
                places.push(Place {
                    address: format!("{home}/"),
                    changed: store
                        .public_last_modified(Kind::Post, 0, u64::MAX)?
                        .and_then(|changed| written(visit, changed)),
                });
            }
            for (item, changed) in store.public_items(kind, from, CHILD)? {
                if !address::is_front(item.id, store) {
                    places.push(Place {
                        address: address::item(&item, store, home)?,
                        changed: written(visit, changed),
                    });
                }
            }
        }
        Family::Terms(taxonomy) => {
            let found = store.terms(taxonomy, &terms(offset))?.items;
            places.extend(found.iter().map(|term| Place {
                address: address::term(term, store, home),
                changed: None,
            }));
        }
        Family::Authors => {
            let found = store.users(&authors(offset))?.items;
            places.extend(found.iter().map(|author| Place {
                address: address::author(author, home),
                changed: None,
            }));
        }
    }
    if places.is_empty() {
        return Err(Miss::NotFound);
    }
    Page::document(XML, &ChildPage { places })
}

/// What robots may read.
pub fn robots(visit: &Visit) -> Page {
    let text = format!(
        "User-agent: *\nDisallow: /authorize-application\nAllow: /\n\nSitemap: {}/sitemap.xml\n",
        visit.home
    );
    Page::text("text/plain; charset=UTF-8", text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_children() {
        assert!(matches!(
            child_named("sitemap-posts-2.xml"),
            Some((Family::Content(Kind::Post), 2))
        ));
        for wrong in [
            "sitemap-posts-0.xml",
            "sitemap-x-1.xml",
            "sitemap.xml",
            "sitemap-posts.xml",
        ] {
            assert!(child_named(wrong).is_none(), "{wrong}");
        }
    }
}
