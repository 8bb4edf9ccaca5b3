//! Lenient readings of values, needed for query strings and form bodies, whose values are all text.

use serde_json::{Map, Number, Value};

use super::size::SCALAR_BYTES;

/// Reads a number: a JSON number or decimal text.
pub(crate) fn number(value: &Value) -> Option<f64> {
    match value {
        Value::Number(number) => number.as_f64(),
        Value::String(text) => decimal(text),
        _ => None,
    }
    .filter(|number| number.is_finite())
}

fn decimal(text: &str) -> Option<f64> {
    if text.len() > SCALAR_BYTES {
        return None;
    }
    let text = text.trim_matches([' ', '\t', '\n', '\r', '\u{b}', '\u{c}']);
    let plain = text
        .bytes()
        .all(|byte| matches!(byte, b'0'..=b'9' | b'+' | b'-' | b'.' | b'e' | b'E'));
    if plain { text.parse().ok() } else { None }
}

/// Reads an integer, limited to the range of `i64`.
pub(crate) fn integer(value: &Value) -> Option<i64> {
    if let Some(exact) = value.as_i64() {
        return Some(exact);
    }
    if let Value::String(text) = value
        && text.len() <= SCALAR_BYTES
        && let Ok(exact) = text.trim().parse()
    {
        return Some(exact);
    }
    let number = number(value)?;
    if number.fract() == 0.0 {
        Some(saturate(number))
    } else {
        None
    }
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "`as` holds the value at the ends of the range, which is wanted"
)]
const fn saturate(number: f64) -> i64 {
    number as i64
}

/// Reads a boolean.
pub(crate) fn boolean(value: &Value) -> Option<bool> {
    match value {
        Value::Bool(truth) => Some(*truth),
        Value::Number(number) => match number.as_i64() {
            Some(0) => Some(false),
            Some(1) => Some(true),
            _ => None,
        },
        Value::String(text) if text == "1" || text.eq_ignore_ascii_case("true") => Some(true),
        Value::String(text) if text == "0" || text.eq_ignore_ascii_case("false") => Some(false),
        _ => None,
    }
}

/// Reads a list: a list, a map with numeric names only, or a scalar split at commas and blanks.
pub(crate) fn list(value: &Value) -> Option<Vec<Value>> {
    match value {
        Value::Array(list) => Some(list.clone()),
        Value::Object(map)
            if map
                .keys()
                .all(|name| !name.is_empty() && name.bytes().all(|b| b.is_ascii_digit())) =>
        {
            Some(map.values().cloned().collect())
        }
        Value::String(text) => Some(
            words(text)
                .map(|word| Value::String(word.to_owned()))
                .collect(),
        ),
        Value::Number(number) => Some(vec![Value::String(number.to_string())]),
        Value::Bool(true) => Some(vec![Value::from("1")]),
        Value::Bool(false) => Some(Vec::new()),
        Value::Object(_) | Value::Null => None,
    }
}

/// The parts of a list separated by commas or blanks.
pub fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split([',', ' ', '\t', '\n', '\r'])
        .filter(|word| !word.is_empty())
}

/// Reads a map: a map, an empty text, or a list by its positions.
pub(crate) fn map(value: &Value) -> Option<Map<String, Value>> {
    match value {
        Value::Object(map) => Some(map.clone()),
        Value::Array(list) => Some(
            list.iter()
                .enumerate()
                .map(|(at, element)| (at.to_string(), element.clone()))
                .collect(),
        ),
        Value::String(text) if text.is_empty() => Some(Map::new()),
        _ => None,
    }
}

/// Whether two coerced values are equal; 1 equals 1.0.
pub(crate) fn same(left: &Value, right: &Value) -> bool {
    match (left, right) {
        (Value::Number(left), Value::Number(right)) => left.as_f64() == right.as_f64(),
        (Value::Array(left), Value::Array(right)) => {
            left.len() == right.len()
                && left
                    .iter()
                    .zip(right)
                    .all(|(left, right)| same(left, right))
        }
        (Value::Object(left), Value::Object(right)) => {
            left.len() == right.len()
                && left
                    .iter()
                    .all(|(name, value)| right.get(name).is_some_and(|other| same(value, other)))
        }
        _ => left == right,
    }
}

/// Whether a list contains equal elements. They are compared as sorted texts, so that a long list costs one sort.
pub(crate) fn has_twins(list: &[Value]) -> bool {
    let mut texts: Vec<String> = list.iter().map(|value| stable(value).to_string()).collect();
    texts.sort_unstable();
    texts
        .array_windows::<2>()
        .any(|[left, right]| left == right)
}

/// The value with the members of its objects in the order of their names.
fn stable(value: &Value) -> Value {
    match value {
        Value::Array(list) => list.iter().map(stable).collect(),
        Value::Object(map) => {
            let mut members: Vec<(&String, &Value)> = map.iter().collect();
            members.sort_unstable_by_key(|(name, _)| *name);
            let members = members.into_iter();
            Value::Object(
                members
                    .map(|(name, value)| (name.clone(), stable(value)))
                    .collect(),
            )
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => value.clone(),
    }
}

/// A JSON number, an integer when it has no fraction.
pub(crate) fn to_number(value: f64) -> Value {
    Number::from_f64(value).map_or(Value::Null, Value::Number)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn integers() {
        for (value, want) in [
            (json!(5), Some(5)),
            (json!("5"), Some(5)),
            (json!(5.0), Some(5)),
            (json!("5.0"), Some(5)),
            (json!(" -3 "), Some(-3)),
            (json!("1e2"), Some(100)),
            (json!("99999999999999999999"), Some(i64::MAX)),
            (json!("5.5"), None),
            (json!(""), None),
            (json!("inf"), None),
            (json!("nan"), None),
            (json!("0x1A"), None),
            (json!(true), None),
            (json!(null), None),
        ] {
            assert_eq!(integer(&value), want, "{value}");
        }
    }

    #[test]
    fn truths() {
        assert_eq!(boolean(&json!("TRUE")), Some(true));
        assert_eq!(boolean(&json!("0")), Some(false));
        assert_eq!(boolean(&json!(1)), Some(true));
        assert_eq!(boolean(&json!("")), None);
        assert_eq!(boolean(&json!("yes")), None);
        assert_eq!(boolean(&json!(2)), None);
    }

    #[test]
    fn lists() {
        assert_eq!(
            list(&json!("1,2 3")),
            Some(vec![json!("1"), json!("2"), json!("3")])
        );
        assert_eq!(
            list(&json!({"0": "a", "7": "b"})),
            Some(vec![json!("a"), json!("b")])
        );
        assert_eq!(list(&json!({"a": 1})), None);
        assert_eq!(list(&json!({})), Some(vec![]));
        assert_eq!(list(&json!(7)), Some(vec![json!("7")]));
    }
}
