//! Converts a valid value to the form that handlers read.

use serde_json::{Map, Value};

use super::{Additional, Format, Kind, Path, Schema, clean, loose};
use crate::error::{RestError, codes};

impl Schema {
    /// The value as handlers read it: numbers as numbers, lists as lists, text of certain formats sanitised. Call it
    /// after [`Schema::validate`].
    ///
    /// # Errors
    /// Violations that show only after coercion: equal elements in a list that requires unique ones.
    pub fn coerce(&self, value: &Value, path: &Path<'_>) -> Result<Value, RestError> {
        if !self.any_of.is_empty() {
            return self.find_any(value, path)?.coerce(value, path);
        }
        if !self.one_of.is_empty() {
            return self.find_one(value, path)?.coerce(value, path);
        }
        self.coerce_by_kind(value, path)
    }

    /// The result of coercing `null`: the empty value of the first type, unless `null` is one of the types.
    pub(crate) fn emptied(&self) -> Value {
        if self.kinds.contains(&Kind::Null) {
            return Value::Null;
        }
        match self.kinds.first() {
            Some(Kind::Array) => Value::Array(Vec::new()),
            Some(Kind::Object) => Value::Object(Map::new()),
            Some(Kind::Integer | Kind::Number) => Value::from(0),
            Some(Kind::Boolean) => Value::from(false),
            Some(Kind::String) => Value::from(""),
            Some(Kind::Null) | None => Value::Null,
        }
    }

    /// Validates and coerces in one step.
    ///
    /// # Errors
    /// The first violation.
    pub fn accept(&self, value: &Value, path: &Path<'_>) -> Result<Value, RestError> {
        self.validate(value, path)?;
        self.coerce(value, path)
    }

    pub(crate) fn coerce_by_kind(
        &self,
        value: &Value,
        path: &Path<'_>,
    ) -> Result<Value, RestError> {
        match self.best_kind(value) {
            Some(Kind::Integer) => Ok(loose::integer(value).map_or(Value::Null, Value::from)),
            Some(Kind::Number) => Ok(loose::number(value).map_or(Value::Null, loose::to_number)),
            Some(Kind::Boolean) => Ok(loose::boolean(value).map_or(Value::Null, Value::from)),
            Some(Kind::String) => Ok(self.coerce_text(value)),
            Some(Kind::Array) => self.coerce_list(value, path),
            Some(Kind::Object) => self.coerce_map(value, path),
            Some(Kind::Null) => Ok(Value::Null),
            None => Ok(value.clone()),
        }
    }

    fn coerce_text(&self, value: &Value) -> Value {
        let Some(text) = value.as_str() else {
            return value.clone();
        };
        Value::String(match self.format {
            Some(Format::Uri) => clean::url(text),
            Some(Format::TextField | Format::Uuid | Format::DateTime) => clean::one_line(text),
            Some(Format::Email | Format::Ip | Format::HexColor) | None => text.to_owned(),
        })
    }

    fn coerce_list(&self, value: &Value, path: &Path<'_>) -> Result<Value, RestError> {
        let list = loose::list(value).unwrap_or_default();
        let Some(items) = &self.items else {
            return Ok(Value::Array(list));
        };
        let mut coerced = Vec::with_capacity(list.len());
        for (at, element) in list.iter().enumerate() {
            coerced.push(items.coerce(element, &path.element(at))?);
        }
        if self.unique_items && loose::has_twins(&coerced) {
            return Err(RestError::naming(&codes::DUPLICATE_ITEMS, [&path]));
        }
        Ok(Value::Array(coerced))
    }

