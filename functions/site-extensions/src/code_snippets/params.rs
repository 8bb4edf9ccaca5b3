//! Parameters of snippets.

use domain::site::SnippetScope;
use serde_json::{Map, Value};
use site_api::ApiCall;
use site_rest::{Body, Params};
use site_store::SnippetChange;

/// An identifier as clients write it: a number or text, its sign ignored; anything else is 0.
fn identifier(value: &Value) -> u64 {
    match value {
        Value::Number(number) => number
            .as_u64()
            .or_else(|| number.as_i64().map(i64::unsigned_abs))
            .unwrap_or_default(),
        Value::String(text) => {
            let text = text.trim().trim_start_matches(['-', '+']);
            let end = text
                .find(|c: char| !c.is_ascii_digit())
                .unwrap_or(text.len());
            let digits = text.get(..end).unwrap_or_default();
            digits.parse().unwrap_or_default()
        }
        Value::Bool(true) => 1,
        _ => 0,
    }
}

/// The identifier among the members that the client sent in body or query.
pub fn sent_id(call: &ApiCall) -> Option<u64> {
    let request = call.request();
    let body: Option<&Map<String, Value>> = match &request.body {
        Body::Json(values) | Body::Form(values) => Some(values),
        Body::None | Body::BadJson(_) => None,
    };
    let sent = body
        .into_iter()
        .chain(Some(&request.query))
        .find_map(|members| members.get("id").filter(|id| !id.is_null()));
    sent.map(identifier)
}

/// The snippet that a request for an item means: an `id` that the client sends wins over the one in the path
/// (docs/interface/site/code-snippets.md#identifiers).
pub fn meant_id(call: &ApiCall) -> u64 {
    let in_path = call.params().value("id").map(identifier);
    sent_id(call).or(in_path).unwrap_or_default()
}

/// The tags as the client wrote them; elements that are no text are written as JSON.
pub fn written_tags(params: &Params) -> Option<Vec<String>> {
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

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn identifiers_are_read_leniently() {
        for (value, expected) in [
            (json!(7), 7),
            (json!(-7), 7),
            (json!("7"), 7),
            (json!(" -7x"), 7),
            (json!("x"), 0),
            (json!(true), 1),
            (json!(false), 0),
            (json!([7]), 0),
            (json!("99999999999999999999999"), 0),
        ] {
            assert_eq!(identifier(&value), expected, "{value}");
        }
    }
}
