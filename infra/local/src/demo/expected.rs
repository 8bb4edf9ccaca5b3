//! What the demonstration expects of the answers.

use serde_json::Value;

use super::DemoError;

/// Fails unless `holds`.
pub(super) fn expect(
    expected: &str,
    holds: bool,
    found: impl std::fmt::Display,
) -> Result<(), DemoError> {
    if holds {
        Ok(())
    } else {
        Err(DemoError::Unexpected {
            expected: expected.to_owned(),
            found: found.to_string(),
        })
    }
}

/// Value at `pointer`; null when there is none.
pub(super) fn at<'a>(value: &'a Value, pointer: &str) -> &'a Value {
    value.pointer(pointer).unwrap_or(&Value::Null)
}

/// Text at `pointer`.
pub(super) fn text<'a>(value: &'a Value, pointer: &str) -> Result<&'a str, DemoError> {
    value
        .pointer(pointer)
        .and_then(Value::as_str)
        .ok_or_else(|| DemoError::Unexpected {
            expected: format!("a text at {pointer}"),
            found: value.to_string(),
        })
}

/// Number at `pointer`.
pub(super) fn number(value: &Value, pointer: &str) -> Result<u64, DemoError> {
    value
        .pointer(pointer)
        .and_then(Value::as_u64)
        .ok_or_else(|| DemoError::Unexpected {
            expected: format!("a number at {pointer}"),
            found: value.to_string(),
        })
}
