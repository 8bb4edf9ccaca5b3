//! Lists of users.

use serde_json::Value;
use site_api::paging::page_number;
use site_api::{ApiCall, HandlerResult, OrRefuse, PageHeads, ViewContext};
use site_rest::Reply;
use site_rest::paging::paged;

use crate::users::filter::filter;
use crate::users::view::view;

/// Lists users.
///
/// # Errors
/// The store fails.
pub async fn list(call: ApiCall, (): ()) -> HandlerResult {
    let (params, caller) = (call.params(), call.caller());
    let listed = caller.store.users(&filter(params, caller)).or_refuse()?;
    let (cx, heads) = (ViewContext::of(&call), PageHeads::of(&call).await?);
    let items = listed.items.iter().map(|user| view(user, &cx, &heads));
    let items = items.collect::<Result<Vec<_>, _>>()?;
    let per_page = params.id("per_page").unwrap_or(10);
    let page = page_number(params, per_page);
    Ok(paged(
        Reply::json(Value::Array(items)),
        &call,
        listed.total,
        page,
        per_page,
    ))
}
