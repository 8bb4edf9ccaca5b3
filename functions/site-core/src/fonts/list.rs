//! Lists of families and of the fonts of a family.

use std::sync::Arc;

use domain::site::Kind;
use site_api::paging::page_of_list;
use site_api::{ApiCall, HandlerResult, OrRefuse, ViewContext};
use site_rest::RestError;
use site_store::{Content, ContentFilter, Listed};

use crate::content::filter::content_filter;
use crate::content::list::window;
use crate::fonts::view;

/// Lists the families.
///
/// # Errors
/// The parameters are contradictory, or the store fails.
pub async fn families(call: ApiCall, (): ()) -> HandlerResult {
    let found = found(&call, filter(&call, Kind::FontFamily)?).await?;
    let cx = ViewContext::of(&call);
    let mut shown = Vec::with_capacity(found.items.len());
    for item in &found.items {
        let faces = call.caller().store.font_faces(item.id).await.or_refuse()?;
        shown.push(view::family(item, &faces, &cx));
    }
    Ok(page_of_list(&call, shown, found.total))
}

/// Lists the fonts of a family.
///
/// # Errors
/// The parameters are contradictory, or the store fails.
pub async fn faces(call: ApiCall, family: Arc<Content>) -> HandlerResult {
    let filter = ContentFilter {
        parent: vec![family.id],
        ..filter(&call, Kind::FontFace)?
    };
    let found = found(&call, filter).await?;
    let cx = ViewContext::of(&call);
    let shown = found.items.iter().map(|item| view::face(item, &cx));
    Ok(page_of_list(&call, shown.collect(), found.total))
}

fn filter(call: &ApiCall, kind: Kind) -> Result<ContentFilter, RestError> {
    let caller = call.caller();
    content_filter(kind, call.params(), caller)
}

async fn found(call: &ApiCall, filter: ContentFilter) -> Result<Listed<Arc<Content>>, RestError> {
    let listed = window(call, &filter).await?;
    let mut items = Vec::new();
    if !call.is_head() {
        let store = &call.caller().store;
        items = store.get_many(&listed.items).await.or_refuse()?;
    }
    Ok(Listed {
        items,
        total: listed.total,
    })
}
