//! Lists of icons and of their collections.

use serde_json::Value;
use site_api::{ApiCall, HandlerResult};
use site_blocks::{Icon, icons};
use site_rest::Reply;

use crate::icons::view;

/// Lists the icons by name; `search` finds in names and in the labels of both languages.
pub async fn icons_list(call: ApiCall, (): ()) -> HandlerResult {
    let words = call.params().filled("search").map(str::to_lowercase);
    let is_found = |one: &&Icon| {
        words.as_deref().is_none_or(|words| {
            let texts = [one.name.as_str(), one.label(true), one.label(false)];
            texts.iter().any(|text| text.to_lowercase().contains(words))
        })
    };
    let shown = icons().iter().filter(is_found);
    Ok(Reply::json(
        shown
            .map(|one| view::icon(one, call.site(), call.params().context()))
            .collect(),
    ))
}

/// Lists the collections, of which there is one.
pub async fn collections(call: ApiCall, (): ()) -> HandlerResult {
    let one = view::collection(call.site(), call.params().context());
    Ok(Reply::json(Value::Array(vec![one])))
}
