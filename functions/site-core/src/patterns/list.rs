//! Built-in patterns and their categories. Patterns that people write are stored as blocks.

use serde_json::{Map, Value, json};
use site_api::{ApiCall, HandlerResult};
use site_blocks::Pattern;
use site_rest::{Locale, Reply};

fn is_portuguese(call: &ApiCall) -> bool {
    call.site().locale == Locale::PtBr
}

/// Lists the categories.
pub async fn categories(call: ApiCall, (): ()) -> HandlerResult {
    let shown = site_blocks::pattern_categories(is_portuguese(&call))
        .map(|one| json!({"name": one.name, "label": one.title, "description": one.description}));
    Ok(Reply::json(shown.collect()))
}

/// Lists the patterns, with words in the language of the site.
pub async fn patterns(call: ApiCall, (): ()) -> HandlerResult {
    let all = site_blocks::patterns(is_portuguese(&call)).iter();
    Ok(Reply::json(all.map(view).collect()))
}

/// The JSON representation of a pattern. What does not apply to it is absent, as in deployed systems.
fn view(one: &Pattern) -> Value {
    let mut out = Map::new();
    let mut put = |name: &str, value: Value| {
        out.insert(name.to_owned(), value);
    };
    put("name", json!(format!("pauta/{}", one.name)));
    put("title", json!(one.title));
    put("content", json!(one.content));
    put("description", json!(one.description));
    put("viewport_width", json!(one.width));
    put("inserter", json!(true));
    put("categories", json!(one.categories));
    put("keywords", json!(one.keywords));
    if !one.block_types.is_empty() {
        put("block_types", json!(one.block_types));
    }
    put("source", json!("theme"));
    Value::Object(out)
}
