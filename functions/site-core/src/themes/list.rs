//! The list of themes, which holds the one of the site.

use serde_json::{Value, json};
use site_api::{ApiCall, HandlerResult};
use site_rest::Reply;
use site_rest::paging::{TOTAL, TOTAL_PAGES};

use crate::themes::view::view;

/// Lists the theme, unless the filter excludes active themes. There is always one page, as in deployed systems.
pub async fn list(call: ApiCall, (): ()) -> HandlerResult {
    let statuses = call.params().list("status");
    let is_shown = statuses.is_none_or(|all| all.contains(&json!("active")));
    let shown: Vec<Value> = is_shown.then(|| view(&call)).into_iter().collect();
    let total = shown.len().to_string();
    Ok(Reply::json(Value::Array(shown))
        .header(TOTAL, &total)
        .header(TOTAL_PAGES, "1"))
}
