//! Checks of JSON Schemas for structured answers: the subset that all providers enforce.

use serde_json::Value;

use crate::strict::{Check, Problem, join};

/// Keywords that the strict subsets do not permit: bounds, recursion, composition.
const REFUSED: [&str; 20] = [
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "multipleOf",
    "minLength",
    "maxLength",
    "pattern",
    "format",
    "minItems",
    "maxItems",
    "uniqueItems",
    "minProperties",
    "maxProperties",
    "allOf",
    "oneOf",
    "not",
    "$ref",
    "default",
    "patternProperties",
];

/// Checks that every object closes its members and requires all of them, and that only permitted keywords are used.
pub(crate) fn check(schema: &Value, path: &str) -> Check {
    if schema.get("type").and_then(Value::as_str) != Some("object") {
        return Err(Problem::invalid(
            path,
            "the root of the schema must be of type object",
        ));
    }
    node(schema, path)
}

fn node(schema: &Value, path: &str) -> Check {
    let Some(members) = schema.as_object() else {
        return Err(Problem::invalid(path, "a schema must be an object"));
    };
    if let Some(keyword) = REFUSED.iter().find(|name| members.contains_key(**name)) {
        let message = format!("'{keyword}' is not permitted");
        return Err(Problem::invalid(path, message));
    }
    if !["type", "anyOf", "enum", "const"]
        .iter()
        .any(|name| members.contains_key(*name))
    {
        return Err(Problem::invalid(path, "schema must have a 'type' key"));
    }
    for variant in members
        .get("anyOf")
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
    {
        node(variant, &join(path, "anyOf"))?;
    }
    let has_type = |wanted: &str| match members.get("type") {
        Some(Value::String(found)) => found == wanted,
        Some(Value::Array(found)) => found.iter().any(|name| name == wanted),
        _ => false,
    };
    if has_type("object") {
        self::object(schema, path)?;
    }
    if has_type("array") {
        let items = members
            .get("items")
            .ok_or_else(|| Problem::invalid(path, "array schema missing items"))?;
        node(items, &join(path, "items"))?;
    }
    Ok(())
}

fn object(schema: &Value, path: &str) -> Check {
    if schema.get("additionalProperties") != Some(&Value::Bool(false)) {
        let message = "'additionalProperties' is required to be supplied and to be false";
        return Err(Problem::invalid(path, message));
    }
    let Some(properties) = schema.get("properties").and_then(Value::as_object) else {
        return Err(Problem::invalid(path, "'properties' is missing"));
    };
    let required: Vec<&str> = schema
        .get("required")
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .collect();
    let same = required.len() == properties.len()
        && required.iter().all(|name| properties.contains_key(*name));
    if !same {
        let message = "'required' must be an array including every key in properties";
        return Err(Problem::invalid(path, message));
    }
    for (name, property) in properties {
        node(property, &join(path, name))?;
    }
    Ok(())
}

/// Checks the name of a schema: letters, digits, hyphens and underscores, at most 64.
pub(crate) fn check_name(name: &str, path: &str) -> Check {
    let fits = (1..=64).contains(&name.len())
        && name
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte));
    if fits {
        return Ok(());
    }
    let message = "expected a string that matches '^[a-zA-Z0-9_-]{1,64}$'";
    Err(Problem::invalid(path, message))
}
