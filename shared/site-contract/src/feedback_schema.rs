//! The JSON Schema of the schema route's answer, which OPTIONS on that route shows.

use serde_json::{Value, json};

/// Names of fields.
const NAME: &str = "^[A-Za-z][-A-Za-z0-9_:]*$";

/// Rules without further members.
const PLAIN: [&str; 8] = [
    "required",
    "requiredfile",
    "email",
    "url",
    "tel",
    "number",
    "date",
    "time",
];

/// Rules with a number as `threshold`.
const COUNTED: [&str; 6] = [
    "minlength",
    "maxlength",
    "minitems",
    "maxitems",
    "minfilesize",
    "maxfilesize",
];

/// Rules with a text as `threshold`.
const LIMITED: [&str; 4] = ["minnumber", "maxnumber", "mindate", "maxdate"];

/// Rules with a list as `accept`.
const LISTED: [&str; 2] = ["file", "enum"];

/// The JSON Schema (2020-12) of the answer.
pub fn json_schema() -> Value {
    let accept = || json!({"type": "array", "items": {"type": "string"}, "uniqueItems": true, "minItems": 1});
    let mut rules: Vec<Value> = Vec::new();
    rules.extend(PLAIN.map(|name| rule(name, None)));
    rules.extend(COUNTED.map(|name| {
        rule(
            name,
            Some(("threshold", json!({"type": "integer", "minimum": 0}))),
        )
    }));
    rules.extend(LIMITED.map(|name| rule(name, Some(("threshold", json!({"type": "string"}))))));
    rules.extend(LISTED.map(|name| rule(name, Some(("accept", accept())))));
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "contact-form-feedback-rules",
        "description": "Rules that a submission of the form is checked against.",
        "type": "object",
        "properties": {
            "version": {"type": "string"},
            "locale": {"type": "string"},
            "rules": {"type": "array", "items": {"oneOf": rules}},
        },
        "required": ["version", "locale", "rules"],
    })
}

/// The schema of one rule, with a further member where it has one.
fn rule(name: &str, member: Option<(&str, Value)>) -> Value {
    let mut schema = json!({
        "type": "object",
        "properties": {
            "rule": {"const": name},
            "field": {"type": "string", "pattern": NAME},
            "error": {"type": "string"},
        },
        "required": ["rule", "field"],
    });
    if let Some((member, value)) = member
        && let Some(Value::Object(properties)) = schema.get_mut("properties")
    {
        properties.insert(member.to_owned(), value);
        if let Some(Value::Array(required)) = schema.get_mut("required") {
            required.push(json!(member));
        }
    }
    schema
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_has_a_schema_with_its_members() {
        let schema = json_schema();
        let rules = schema["properties"]["rules"]["items"]["oneOf"]
            .as_array()
            .unwrap();
        let of = |name: &str| {
            rules
                .iter()
                .find(|rule| rule["properties"]["rule"]["const"] == name)
                .unwrap()
        };
        assert_eq!(rules.len(), 20);
        assert_eq!(of("required")["required"], json!(["rule", "field"]));
        assert_eq!(
            of("maxlength")["required"],
            json!(["rule", "field", "threshold"])
        );
        assert_eq!(
            of("maxlength")["properties"]["threshold"]["type"],
            "integer"
        );
        assert_eq!(of("mindate")["properties"]["threshold"]["type"], "string");
        assert_eq!(of("enum")["properties"]["accept"]["type"], "array");
        assert_eq!(of("email")["properties"]["field"]["pattern"], NAME);
    }
}
