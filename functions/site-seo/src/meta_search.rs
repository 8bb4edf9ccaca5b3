//! Keys of a post's meta by their beginning.

use std::sync::Arc;

use seo::meta::search;
use serde_json::{Value, json};
use site_api::{ApiCall, HandlerResult};
use site_rest::Reply;
use site_store::Content;

/// The values as deployed systems store them: texts, and `1` or nothing for a boolean.
fn text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Bool(true) => "1".to_owned(),
        Value::Bool(false) | Value::Null => String::new(),
        other => other.to_string(),
    }
}

/// Searches the meta of an item.
///
/// # Errors
/// Never fails.
pub async fn search(call: ApiCall, item: Arc<Content>) -> HandlerResult {
    let texts: Vec<(&str, String)> = item
        .meta
        .iter()
        .map(|(key, value)| (key.as_str(), text(value)))
        .collect();
    let pairs = texts.iter().map(|(key, value)| (*key, value.as_str()));
    let found = search::search(pairs, call.params().text("query"));
    Ok(Reply::json(json!(found)))
}
