//! What clients send beside the path: undeclared members, and identifiers that win over the one in the path.

use serde_json::{Map, Value};
use site_api::ApiCall;
use site_rest::Body;

/// An identifier as clients write it: a number or text, its sign and fraction ignored; anything else is 0.
fn identifier(value: &Value) -> u64 {
    match value {
        Value::Number(number) => leading_digits(&number.to_string()),
        Value::String(text) => leading_digits(text),
        Value::Bool(true) => 1,
        _ => 0,
    }
}

/// The digits at the beginning of a text; 0 without any, or when they are too many.
fn leading_digits(text: &str) -> u64 {
    let text = text.trim().trim_start_matches(['-', '+']);
    let end = text.find(|c: char| !c.is_ascii_digit());
    let digits = text.get(..end.unwrap_or(text.len())).unwrap_or_default();
    digits.parse().unwrap_or_default()
}

/// The members of the body, if it has some.
fn body(call: &ApiCall) -> Option<&Map<String, Value>> {
    match &call.request().body {
        Body::Json(values) | Body::Form(values) => Some(values),
        Body::None | Body::BadJson(_) => None,
    }
}

/// The members that the client sent in body or query; those of the body win.
pub fn sent_members(call: &ApiCall) -> Map<String, Value> {
    let mut members = call.request().query.clone();
    for (name, value) in body(call).into_iter().flatten() {
        members.insert(name.clone(), value.clone());
    }
    members
}

/// The identifier among the members that the client sent in body or query.
pub fn sent_id(call: &ApiCall) -> Option<u64> {
    let sent = body(call)
        .into_iter()
        .chain(Some(&call.request().query))
        .find_map(|members| members.get("id").filter(|id| !id.is_null()));
    sent.map(identifier)
}

/// The identifier in the path.
pub fn path_id(call: &ApiCall) -> u64 {
    let in_path = call.params().value("id").map(identifier);
    in_path.unwrap_or_default()
}

/// The item that a request means: an `id` that the client sends wins over the one in the path
/// (docs/interface/site/code-snippets.md#identifiers).
pub fn meant_id(call: &ApiCall) -> u64 {
    sent_id(call).unwrap_or_else(|| path_id(call))
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
            (json!(7.5), 7),
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
