//! Lists of posts, pages and blocks.

use domain::site::Kind;
use site_api::paging::{page_of_list, with_page_headers};
use site_api::{ApiCall, CachedItems, HandlerResult, ViewContext};
use site_rest::Reply;
use site_store::Content;

use crate::content::list::{found, listed, may_see};
use crate::posts::view::view;

/// Lists posts, pages or blocks.
///
/// # Errors
/// The parameters are contradictory, or the store fails.
pub async fn list(call: ApiCall, kind: Kind) -> HandlerResult {
    if let Some(cache) = CachedItems::of(&call) {
        let listed = listed(&call, kind).await?;
        let cx = ViewContext::of(&call);
        let shown = |item: &Content| may_see(&call, item).then(|| view(item, &cx));
        let store = &call.caller().store;
        let items = cache.items(store, &listed.items, shown).await?;
        return Ok(with_page_headers(&call, Reply::items(items), listed.total));
    }
    let found = found(&call, kind).await?;
    let cx = ViewContext::of(&call);
    let shown = found.items.iter().map(|item| view(item, &cx));
    Ok(page_of_list(&call, shown.collect(), found.total))
}
