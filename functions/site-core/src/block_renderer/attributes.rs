//! Validation of a block's attributes by the schemas of its type.

use serde_json::{Map, Value};
use site_api::Caller;
use site_rest::schema::Path;
use site_rest::{Kind, Params, RestError, Schema};

/// Deepest level of a schema that is read.
const DEPTH: usize = 8;

/// Validates `attributes` and brings them into the form of their types. Those of an unknown block are left as they are: the
/// handler refuses it.
pub fn refine(_caller: &Caller, params: &mut Params) -> Vec<(String, RestError)> {
    let one = params.text("name").and_then(site_blocks::named);
    let Some(one) = one else {
        return Vec::new();
    };
    let empty = Value::Object(Map::new());
    let written = match params.get("attributes") {
        None => &empty,
        // An empty list is how some clients write an empty object.
        Some(Value::Array(list)) if list.is_empty() => &empty,
        Some(value) => value,
    };
    match object(&one.attributes)
        .closed()
        .accept(written, &Path::root("attributes"))
    {
        Ok(accepted) => {
            params.set("attributes", accepted);
            Vec::new()
        }
        Err(error) => vec![("attributes".to_owned(), error)],
    }
}

fn object(members: &Map<String, Value>) -> Schema {
    let read = members
        .iter()
        .map(|(name, json)| (name, schema(json, DEPTH)));
    read.fold(Schema::object(), |object, (name, schema)| {
        object.with(name.clone(), schema)
    })
}

/// The schema that a block type declares as JSON. Types that are none of JSON Schema, such as `rich-text`, allow any value, as
/// in deployed systems.
fn schema(json: &Value, depth: usize) -> Schema {
    let kinds = kinds(json.get("type"));
    let mut schema = match kinds.as_slice() {
        [] => Schema::any(),
        kinds => Schema::of(kinds),
    };
    if let Some(choices) = json.get("enum").and_then(Value::as_array) {
        schema = schema.choices(choices.iter().cloned());
    }
    let bound = |name: &str| json.get(name).and_then(Value::as_number).cloned();
    if let Some(least) = bound("minimum") {
        schema = schema.min(least);
    }
    if let Some(most) = bound("maximum") {
        schema = schema.max(most);
    }
    if depth == 0 {
        return schema;
    }
    if let Some(items) = json.get("items") {
        schema = schema.items(self::schema(items, depth - 1));
    }
    let members = json.get("properties").and_then(Value::as_object);
    for (name, json) in members.into_iter().flatten() {
        schema = schema.with(name.clone(), self::schema(json, depth - 1));
    }
    schema
}

/// The types that a schema declares as a name or a list of names.
fn kinds(declared: Option<&Value>) -> Vec<Kind> {
    let names: Vec<&str> = match declared {
        Some(Value::String(name)) => vec![name],
        Some(Value::Array(names)) => names.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    };
    let kind = |name: &str| {
        Some(match name {
            "array" => Kind::Array,
            "object" => Kind::Object,
            "string" => Kind::String,
            "number" => Kind::Number,
            "integer" => Kind::Integer,
            "boolean" => Kind::Boolean,
            "null" => Kind::Null,
            _ => return None,
        })
    };
    let known: Vec<Kind> = names.iter().filter_map(|name| kind(name)).collect();
    // One unknown type among several allows what it means, which only the editor knows.
    if known.len() < names.len() {
        return Vec::new();
    }
    known
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn accepted(declared: Value, value: Value) -> Result<Value, &'static str> {
        let accepted = schema(&declared, DEPTH).accept(&value, &Path::root(""));
        accepted.map_err(|error| error.code())
    }

    #[test]
    fn schemas_of_block_types_validate() {
        for (declared, value, expected) in [
            (json!({"type": "number"}), json!("5"), Ok(json!(5.0))),
            (
                json!({"type": "number"}),
                json!("x"),
                Err("rest_invalid_type"),
            ),
            (json!({"type": "boolean"}), json!("true"), Ok(json!(true))),
            (
                json!({"type": "rich-text"}),
                json!({"a": 1}),
                Ok(json!({"a": 1})),
            ),
            (json!({}), json!([1]), Ok(json!([1]))),
            (
                json!({"type": ["string", "boolean"], "enum": ["all", false]}),
                json!(false),
                Ok(json!(false)),
            ),
            (
                json!({"enum": ["a", "b"]}),
                json!("c"),
                Err("rest_not_in_enum"),
            ),
            (
                json!({"type": "array", "items": {"type": "object"}}),
                json!([{"id": 3}]),
                Ok(json!([{"id": 3}])),
            ),
            (
                json!({"type": "integer", "minimum": 1, "maximum": 9}),
                json!(10),
                Err("rest_out_of_bounds"),
            ),
        ] {
            assert_eq!(accepted(declared.clone(), value), expected, "{declared}");
        }
    }

    #[test]
    fn every_type_accepts_its_defaults() {
        for one in site_blocks::all() {
            let defaults = one.attributes.iter().filter_map(|(name, json)| {
                let default = json.get("default").filter(|value| !value.is_null())?;
                Some((name.clone(), default.clone()))
            });
            let defaults = Value::Object(defaults.collect());
            let accepted = object(&one.attributes)
                .closed()
                .accept(&defaults, &Path::root(""));
            assert!(accepted.is_ok(), "{}: {accepted:?}", one.name);
        }
    }
}
