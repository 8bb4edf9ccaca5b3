//! Terms of an item as links. A category that only says that a post has none is not shown.

use domain::site::Taxonomy;
use site_store::{Content, Term};
use site_urls::address;
use std::sync::Arc;

use crate::link::Anchor;
use crate::page_request::PageRequest;

/// Slugs under which systems create the category of posts without one.
const NO_CATEGORY: [&str; 2] = ["sem-categoria", "uncategorized"];

/// Most terms above a category that are followed, so that a cycle in defective data does not block a request.
const DEPTH: usize = 20;

/// The terms of an item that readers see.
pub fn of(request: &PageRequest, item: &Content, taxonomy: Taxonomy) -> Vec<Arc<Term>> {
    let terms = item.terms_of(taxonomy).iter();
    let terms = terms.filter_map(|id| request.store.term(*id));
    terms.filter(|term| is_shown(term)).collect()
}

fn is_shown(term: &Term) -> bool {
    term.taxonomy != Taxonomy::Category || !NO_CATEGORY.contains(&term.slug.as_str())
}

/// Links to the archives of an item's terms.
pub fn links(request: &PageRequest, item: &Content, taxonomy: Taxonomy) -> Vec<Anchor> {
    let terms = of(request, item, taxonomy);
    terms.iter().map(|term| link(request, term)).collect()
}

/// Links to the archives of a category and of those above it, the root first.
pub fn with_ancestors(request: &PageRequest, term: &Arc<Term>) -> Vec<Anchor> {
    let mut links = vec![link(request, term)];
    let mut at = term.parent;
    for _ in 0..DEPTH {
        let Some(above) = request.store.term(at) else {
            break;
        };
        links.insert(0, link(request, &above));
        at = above.parent;
    }
    links
}

fn link(request: &PageRequest, term: &Term) -> Anchor {
    Anchor {
        href: address::term(term, &request.store, &request.home),
        html: markup::escape::text(&term.name),
        here: false,
    }
}
