//! The list of submissions.

use serde_json::Value;
use site_api::{ApiCall, HandlerResult};
use site_rest::Reply;

use super::filter::{cursor, filter, next_link};
use super::view::{LINKS_LIVE_FOR, view};
use crate::contact_form::forms::{forms, refused};

/// A page of submissions, newest first. The header `Link` leads to the next one.
///
/// # Errors
/// `rest_invalid_param`; the store fails.
pub async fn list(call: ApiCall, (): ()) -> HandlerResult {
    let limit = call.params().id("per_page").unwrap_or_default();
    let limit = u16::try_from(limit).unwrap_or(u16::MAX);
    let (store, filter, start) = (forms(&call), filter(&call)?, cursor(&call)?);
    let page = store.submissions(&filter, start, limit).await;
    let page = page.map_err(refused)?;
    let shown = page.submissions.iter();
    let shown: Vec<Value> = shown.map(|one| view(&call, one, LINKS_LIVE_FOR)).collect();
    let reply = Reply::json(Value::Array(shown));
    Ok(match page.next {
        Some(next) => reply.header(http::header::LINK, &next_link(&call, next)),
        None => reply,
    })
}