    fn coerce_map(&self, value: &Value, path: &Path<'_>) -> Result<Value, RestError> {
        let mut coerced = Map::new();
        for (name, member) in loose::map(value).unwrap_or_default() {
            let member = match (self.member(&name), &self.additional) {
                (Some(schema), _) => schema.coerce(&member, &path.member(&name))?,
                (None, Additional::Schema(schema)) => {
                    schema.coerce(&member, &path.member(&name))?
                }
                (None, Additional::Any) => member,
                (None, Additional::None) => continue,
            };
            coerced.insert(name, member);
        }
        Ok(Value::Object(coerced))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::json;

    fn coerced(schema: &Schema, value: Value) -> Value {
        schema.accept(&value, &Path::root("p")).unwrap()
    }

    #[test]
    fn query_text_becomes_typed() {
        assert_eq!(coerced(&Schema::integer(), json!("5.0")), json!(5));
        assert_eq!(coerced(&Schema::boolean(), json!("TRUE")), json!(true));
        assert_eq!(
            coerced(&Schema::list(Schema::integer()), json!("1,2 3")),
            json!([1, 2, 3])
        );
        assert_eq!(coerced(&Schema::object(), json!("")), json!({}));
        assert_eq!(coerced(&Schema::object(), json!([])), json!({}));
        assert_eq!(
            coerced(&Schema::of(&[Kind::String, Kind::Null]), json!(null)),
            json!(null)
        );
    }

    #[test]
    fn null_empties() {
        assert_eq!(Schema::list(Schema::integer()).emptied(), json!([]));
        assert_eq!(Schema::integer().emptied(), json!(0));
        assert_eq!(Schema::boolean().emptied(), json!(false));
        assert_eq!(Schema::string().emptied(), json!(""));
        assert_eq!(
            Schema::of(&[Kind::String, Kind::Null]).emptied(),
            json!(null)
        );
        assert_eq!(Schema::any().emptied(), json!(null));
    }

    #[test]
    fn types_are_tried_in_declared_order() {
        let either = Schema::of(&[Kind::Integer, Kind::String]);
        assert_eq!(coerced(&either, json!("7")), json!(7));
        assert_eq!(coerced(&either, json!("seven")), json!("seven"));
        assert_eq!(
            coerced(&Schema::of(&[Kind::Array, Kind::String]), json!("")),
            json!("")
        );
    }

    #[test]
    fn elements_that_become_equal_are_refused() {
        let schema = Schema::list(Schema::integer()).unique();
        let error = schema
            .accept(&json!(["1", "1.0"]), &Path::root("p"))
            .unwrap_err();
        assert_eq!(error.code(), "rest_duplicate_items");
        let schema = Schema::list(Schema::object()).unique();
        let error = schema
            .accept(
                &json!([{"a": 1, "b": 2}, {"b": 2, "a": 1}]),
                &Path::root("p"),
            )
            .unwrap_err();
        assert_eq!(error.code(), "rest_duplicate_items");
    }

    fn any_json() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::from),
            any::<i64>().prop_map(Value::from),
            (-1e6..1e6_f64).prop_map(Value::from),
            "[ -~]{0,8}".prop_map(Value::from),
        ];
        leaf.prop_recursive(3, 24, 4, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
                prop::collection::btree_map("[a-z0-9]{0,3}", inner, 0..4)
                    .prop_map(|map| Value::Object(map.into_iter().collect())),
            ]
        })
    }

    proptest! {
        /// An accepted value has the declared type after coercion, and coercing it again changes nothing.
        #[test]
        fn coercion_is_typed_and_idempotent(value in any_json(), which in 0_usize..7) {
            let schema = [
                Schema::integer(),
                Schema::number(),
                Schema::boolean(),
                Schema::string(),
                Schema::list(Schema::integer()),
                Schema::object().with("a", Schema::boolean()),
                Schema::of(&[Kind::String, Kind::Null]),
            ][which].clone();
            if let Ok(once) = schema.accept(&value, &Path::root("p")) {
                let typed = match which {
                    0 => once.is_i64(),
                    1 => once.is_number(),
                    2 => once.is_boolean(),
                    3 => once.is_string(),
                    4 => once.as_array().is_some_and(|list| list.iter().all(Value::is_i64)),
                    5 => once.is_object(),
                    _ => once.is_string() || once.is_null(),
                };
                prop_assert!(typed, "{once}");
                prop_assert_eq!(schema.accept(&once, &Path::root("p")).unwrap(), once);
            }
        }
    }
}
