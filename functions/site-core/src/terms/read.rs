//! One term.

use std::sync::Arc;

use serde_json::Value;
use site_api::{ApiCall, HandlerResult, PageHeads, ViewContext};
use site_rest::{Reply, RestError};
use site_store::Term;

use crate::terms::view::view;

/// Returns one term.
///
/// # Errors
/// The store fails.
pub async fn read(call: ApiCall, term: Arc<Term>) -> HandlerResult {
    let shown = shown(&call, &term, call.params().context()).await?;
    Ok(Reply::json(shown))
}

/// The JSON representation of a term in the response to `call`.
///
/// # Errors
/// The store fails.
pub async fn shown(call: &ApiCall, term: &Term, context: &str) -> Result<Value, RestError> {
    let heads = PageHeads::of_terms(call, [term]).await?;
    view(term, &ViewContext::in_context(call, context), &heads)
}
