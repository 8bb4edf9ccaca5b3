//! Lists of posts, pages, blocks and navigations.

use std::sync::Arc;

use domain::site::Kind;
use site_api::paging::{page_of_list, with_page_headers};
use site_api::rendered_texts::representation;
use site_api::{ApiCall, CachedItems, HandlerResult, OrRefuse, PageHeads, ViewContext};
use site_rest::{Reply, RestError};
use site_store::Content;

use crate::content::list::{found, listed, may_see};
use crate::posts::view::view;

/// Lists posts, pages, blocks or navigations.
///
/// # Errors
/// The parameters are contradictory, the store fails, or too many long texts are being shown.
pub async fn list(call: ApiCall, kind: Kind) -> HandlerResult {
    if let Some(cache) = CachedItems::of(&call).await? {
        let listed = listed(&call, kind).await?;
        let mut items = cache.found(&listed.items);
        let store = &call.caller().store;
        let mut missing = store.get_many(items.missing()).await.or_refuse()?;
        missing.retain(|item| may_see(&call, item));
        let heads = heads(&call, &missing).await?;
        let cx = ViewContext::of(&call);
        let cx = cx.with_items(&missing).await?;
        for item in &missing {
            let shown = representation(cx.rendered_bytes(item), || view(item, &cx, &heads)).await?;
            items.add(item.id, &shown)?;
        }
        let items = Reply::items(items.in_order(&listed.items));
        return Ok(with_page_headers(&call, items, listed.total));
    }
    let found = found(&call, kind).await?;
    let heads = heads(&call, &found.items).await?;
    let cx = ViewContext::of(&call);
    let cx = cx.with_items(&found.items).await?;
    let mut shown = Vec::with_capacity(found.items.len());
    for item in &found.items {
        shown.push(representation(cx.rendered_bytes(item), || view(item, &cx, &heads)).await?);
    }
    Ok(page_of_list(&call, shown, found.total))
}

async fn heads<'a>(call: &'a ApiCall, items: &[Arc<Content>]) -> Result<PageHeads<'a>, RestError> {
    PageHeads::of_items(call, items.iter().map(|item| &**item)).await
}
