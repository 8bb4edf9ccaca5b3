//! Reading and writing JSON of providers. Reading is tolerant: what is missing or of another type is nothing.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::Value;

/// The text at a place of a JSON value (RFC 6901).
pub(crate) fn text<'value>(value: &'value Value, place: &str) -> Option<&'value str> {
    value.pointer(place)?.as_str()
}

/// The whole number at a place of a JSON value.
pub(crate) fn number(value: &Value, place: &str) -> Option<u64> {
    value.pointer(place)?.as_u64()
}

/// The elements at a place of a JSON value.
pub(crate) fn array<'value>(value: &'value Value, place: &str) -> &'value [Value] {
    let elements = value.pointer(place).and_then(Value::as_array);
    elements.map(Vec::as_slice).unwrap_or_default()
}

/// Base64 (RFC 4648 section 4).
pub(crate) fn base64(bytes: &[u8]) -> String {
    STANDARD.encode(bytes)
}

/// Sets a field of a JSON object.
pub(crate) fn set(object: &mut Value, field: &str, value: Value) {
    if let Value::Object(fields) = object {
        fields.insert(field.to_owned(), value);
    }
}
