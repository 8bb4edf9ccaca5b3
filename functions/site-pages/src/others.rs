//! Other posts beside one: the posts before and after it, and posts with its tags.

use domain::site::{Caller, Kind, Taxonomy};
use site_store::{Content, ContentFilter, Listed, TermClause, TermOperator};
use site_urls::address;

use crate::dates;
use crate::link::{Anchor, titled};
use crate::page_request::{PageRequest, PageResult};
use crate::picture::{Picture, picture};

/// Most related posts that a page shows.
const RELATED: u64 = 3;

/// Post with a tag of the page's post.
pub struct Related {
    pub link: Anchor,
    pub date: String,
    pub picture: Option<Picture>,
}

/// The newest posts that share a tag with a post; none for a post without tags. Takes one query of the index, one request
/// to the store for the posts and one for their pictures.
///
/// # Errors
/// The store fails.
pub async fn related(request: &PageRequest, item: &Content) -> PageResult<Vec<Related>> {
    let tags = item.terms_of(Taxonomy::PostTag);
    if item.kind != Kind::Post || tags.is_empty() {
        return Ok(Vec::new());
    }
    let filter = ContentFilter {
        terms: vec![TermClause {
            taxonomy: Taxonomy::PostTag,
            terms: tags.to_vec(),
            include_children: false,
            operator: TermOperator::AnyOf,
        }],
        protected: Some(false),
        // The post itself may be among the first. Left out by the query, each post would have a list of its own in the
        // cache of queries.
        limit: Some(RELATED + 1),
        ..ContentFilter::all(Kind::Post)
    };
    let Listed { mut items, .. } = request.store.list(&filter).await?;
    items.retain(|id| *id != item.id);
    items.truncate(usize::try_from(RELATED).unwrap_or(usize::MAX));
    let posts = request.store.get_many(&items).await?;
    let featured = posts.iter().map(|post| post.featured_media);
    let featured: Vec<u64> = featured.filter(|id| *id != 0).collect();
    let files = request
        .store
        .media_items(&Caller::anonymous(), &featured)
        .await?;
    let mut related = Vec::with_capacity(posts.len());
    for post in posts {
        let file = files.iter().find(|file| file.id == post.featured_media);
        let form = &request.settings.date_format;
        related.push(Related {
            link: link(request, &post)?,
            date: dates::format_date(form, post.date.local, request.words),
            picture: file.and_then(|file| picture(request, file)),
        });
    }
    Ok(related)
}

/// Link to the next or previous post by date.
///
/// # Errors
/// The store fails.
pub async fn adjacent(
    request: &PageRequest,
    item: &Content,
    later: bool,
) -> PageResult<Option<Anchor>> {
    if item.kind != Kind::Post {
        return Ok(None);
    }
    let date = Some(item.date.local);
    let filter = ContentFilter {
        after: date.filter(|_| later),
        before: date.filter(|_| !later),
        ascending: later,
        limit: Some(1),
        ..ContentFilter::all(Kind::Post)
    };
    let Listed { items, .. } = request.store.list(&filter).await?;
    let found = request.store.get_many(&items).await?;
    let first = found.first();
    first.map(|other| link(request, other)).transpose()
}

fn link(request: &PageRequest, post: &Content) -> PageResult<Anchor> {
    Ok(Anchor {
        href: address::item(post, &request.store, &request.home)?,
        html: titled(&post.title, request.words),
        here: false,
    })
}
