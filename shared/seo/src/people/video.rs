//! Permission to embed videos: `video_embed_permission`.

use serde_json::{Value, json};

/// The value of a write, which any JSON or form value is read as: every text is true, also "false"; an absent value, `null` and
/// 0 are false.
pub fn coerced(value: Option<&Value>) -> bool {
    match value {
        None | Some(Value::Null) => false,
        Some(Value::Bool(value)) => *value,
        Some(Value::Number(number)) => number.as_f64() != Some(0.0),
        Some(Value::String(text)) => !text.is_empty(),
        Some(Value::Array(_) | Value::Object(_)) => true,
    }
}

/// The body of a read.
pub fn read_body(value: bool) -> Value {
    json!({ "json": { "value": value } })
}

/// Stores `value` and gives status and body. A write that changes nothing is answered 400 and `success: false`.
pub fn write(stored: &mut bool, value: bool) -> (u16, Value) {
    let changed = *stored != value;
    *stored = value;
    let status = if changed { 200 } else { 400 };
    (status, json!({ "json": { "success": changed } }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_write_without_change_fails() {
        let mut stored = false;
        let failed = (400, json!({"json": {"success": false}}));
        let done = (200, json!({"json": {"success": true}}));
        assert_eq!(write(&mut stored, false), failed);
        assert_eq!(write(&mut stored, true), done);
        assert_eq!(write(&mut stored, true), failed);
        assert!(stored);
        assert_eq!(write(&mut stored, false), done);
        assert_eq!(read_body(stored), json!({"json": {"value": false}}));
    }

    #[test]
    fn values_are_read_loosely() {
        for value in [json!(true), json!("false"), json!("x"), json!([]), json!(1)] {
            assert!(coerced(Some(&value)), "{value}");
        }
        for value in [json!(false), json!(0), Value::Null] {
            assert!(!coerced(Some(&value)), "{value}");
        }
        assert!(!coerced(None));
    }
}
