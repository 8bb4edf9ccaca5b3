//! Writing snippets.

use std::sync::Arc;

use site_api::{ApiCall, HandlerResult, OrRefuse};
use site_contract::code_snippets::codes;
use site_rest::{Reply, RestError};
use site_store::{Refusal, Snippet, StoreError};

use super::code_error::check;
use super::params::change;
use super::view::View;
use crate::sent_members::{meant_id, sent_id};

/// A result of the store, with `unknown` for a snippet that does not exist.
pub fn known<T>(
    result: Result<T, StoreError>,
    unknown: impl FnOnce() -> RestError,
) -> Result<T, RestError> {
    match result {
        Err(StoreError::Refused(Refusal::Unknown)) => Err(unknown()),
        other => other.or_refuse(),
    }
}

/// Creates a snippet, or replaces the one whose `id` the client sends. An unknown `id` is answered and nothing is stored
/// (docs/interface/site/code-snippets.md#identifiers).
///
/// # Errors
/// `rest_cannot_create` for a snippet of a network.
pub async fn create(call: ApiCall, (): ()) -> HandlerResult {
    let params = call.params();
    let store = &call.caller().store;
    if params.flag("network") {
        return Err(RestError::new(&codes::SNIPPET_CANNOT_CREATE));
    }
    let change = change(params);
    let written = match sent_id(&call).filter(|id| *id > 0) {
        None => store.create_snippet(&change, &check).await.or_refuse()?,
        Some(id) => match store.replace_snippet(id, &change, &check).await {
            Err(StoreError::Refused(Refusal::Unknown)) => {
                let mut snippet = Snippet::new(id);
                snippet.modified = call.app().now();
                snippet.apply(&change);
                Arc::new(snippet)
            }
            replaced => replaced.or_refuse()?,
        },
    };
    let view = View::of(&call);
    Ok(Reply::json(view.created(&written, params)))
}

/// Updates a snippet.
///
/// # Errors
/// `rest_cannot_update`, for a snippet of a network as well.
pub async fn update(call: ApiCall, (): ()) -> HandlerResult {
    let unknown = || RestError::new(&codes::SNIPPET_CANNOT_UPDATE);
    if call.params().flag("network") {
        return Err(RestError::new(&codes::SNIPPET_CANNOT_STORE));
    }
    let change = change(call.params());
    let store = &call.caller().store;
    let updated = store.update_snippet(meant_id(&call), &change, &check).await;
    let snippet = known(updated, unknown)?;
    Ok(Reply::json(
        View::of(&call).written(&snippet, call.params()),
    ))
}

/// Deletes a snippet for good.
///
/// # Errors
/// `rest_cannot_delete`.
pub async fn delete(call: ApiCall, (): ()) -> HandlerResult {
    let deleted = call.caller().store.delete_snippet(meant_id(&call)).await;
    known(deleted, || RestError::new(&codes::SNIPPET_CANNOT_DELETE))?;
    Ok(Reply::no_content())
}
