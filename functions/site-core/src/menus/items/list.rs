//! Lists of menu items.

use site_api::paging::page_of_list;
use std::sync::Arc;

use domain::site::Kind;
use site_api::{ApiCall, HandlerResult, ViewContext};
use site_rest::RestError;
use site_store::Content;

use crate::content::list::found;
use crate::menus::items::target::Targets;
use crate::menus::items::view::view;

/// Lists menu items.
///
/// # Errors
/// The parameters are contradictory, or the store fails.
pub async fn list(call: ApiCall, (): ()) -> HandlerResult {
    let listed = found(&call, Kind::NavMenuItem).await?;
    let targets = targets(&call, &listed.items).await?;
    let cx = ViewContext::of(&call);
    let shown = listed.items.iter().map(|item| view(item, &targets, &cx));
    Ok(page_of_list(&call, shown.collect(), listed.total))
}

pub async fn targets(call: &ApiCall, items: &[Arc<Content>]) -> Result<Targets, RestError> {
    let of = items.iter().filter_map(|item| item.menu_item.as_ref());
    Targets::of(&call.caller().store, of).await
}
