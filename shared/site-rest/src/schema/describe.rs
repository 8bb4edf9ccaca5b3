//! Descriptions of schemas: entries of `args` in the index, and JSON Schemas in responses to OPTIONS.

use serde_json::{Map, Value, json};

use super::{Additional, Bound, Kind, Schema};

impl Schema {
    /// The entry of a parameter in the index: the keywords of its value, then `required`. Keywords about responses
    /// (contexts, read-only) are only in nested schemas.
    pub fn as_arg(&self, required: bool) -> Value {
        let mut entry = self.keywords();
        entry.insert("required".to_owned(), Value::Bool(required));
        Value::Object(entry)
    }

    /// The complete JSON Schema.
    pub fn as_schema(&self) -> Value {
        let mut schema = self.keywords();
        if !self.contexts.is_empty() {
            schema.insert("context".to_owned(), json!(self.contexts));
        }
        if self.readonly {
            schema.insert("readonly".to_owned(), Value::Bool(true));
        }
        if self.required {
            schema.insert("required".to_owned(), Value::Bool(true));
        }
        Value::Object(schema)
    }

    fn keywords(&self) -> Map<String, Value> {
        let mut out = Map::new();
        let mut put = |name: &str, value: Option<Value>| {
            if let Some(value) = value {
                out.insert(name.to_owned(), value);
            }
        };
        put("title", self.title.as_deref().map(Value::from));
        let of_kinds = kinds(&self.kinds).filter(|_| !self.implied);
        put("type", self.type_name.map(Value::from).or(of_kinds));
        put("description", self.description.as_deref().map(Value::from));
        put(
            "format",
            self.format.map(|format| Value::from(format.name())),
        );
        put(
            "enum",
            (!self.choices.is_empty()).then(|| Value::from(self.choices.clone())),
        );
        put("default", self.default.clone());
        put("minimum", number(self.minimum.as_ref()));
        put("exclusiveMinimum", exclusive(self.minimum.as_ref()));
        put("maximum", number(self.maximum.as_ref()));
        put("exclusiveMaximum", exclusive(self.maximum.as_ref()));
        put("multipleOf", self.multiple_of.clone().map(Value::Number));
        put("minLength", self.min_length.map(Value::from));
        put("maxLength", self.max_length.map(Value::from));
        put(
            "pattern",
            self.pattern
                .as_ref()
                .map(|pattern| Value::from(pattern.as_str())),
        );
        put(
            "required",
            (!self.needs.is_empty()).then(|| json!(self.needs)),
        );
        put("items", self.items.as_ref().map(|items| items.as_schema()));
        put("minItems", self.min_items.map(Value::from));
        put("maxItems", self.max_items.map(Value::from));
        put(
            "uniqueItems",
            self.unique_items.then_some(Value::Bool(true)),
        );
        put(
            "properties",
            if self.properties.is_empty() {
                self.bare.then(|| Value::Array(Vec::new()))
            } else {
                Some(self.described_members())
            },
        );
        put(
            "additionalProperties",
            match &self.additional {
                Additional::Any => None,
                Additional::None => Some(Value::Bool(false)),
                // An empty schema accepts everything.
                Additional::Schema(schema) => Some(match schema.as_schema() {
                    Value::Object(schema) if schema.is_empty() => Value::Bool(true),
                    schema => schema,
                }),
            },
        );
        put("anyOf", several(&self.any_of));
        put("oneOf", several(&self.one_of));
        out
    }

    fn described_members(&self) -> Value {
        self.properties
            .iter()
            .map(|(name, schema)| (name.to_string(), schema.as_schema()))
            .collect::<Map<_, _>>()
            .into()
    }
}

fn kinds(kinds: &[Kind]) -> Option<Value> {
    match kinds {
        [] => None,
        [one] => Some(Value::from(one.name())),
        several => Some(several.iter().map(|kind| kind.name()).collect()),
    }
}

fn number(bound: Option<&Bound>) -> Option<Value> {
    bound.map(|bound| Value::Number(bound.value.clone()))
}

fn exclusive(bound: Option<&Bound>) -> Option<Value> {
    bound
        .filter(|bound| bound.exclusive)
        .map(|_| Value::Bool(true))
}

fn several(schemas: &[Schema]) -> Option<Value> {
    if schemas.is_empty() {
        None
    } else {
        Some(schemas.iter().map(Schema::as_schema).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schema::Format;

    #[test]
    fn args_show_keywords_in_one_order() {
        let per_page = Schema::integer()
            .default_to(10)
            .min(1)
            .max(100)
            .about("Items per page.");
        insta::assert_json_snapshot!(per_page.as_arg(false), @r#"
        {
          "type": "integer",
          "description": "Items per page.",
          "default": 10,
          "minimum": 1,
          "maximum": 100,
          "required": false
        }
        "#);
    }

    #[test]
    fn a_type_name_of_its_own_is_shown() {
        let flag = Schema::any_shown_as("bool").default_to(true);
        assert_eq!(
            flag.as_arg(false),
            json!({"type": "bool", "default": true, "required": false})
        );
    }

    #[test]
    fn nested_schemas_show_contexts() {
        let title = Schema::object().shown_in(&["view"]).with(
            "rendered",
            Schema::string().readonly().shown_in(&["view", "edit"]),
        );
        assert_eq!(
            title.as_arg(false),
            json!({"type": "object", "properties": {"rendered": {"type": "string", "context": ["view", "edit"], "readonly": true}}, "required": false})
        );
        let date = Schema::of(&[Kind::String, Kind::Null]).format(Format::DateTime);
        assert_eq!(
            date.as_schema(),
            json!({"type": ["string", "null"], "format": "date-time"})
        );
    }
}
