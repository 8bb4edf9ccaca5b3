//! Loose readings of JSON values, as deployed systems take them.

use serde_json::Value;

/// A scalar as text; none for null, lists and maps. `true` is "1" and `false` is empty.
pub fn text(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        Value::Bool(true) => Some("1".to_owned()),
        Value::Bool(false) => Some(String::new()),
        Value::Null | Value::Array(_) | Value::Object(_) => None,
    }
}

/// Whether a value counts as true: everything but null, false, zero, "", "0" and an empty list or map.
pub fn truth(value: &Value) -> bool {
    match value {
        Value::Null => false,
        Value::Bool(value) => *value,
        Value::Number(number) => number.as_f64() != Some(0.0),
        Value::String(text) => !matches!(text.as_str(), "" | "0"),
        Value::Array(list) => !list.is_empty(),
        Value::Object(map) => !map.is_empty(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn scalars_become_text() {
        assert_eq!(text(&json!(5)).as_deref(), Some("5"));
        assert_eq!(text(&json!(true)).as_deref(), Some("1"));
        assert_eq!(text(&json!(false)).as_deref(), Some(""));
        assert_eq!(text(&json!("a")).as_deref(), Some("a"));
        for none in [json!(null), json!([]), json!({})] {
            assert_eq!(text(&none), None);
        }
    }

    #[test]
    fn what_counts_as_true() {
        for value in [
            json!(true),
            json!(2),
            json!("false"),
            json!([0]),
            json!({"a": 1}),
        ] {
            assert!(truth(&value), "{value}");
        }
        for value in [
            json!(null),
            json!(false),
            json!(0),
            json!(""),
            json!("0"),
            json!([]),
            json!({}),
        ] {
            assert!(!truth(&value), "{value}");
        }
    }
}
