//! Nesting of values that clients shape themselves. A record of DynamoDB has at most 32 levels
//! (<https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html>).

use serde_json::Value;

/// Most levels of such a value.
pub const DEEPEST: usize = 20;

/// Whether a value has too many levels. A JSON text has at most 128, so that the recursion ends.
pub fn is_too_deep(value: &Value) -> bool {
    levels(value) > DEEPEST
}

fn levels(value: &Value) -> usize {
    match value {
        Value::Object(map) => 1 + map.values().map(levels).max().unwrap_or(0),
        Value::Array(list) => 1 + list.iter().map(levels).max().unwrap_or(0),
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn objects_and_lists_are_levels() {
        let mut value = json!("x");
        for level in 0..DEEPEST {
            assert!(!is_too_deep(&value), "{level}");
            value = if level % 2 == 0 {
                json!([1, value])
            } else {
                json!({"a": value, "b": {}})
            };
        }
        assert!(!is_too_deep(&value));
        assert!(is_too_deep(&json!([value])));
    }
}
