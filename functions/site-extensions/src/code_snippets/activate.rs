//! Activating and deactivating snippets.

use serde_json::json;
use site_api::{ApiCall, HandlerResult};
use site_contract::code_snippets::codes;
use site_rest::{Reply, RestError};
use site_store::{CodeError, Refusal, StoreError};

use super::write::known;
use crate::sent_members::meant_id;

/// Activates a snippet, whatever its code. The response is an empty map.
///
/// # Errors
/// `rest_cannot_activate` for an unknown or active snippet.
pub async fn activate(call: ApiCall, (): ()) -> HandlerResult {
    let id = meant_id(&call);
    let unknown = || RestError::naming(&codes::SNIPPET_CANNOT_LOCATE, [&id]);
    let snippet = match call.caller().store.switch_snippet(id, true).await {
        Err(StoreError::Refused(Refusal::SnippetInState)) => {
            return Err(RestError::new(&codes::SNIPPET_CANNOT_ACTIVATE));
        }
        switched => known(switched, unknown)?,
    };
    if snippet.code_error == Some(CodeError::NotRun) {
        tracing::warn!(target: "site", id, scope = snippet.scope.name(), "a snippet was activated whose code this site does not run");
    }
    Ok(Reply::json(json!({})))
}

/// Deactivates a snippet. The response is an empty map.
///
/// # Errors
/// `rest_cannot_activate` for an unknown or inactive snippet.
pub async fn deactivate(call: ApiCall, (): ()) -> HandlerResult {
    let refused = || RestError::new(&codes::SNIPPET_CANNOT_DEACTIVATE);
    match call
        .caller()
        .store
        .switch_snippet(meant_id(&call), false)
        .await
    {
        Err(StoreError::Refused(Refusal::SnippetInState)) => Err(refused()),
        switched => known(switched, refused).map(|_| Reply::json(json!({}))),
    }
}
