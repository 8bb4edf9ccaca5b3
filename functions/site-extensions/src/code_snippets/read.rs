//! Reading a snippet, and the schema.

use site_api::{ApiCall, HandlerResult};
use site_contract::code_snippets::{SNIPPET, codes};
use site_rest::{Reply, RestError};

use super::view::View;
use crate::sent_members::meant_id;

/// A snippet. The identifier 0 stands for an empty one.
///
/// # Errors
/// `rest_cannot_get`.
pub async fn read(call: ApiCall, (): ()) -> HandlerResult {
    let view = View::of(&call);
    let id = meant_id(&call);
    if id == 0 {
        return Ok(Reply::json(view.blank()));
    }
    let found = call.caller().store.snippet(id);
    let snippet = found.ok_or_else(|| RestError::new(&codes::SNIPPET_CANNOT_GET))?;
    Ok(Reply::json(view.stored(&snippet)))
}

/// The JSON Schema of a snippet.
///
/// # Errors
/// Never fails.
pub async fn schema(call: ApiCall, (): ()) -> HandlerResult {
    Ok(Reply::json(SNIPPET.describe(call.site())))
}
