//! Parameters of snippets.

use domain::site::SnippetScope;
use serde_json::Value;
use site_rest::Params;
use site_store::SnippetChange;

/// The tags as the client wrote them; elements that are no text are written as JSON.
fn written_tags(params: &Params) -> Option<Vec<String>> {
    let tags = params.list("tags")?.iter();
    let written = tags.map(|tag| match tag {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    });
    Some(written.collect())
}

/// The members to change. An unknown scope changes nothing.
pub fn change(params: &Params) -> SnippetChange {
    let text = |name: &str| params.text(name).map(str::to_owned);
    SnippetChange {
        name: text("name"),
        desc: text("desc"),
        code: text("code"),
        tags: written_tags(params),
        scope: params.text("scope").and_then(SnippetScope::named),
        active: params.truth("active"),
        priority: params.integer("priority").map(i64::unsigned_abs),
    }
}
