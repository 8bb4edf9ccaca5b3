//! One menu.

use std::sync::Arc;

use serde_json::Value;
use site_api::{ApiCall, HandlerResult, ViewContext};
use site_rest::Reply;
use site_store::Term;

use crate::menus::view::view;

/// Returns one menu.
///
/// # Errors
/// Never fails.
pub async fn read(call: ApiCall, term: Arc<Term>) -> HandlerResult {
    Ok(Reply::json(shown(&call, &term, call.params().context())))
}

/// The JSON representation of a menu in the response to `call`.
pub fn shown(call: &ApiCall, term: &Term, context: &str) -> Value {
    view(term, &ViewContext::in_context(call, context))
}
