//! Checks of JSON members that every provider shares.

use serde_json::{Map, Value};

/// The kind of a problem with a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// The member does not exist.
    Unknown,
    /// The member exists, but the model does not support it.
    Unsupported,
    /// The member is missing.
    Missing,
    /// The value is not permitted.
    Invalid,
}

/// A problem with a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Problem {
    pub(crate) kind: Kind,
    /// Path of the member, such as `text.format.name`.
    pub(crate) param: String,
    pub(crate) message: String,
}

/// The result of a check.
pub(crate) type Check<T = ()> = Result<T, Problem>;

impl Problem {
    pub(crate) fn unknown(param: &str) -> Self {
        Self {
            kind: Kind::Unknown,
            param: param.to_owned(),
            message: format!("Unknown parameter: '{param}'."),
        }
    }

    pub(crate) fn unsupported(param: &str) -> Self {
        Self {
            kind: Kind::Unsupported,
            param: param.to_owned(),
            message: format!("Unsupported parameter: '{param}' is not supported with this model."),
        }
    }

    pub(crate) fn missing(param: &str) -> Self {
        Self {
            kind: Kind::Missing,
            param: param.to_owned(),
            message: format!("Missing required parameter: '{param}'."),
        }
    }

    pub(crate) fn invalid(param: &str, message: impl std::fmt::Display) -> Self {
        Self {
            kind: Kind::Invalid,
            param: param.to_owned(),
            message: format!("Invalid value for '{param}': {message}."),
        }
    }
}

/// The path of a member.
pub(crate) fn join(path: &str, name: &str) -> String {
    if path.is_empty() {
        name.to_owned()
    } else {
        format!("{path}.{name}")
    }
}

/// The members of an object that has no others than `accepted`.
pub(crate) fn object<'a>(
    value: &'a Value,
    path: &str,
    accepted: &[&str],
) -> Check<&'a Map<String, Value>> {
    let members = value
        .as_object()
        .ok_or_else(|| Problem::invalid(path, "expected an object"))?;
    match members
        .keys()
        .find(|name| !accepted.contains(&name.as_str()))
    {
        Some(name) => Err(Problem::unknown(&join(path, name))),
        None => Ok(members),
    }
}

/// Rejects members that the model does not support.
pub(crate) fn without(value: &Value, path: &str, refused: &[&str]) -> Check {
    match refused.iter().find(|name| value.get(**name).is_some()) {
        Some(name) => Err(Problem::unsupported(&join(path, name))),
        None => Ok(()),
    }
}

/// A text that must be present and not empty.
pub(crate) fn text<'a>(members: &'a Map<String, Value>, path: &str, name: &str) -> Check<&'a str> {
    let param = join(path, name);
    match members.get(name) {
        None => Err(Problem::missing(&param)),
        Some(Value::String(text)) if !text.trim().is_empty() => Ok(text),
        Some(_) => Err(Problem::invalid(&param, "expected a non-empty string")),
    }
}

/// A text that must be one of `accepted` where it is present.
pub(crate) fn one_of<'a>(
    members: &'a Map<String, Value>,
    path: &str,
    name: &str,
    accepted: &[&str],
) -> Check<Option<&'a str>> {
    match members.get(name) {
        None => Ok(None),
        Some(Value::String(text)) if accepted.contains(&text.as_str()) => Ok(Some(text)),
        Some(other) => {
            let message = format!("{other} is not one of {}", accepted.join(", "));
            Err(Problem::invalid(&join(path, name), message))
        }
    }
}

/// A whole number of at least `least` where it is present.
pub(crate) fn at_least(
    members: &Map<String, Value>,
    path: &str,
    name: &str,
    least: u64,
) -> Check<Option<u64>> {
    let Some(value) = members.get(name) else {
        return Ok(None);
    };
    match value.as_u64() {
        Some(number) if number >= least => Ok(Some(number)),
        _ => {
            let message = format!("expected an integer of at least {least}, but got {value}");
            Err(Problem::invalid(&join(path, name), message))
        }
    }
}

/// A truth value where it is present, otherwise `false`.
pub(crate) fn truth(members: &Map<String, Value>, path: &str, name: &str) -> Check<bool> {
    match members.get(name) {
        None => Ok(false),
        Some(Value::Bool(value)) => Ok(*value),
        Some(_) => Err(Problem::invalid(&join(path, name), "expected a boolean")),
    }
}

/// A list that must be present and not empty.
pub(crate) fn list<'a>(
    members: &'a Map<String, Value>,
    path: &str,
    name: &str,
) -> Check<&'a [Value]> {
    let param = join(path, name);
    match members.get(name) {
        None => Err(Problem::missing(&param)),
        Some(Value::Array(items)) if !items.is_empty() => Ok(items),
        Some(_) => Err(Problem::invalid(&param, "expected a non-empty array")),
    }
}
