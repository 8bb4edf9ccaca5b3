//! The list of extensions.

use serde_json::json;
use site_api::{ApiCall, HandlerResult};
use site_rest::Reply;

use crate::plugins::table::{PLUGINS, Plugin};
use crate::plugins::view::view;

/// Lists the extensions by name. There is one page.
pub async fn list(call: ApiCall, (): ()) -> HandlerResult {
    let params = call.params();
    let statuses = params.list("status").filter(|all| !all.is_empty());
    let is_active_asked = statuses.is_none_or(|all| all.contains(&json!("active")));
    let search = params.filled("search").map(str::to_lowercase);
    let locale = call.site().locale;
    let is_found = |one: &&Plugin| {
        search.as_deref().is_none_or(|text| {
            [one.name, one.title(locale), one.description(locale)]
                .iter()
                .any(|shown| shown.to_lowercase().contains(text))
        })
    };
    let shown = PLUGINS.iter().filter(|_| is_active_asked).filter(is_found);
    Ok(Reply::json(
        shown
            .map(|one| view(one, call.site(), params.context()))
            .collect(),
    ))
}
