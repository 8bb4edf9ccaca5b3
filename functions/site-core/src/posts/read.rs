//! One post, page, block or navigation.

use std::sync::Arc;

use http::header;
use site_api::rendered_texts::in_place;
use site_api::{ApiCall, HandlerResult, PageHeads, ViewContext, links};
use site_rest::Reply;
use site_store::Content;

use crate::posts::view::view;

/// Returns one item, with the address of its page when it has one.
///
/// # Errors
/// The store fails, or too many long texts are being shown.
pub async fn read(call: ApiCall, item: Arc<Content>) -> HandlerResult {
    let heads = PageHeads::of_items(&call, [&*item]).await?;
    let cx = ViewContext::of(&call).with_item(&item).await?;
    let shown = in_place(cx.rendered_bytes(&item), || view(&item, &cx, &heads)).await?;
    let reply = Reply::json(shown?);
    if !item.kind.is_viewable() {
        return Ok(reply);
    }
    let alternate = format!(
        "<{}>; rel=\"alternate\"; type=text/html",
        links::item(&item, &call.caller().store, call.site())
    );
    Ok(reply.header(header::LINK, &alternate))
}
