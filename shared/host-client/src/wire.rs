//! Lenient readers for JSON from hosts. Plugins of hosts turn numbers into strings, lists into objects and
//! strings into objects; these readers accept all of these forms.

use jiff::Timestamp;
use jiff::civil::DateTime;
use jiff::tz::TimeZone;
use serde_json::{Map, Value};

/// The member `key`, or null.
pub(crate) fn member<'a>(value: &'a Value, key: &str) -> &'a Value {
    value.get(key).unwrap_or(&Value::Null)
}

/// A non-negative integer, also as a string or as `5.0`.
pub(crate) fn number(value: &Value) -> Option<u64> {
    match value {
        Value::Number(number) => number.as_u64().or_else(|| {
            let float = number.as_f64()?;
            (float.fract() == 0.0 && (0.0..=9.0e15).contains(&float)).then_some(float as u64)
        }),
        Value::String(text) => text.trim().parse().ok(),
        _ => None,
    }
}

/// An identifier: a positive integer.
pub(crate) fn id(value: &Value) -> Option<u64> {
    number(value).filter(|id| *id > 0)
}

/// Identifiers in a list, or in an object whose keys are ignored.
pub(crate) fn ids(value: &Value) -> Vec<u64> {
    match value {
        Value::Array(list) => list.iter().filter_map(id).collect(),
        Value::Object(map) => map.values().filter_map(id).collect(),
        _ => Vec::new(),
    }
}

/// A string, also as `{"raw"}` or `{"rendered"}` (raw takes precedence) or as a number.
pub(crate) fn text(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        Value::Object(map) => map
            .get("raw")
            .or_else(|| map.get("rendered"))?
            .as_str()
            .map(str::to_owned),
        _ => None,
    }
}

/// A number of hours, also as a string.
pub(crate) fn hours(value: &Value) -> Option<f64> {
    match value {
        Value::Number(number) => number.as_f64(),
        Value::String(text) => text.trim().parse().ok(),
        _ => None,
    }
    .filter(|hours: &f64| hours.abs() <= 26.0)
}

/// A boolean, also as 1 or `"1"`.
pub(crate) fn flag(value: &Value) -> bool {
    match value {
        Value::Bool(flag) => *flag,
        Value::Number(number) => number.as_f64().is_some_and(|number| number != 0.0),
        Value::String(text) => matches!(text.as_str(), "1" | "true" | "yes"),
        _ => false,
    }
}

/// The date of a `…_gmt` member: without an offset it is UTC. The zero date means none.
pub(crate) fn instant(value: &Value) -> Option<Timestamp> {
    let text = value.as_str()?.trim();
    if let Ok(instant) = text.parse::<Timestamp>() {
        return Some(instant);
    }
    let local = text.parse::<DateTime>().ok()?;
    Some(local.to_zoned(TimeZone::UTC).ok()?.timestamp())
}

/// An instant in the form of a `…_gmt` member: UTC, without offset or fraction.
pub(crate) fn gmt(instant: Timestamp) -> String {
    instant
        .to_zoned(TimeZone::UTC)
        .strftime("%Y-%m-%dT%H:%M:%S")
        .to_string()
}

/// An object; PHP serialises empty ones as `[]`.
pub(crate) fn map(value: &Value) -> Map<String, Value> {
    value.as_object().cloned().unwrap_or_default()
}

/// Parses JSON, also after a byte order mark or after warnings that a host prints before it.
pub(crate) fn json(body: &[u8]) -> Option<Value> {
    let body = body.strip_prefix(b"\xef\xbb\xbf").unwrap_or(body);
    if let Ok(value) = serde_json::from_slice(body) {
        return Some(value);
    }
    let text = std::str::from_utf8(body).ok()?;
    let start = ["{\"", "[{\"", "[]"]
        .iter()
        .filter_map(|mark| text.find(mark))
        .min()?;
    let value: Value = serde_json::from_str(text.get(start..)?).ok()?;
    Some(value)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    #[test]
    fn variant_forms_are_accepted() {
        assert_eq!(number(&json!(5)), Some(5));
        assert_eq!(number(&json!("5")), Some(5));
        assert_eq!(number(&json!(5.0)), Some(5));
        assert_eq!(number(&json!(5.5)), None);
        assert_eq!(number(&json!(-1)), None);
        assert_eq!(number(&json!(1e300)), None);
        assert_eq!(id(&json!(0)), None);
        assert_eq!(ids(&json!([1, "2", null, 0])), [1, 2]);
        assert_eq!(ids(&json!({ "0": 1, "2": 3 })), [1, 3]);
        assert_eq!(
            text(&json!({ "raw": "a", "rendered": "b" })).as_deref(),
            Some("a")
        );
        assert_eq!(text(&json!({ "rendered": "b" })).as_deref(), Some("b"));
        assert_eq!(text(&json!(12)).as_deref(), Some("12"));
        assert_eq!(text(&json!(null)), None);
        assert_eq!(hours(&json!("-3")), Some(-3.0));
        assert_eq!(hours(&json!(5.5)), Some(5.5));
        assert!(flag(&json!("1")) && flag(&json!(1)) && flag(&json!(true)));
        assert!(!flag(&json!("")) && !flag(&json!(0)) && !flag(&json!(null)));
        assert!(map(&json!([])).is_empty());
    }

    #[test]
    fn dates_without_offset_are_utc() {
        let noon: Timestamp = "2026-05-01T12:00:00Z".parse().unwrap();
        for text in [
            "2026-05-01T12:00:00",
            "2026-05-01 12:00:00",
            "2026-05-01T09:00:00-03:00",
        ] {
            assert_eq!(instant(&json!(text)), Some(noon), "{text}");
        }
        for none in [
            json!("0000-00-00T00:00:00"),
            json!(null),
            json!(false),
            json!(""),
        ] {
            assert_eq!(instant(&none), None);
        }
    }

    #[test]
    fn json_is_found_after_warnings() {
        assert_eq!(json(b"\xef\xbb\xbf{\"id\":1}"), Some(json!({ "id": 1 })));
        let warned = b"<br />\n<b>Warning</b>: x [y] in z\n{\"id\":1}";
        assert_eq!(json(warned), Some(json!({ "id": 1 })));
        assert_eq!(json(b"<html>{\"id\":1}</html>"), None);
        assert_eq!(json(b""), None);
    }

    proptest! {
        #[test]
        fn dates_round_trip(second in 0_i64..4_102_444_800) {
            let date = Timestamp::from_second(second).unwrap();
            prop_assert_eq!(instant(&json!(gmt(date))), Some(date));
        }

        #[test]
        fn any_bytes_are_parsed_without_panic(body: Vec<u8>) {
            let _ = json(&body);
        }
    }
}
