//! Lists of users.

use serde_json::Value;
use site_api::paging::page_number;
use site_api::{ApiCall, HandlerResult, OrRefuse};
use site_rest::Reply;
use site_rest::paging::paged;

use crate::users::filter::filter;
use crate::users::read::shown;

/// Lists users.
///
/// # Errors
/// The store fails.
pub async fn list(call: ApiCall, (): ()) -> HandlerResult {
    let (params, caller) = (call.params(), call.caller());
    let listed = caller.store.users(&filter(params, caller)).or_refuse()?;
    let items: Vec<Value> = listed
        .items
        .iter()
        .map(|user| shown(&call, user, params.context()))
        .collect();
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
