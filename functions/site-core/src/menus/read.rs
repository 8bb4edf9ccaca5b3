//! One menu.

use std::sync::Arc;

use serde_json::Value;
use site_api::{ApiCall, HandlerResult};
use site_rest::Reply;
use site_store::Term;

use crate::menus::view::view;

/// Answers one menu.
///
/// # Errors
/// Never.
pub async fn read(call: ApiCall, term: Arc<Term>) -> HandlerResult {
    Ok(Reply::json(shown(&call, &term, call.params().context())))
}

pub fn shown(call: &ApiCall, term: &Term, context: &str) -> Value {
    let caller = call.caller();
    view(
        term,
        &caller.store,
        &caller.access,
        call.site(),
        context,
        call.fields(),
    )
}
