//! Sitemap (sitemaps.org) and `robots.txt`. A child without a page is neither listed nor served: the protocol has no empty
//! sitemaps.

use std::collections::HashSet;
use std::sync::Arc;

use askama::Template;
use domain::site::{Kind, Taxonomy};
use jiff::civil::DateTime;
use seo::meta::fields::MetaFields;
use site_store::{Term, TermFilter, UserFilter};
use site_urls::address;

use crate::article::offset;
use crate::page_request::{PageError, PageRequest, PageResult};
use crate::reply::Page;

/// URLs per child sitemap. The protocol allows 50,000; a smaller one is generated and read faster.
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

/// Kind of URLs in a child sitemap, by the name in its path.
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

/// Kind and number in a path such as `sitemap-posts-2.xml`.
pub fn child_named(path: &str) -> Option<(Family, u64)> {
    let rest = path.strip_prefix("sitemap-")?.strip_suffix(".xml")?;
    let (name, number) = rest.rsplit_once('-')?;
    let number: u64 = number.parse().ok().filter(|number| *number > 0)?;
    let (_, family) = FAMILIES.iter().find(|(known, _)| *known == name)?;
    Some((*family, number))
}

fn written(request: &PageRequest, changed: DateTime) -> Option<String> {
    let zone = request.store.zone();
    let zoned = changed.to_zoned(zone.clone()).ok()?;
    Some(offset(zoned.timestamp(), &zone))
}

/// Sitemap index.
///
/// # Errors
/// The store fails.
pub async fn index(request: &PageRequest) -> PageResult<Page> {
    let lists_home = lists_home(request).await?;
    let mut children = Vec::new();
    for (name, family) in FAMILIES {
        let total = match family {
            Family::Content(kind) => request.store.public_count(kind)?,
            Family::Terms(taxonomy) => terms(request, taxonomy)?.len() as u64,
            Family::Authors => request.store.users(&authors(0))?.total,
        };
        // The home URL is listed with the pages, so their first child exists even without pages.
        let least = u64::from(lists_home && matches!(family, Family::Content(Kind::Page)));
        for number in 1..=total.div_ceil(CHILD).max(least) {
            if let Family::Content(kind) = family
                && !has_page(request, kind, number, least).await?
            {
                continue;
            }
            let changed = match family {
                Family::Content(kind) => {
                    request
                        .store
                        .public_last_modified(kind, (number - 1) * CHILD, CHILD)?
                }
                Family::Terms(_) | Family::Authors => None,
            };
            children.push(Place {
                address: format!("{}/sitemap-{name}-{number}.xml", request.home),
                changed: changed.and_then(|changed| written(request, changed)),
            });
        }
    }
    Page::document(XML, &IndexPage { children })
}

/// Whether a child of items lists any: not when all of them have another canonical address. Reads items only where at
/// most one, which may be the front page, has no canonical address set.
async fn has_page(request: &PageRequest, kind: Kind, number: u64, least: u64) -> PageResult<bool> {
    let from = (number - 1).saturating_mul(CHILD);
    if number <= least || request.store.public_without_canonical(kind, from, CHILD)? > 1 {
        return Ok(true);
    }
    Ok(!items(request, kind, from).await?.is_empty())
}

/// Terms with public items that search engines may show at their own address, by identifier.
fn terms(request: &PageRequest, taxonomy: Taxonomy) -> PageResult<Vec<Arc<Term>>> {
    let filter = TermFilter {
        hide_empty: true,
        order_by: site_store::TermOrder::Id,
        ..TermFilter::default()
    };
    let mut terms = request.store.terms(taxonomy, &filter)?.items;
    terms.retain(|term| {
        let meta = MetaFields::of_stored(&term.meta);
        let own = address::term(term, &request.store, &request.home);
        meta.noindex != Some(true) && meta.is_canonical_at(&own)
    });
    Ok(terms)
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

/// Whether the sitemap lists the home page: not when search engines shall not show the page in its place.
async fn lists_home(request: &PageRequest) -> PageResult<bool> {
    let (store, front) = (&request.store, request.settings.page_on_front);
    if !address::is_front(front, store) {
        return Ok(true);
    }
    let Some(page) = store.get(front).await? else {
        return Ok(true);
    };
    let meta = MetaFields::of_stored(&page.meta);
    let own = format!("{}/", request.home);
    Ok(meta.noindex != Some(true) && meta.is_canonical_at(&own))
}

/// The items of a child sitemap, without the front page and without those whose canonical address is another one.
async fn items(request: &PageRequest, kind: Kind, from: u64) -> PageResult<Vec<Place>> {
    let (store, home) = (&request.store, request.home.as_str());
    let listed = store.public_items(kind, from, CHILD)?;
    let checked = listed.iter().filter(|item| item.has_canonical);
    let checked: Vec<u64> = checked.map(|item| item.summary.id).collect();
    let mut elsewhere = HashSet::new();
    for item in store.get_many(&checked).await? {
        let own = address::item(&*item, store, home)?;
        if !MetaFields::of_stored(&item.meta).is_canonical_at(&own) {
            elsewhere.insert(item.id);
        }
    }
    let mut places = Vec::with_capacity(listed.len());
    for item in listed {
        let id = item.summary.id;
        if !address::is_front(id, store) && !elsewhere.contains(&id) {
            places.push(Place {
                address: address::item(&item.summary, store, home)?,
                changed: written(request, item.modified),
            });
        }
    }
    Ok(places)
}

/// Child sitemap.
///
/// # Errors
/// [`PageError::NotFound`]; the store fails.
pub async fn child(request: &PageRequest, family: Family, number: u64) -> PageResult<Page> {
    let from = (number - 1).saturating_mul(CHILD);
    let offset = usize::try_from(from).unwrap_or(usize::MAX);
    let (store, home) = (&request.store, request.home.as_str());
    let mut places = Vec::new();
    match family {
        Family::Content(kind) => {
            if kind == Kind::Page && number == 1 && lists_home(request).await? {
                places.push(Place {
                    address: format!("{home}/"),
                    changed: store
                        .public_last_modified(Kind::Post, 0, u64::MAX)?
                        .and_then(|changed| written(request, changed)),
                });
            }
            places.extend(items(request, kind, from).await?);
        }
        Family::Terms(taxonomy) => {
            let found = terms(request, taxonomy)?;
            let size = usize::try_from(CHILD).unwrap_or(usize::MAX);
            let found = found.iter().skip(offset).take(size);
            places.extend(found.map(|term| Place {
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
        return Err(PageError::NotFound);
    }
    Page::document(XML, &ChildPage { places })
}

/// `robots.txt`.
pub fn robots(request: &PageRequest) -> Page {
    let text = format!(
        "User-agent: *\nDisallow: /authorize-application\nAllow: /\n\nSitemap: {}/sitemap.xml\n",
        request.home
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
