//! The list of comments.

use site_api::paging::page_of_list;
use site_api::{ApiCall, HandlerResult, OrRefuse};

use crate::comments::filter::filter;
use crate::comments::permissions::{Found, may_read_comment};
use crate::comments::read::shown;

/// Lists comments. Comments that the caller may not read are omitted from the page but counted in the total.
///
/// # Errors
/// The store fails.
pub async fn list(call: ApiCall, (): ()) -> HandlerResult {
    let (params, store) = (call.params(), &call.caller().store);
    let filter = filter(&call);
    let asked_for_one = filter.post.len() == 1;
    let listed = store.comments(&filter);
    let mut items = Vec::new();
    if !call.is_head() {
        for comment in listed.items {
            let post = store.get(comment.post).await.or_refuse()?;
            let found = Found { comment, post };
            if may_read_comment(&call, &found, asked_for_one)? {
                items.push(shown(&call, &found, params.context()));
            }
        }
    }
    Ok(page_of_list(&call, items, listed.total))
}
