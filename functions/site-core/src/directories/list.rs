//! The empty lists.

use serde_json::Value;
use site_api::{ApiCall, HandlerResult};
use site_rest::Reply;

/// Lists nothing: an editor offers what the site has.
pub async fn nothing(_: ApiCall, (): ()) -> HandlerResult {
    Ok(Reply::json(Value::Array(Vec::new())))
}
