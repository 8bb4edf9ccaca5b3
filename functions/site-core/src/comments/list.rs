//! The list of comments.

use std::collections::HashMap;
use std::sync::Arc;

use site_api::paging::page_of_list;
use site_api::rendered_texts::in_place;
use site_api::{ApiCall, HandlerResult, OrRefuse};
use site_rest::RestError;
use site_store::{Comment, CommentFilter, Listed};

use crate::comments::filter::filter;
use crate::comments::permissions::{Found, Place, may_read_comment};
use crate::comments::read::shown;

/// Lists comments. Comments that the caller may not read are omitted from the page but counted in the total, except of a
/// search.
///
/// # Errors
/// The store fails, or too many long texts are being shown.
pub async fn list(call: ApiCall, (): ()) -> HandlerResult {
    let (params, caller) = (call.params(), call.caller());
    let filter = filter(&call);
    let asked_for_one = filter.post.len() == 1;
    let listed = if filter.search.is_some() {
        searched(&call, filter)?
    } else {
        caller.store.comments(&filter)
    };
    let mut found = Vec::new();
    if !call.is_head() {
        for comment in listed.items {
            let post = caller.store.get(comment.post).await.or_refuse()?;
            let place = post
                .as_ref()
                .map(|post| Place::of(post, &call, asked_for_one));
            if may_read_comment(caller, &comment, place)? {
                found.push(Found { comment, post });
            }
        }
    }
    let bytes = found.iter().map(|found| found.comment.content.len()).sum();
    let view = |found: &Found| shown(&call, found, params.context());
    let items = in_place(bytes, || found.iter().map(view).collect()).await?;
    Ok(page_of_list(&call, items, listed.total))
}

/// What a search finds among the comments that the caller may read: a total that counted others would tell of their texts.
fn searched(call: &ApiCall, filter: CommentFilter) -> Result<Listed<Arc<Comment>>, RestError> {
    let caller = call.caller();
    // Of the one item that a request names, the password was checked before.
    let is_admitted = filter.post.len() == 1;
    let (skip, take) = (filter.offset, filter.limit.unwrap_or(usize::MAX));
    let whole = caller.store.comments(&CommentFilter {
        offset: 0,
        limit: None,
        ..filter
    });
    let mut places = HashMap::new();
    let mut readable = Vec::new();
    for comment in whole.items {
        let place = match places.get(&comment.post) {
            Some(known) => *known,
            None => {
                let post = caller.store.summary(comment.post).or_refuse()?;
                let place = post.map(|post| Place::listed(&post, is_admitted));
                places.insert(comment.post, place);
                place
            }
        };
        if may_read_comment(caller, &comment, place)? {
            readable.push(comment);
        }
    }
    Ok(Listed {
        total: readable.len() as u64,
        items: readable.into_iter().skip(skip).take(take).collect(),
    })
}
