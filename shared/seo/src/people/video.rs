//! Permission to embed videos: `video_embed_permission`.

use serde_json::{Value, json};

/// The value of a write, which any JSON value is read as: every text but an empty one and "0" is true, also "false"; an
/// absent value, `null`, 0 and an empty list or map are false.
pub fn coerced(value: Option<&Value>) -> bool {
    match value {
        None | Some(Value::Null) => false,
        Some(Value::Bool(value)) => *value,
        Some(Value::Number(number)) => number.as_f64() != Some(0.0),
        Some(Value::String(text)) => !(text.is_empty() || text == "0"),
        Some(Value::Array(list)) => !list.is_empty(),
        Some(Value::Object(map)) => !map.is_empty(),
    }
}

/// The body of a read.
pub fn read_body(stored: Option<bool>) -> Value {
    json!({ "json": { "value": stored.unwrap_or(false) } })
}

/// Stores `value` and gives status and body. A write that changes nothing is answered 400 and `success: false`; the first one
/// is a change in any case.
pub fn write(stored: &mut Option<bool>, value: bool) -> (u16, Value) {
    let changed = stored.replace(value) != Some(value);
    let status = if changed { 200 } else { 400 };
    (status, json!({ "json": { "success": changed } }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_write_without_change_fails() {
        let mut stored = None;
        let failed = (400, json!({"json": {"success": false}}));
        let done = (200, json!({"json": {"success": true}}));
        assert_eq!(read_body(stored), json!({"json": {"value": false}}));
        assert_eq!(write(&mut stored, false), done);
        assert_eq!(write(&mut stored, false), failed);
        assert_eq!(write(&mut stored, true), done);
        assert_eq!(write(&mut stored, true), failed);
        assert_eq!(read_body(stored), json!({"json": {"value": true}}));
        assert_eq!(write(&mut stored, false), done);
        assert_eq!(read_body(stored), json!({"json": {"value": false}}));
    }

    #[test]
    fn values_are_read_loosely() {
        for value in [
            json!(true),
            json!("false"),
            json!("x"),
            json!([0]),
            json!({"a": 0}),
            json!(1),
        ] {
            assert!(coerced(Some(&value)), "{value}");
        }
        for value in [
            json!(false),
            json!(0),
            json!(""),
            json!("0"),
            json!([]),
            json!({}),
            Value::Null,
        ] {
            assert!(!coerced(Some(&value)), "{value}");
        }
        assert!(!coerced(None));
    }
}
