//! The list of snippets.

use serde_json::Value;
use site_api::{ApiCall, HandlerResult};
use site_rest::Reply;

use super::view::View;

/// All snippets, by identifier, without paging.
///
/// # Errors
/// Never fails.
pub async fn list(call: ApiCall, (): ()) -> HandlerResult {
    let snippets = call.caller().store.snippets();
    let view = View::of(&call);
    let shown = snippets.iter().map(|snippet| view.stored(snippet));
    Ok(Reply::json(shown.collect::<Value>()))
}
