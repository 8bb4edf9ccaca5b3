//! Checks the sizes of a JSON body or a query against the API description before anything is done with the values: the
//! schema that documents a text's `maxLength` and a list's `maxItems` also bounds them.
//!
//! A handler reports a value that is a little too large together with all other faults of the request, and some answer it
//! with a code of their own. Therefore only values far above their limits are refused here.

use std::any::TypeId;
use std::collections::HashMap;
use std::sync::{Arc, LazyLock, PoisonError, RwLock};

use serde_json::{Map, Value};
use utoipa::openapi::{RefOr, Schema};
use utoipa::{IntoParams, ToSchema};

use crate::issues::Issues;

/// Prefix of references to named schemas.
const NAMED: &str = "#/components/schemas/";
/// Maximum depth of references, so that a schema that contains itself ends.
const DEPTH: usize = 16;
/// A value is far above its limit when it has more than this many times the declared characters or items,
const TIMES: usize = 4;
/// and more than this many in addition to the declared ones.
const MORE: usize = 2_000;
/// Maximum number of issues of one response.
const ISSUES: usize = 20;

/// A schema with the named ones that it refers to, as JSON.
#[derive(Debug, Default)]
struct Declaration {
    root: Value,
    named: Map<String, Value>,
}

/// The declarations by type. Each is made once per process.
static DECLARATIONS: LazyLock<RwLock<HashMap<TypeId, Arc<Declaration>>>> =
    LazyLock::new(RwLock::default);

fn declaration<T: 'static>(make: impl FnOnce() -> Declaration) -> Arc<Declaration> {
    let id = TypeId::of::<T>();
    let known = DECLARATIONS.read().unwrap_or_else(PoisonError::into_inner);
    if let Some(found) = known.get(&id) {
        return Arc::clone(found);
    }
    drop(known);
    let made = Arc::new(make());
    let mut known = DECLARATIONS.write().unwrap_or_else(PoisonError::into_inner);
    Arc::clone(known.entry(id).or_insert(made))
}

/// Whether something of this many bytes can have a value far above its limit; what cannot needs no check.
pub(crate) const fn can_exceed(bytes: usize) -> bool {
    bytes > MORE
}

fn json(schema: &RefOr<Schema>) -> Value {
    serde_json::to_value(schema).unwrap_or_default()
}

/// The issues of a body that is larger than the schema of `T` allows.
pub(crate) fn of_body<T: ToSchema + 'static>(body: &Value) -> Issues {
    let declaration = declaration::<T>(|| {
        let mut named = Vec::new();
        T::schemas(&mut named);
        Declaration {
            root: json(&T::schema()),
            named: named
                .iter()
                .map(|(name, schema)| (name.clone(), json(schema)))
                .collect(),
        }
    });
    let mut issues = Issues::default();
    declaration.check(&declaration.root, body, "", DEPTH, &mut issues);
    issues
}

/// The issues of query parameters that are larger than `P` declares. `sent` are the decoded names and values.
pub(crate) fn of_query<P: IntoParams + 'static>(sent: &[(String, String)]) -> Issues {
    let declaration = declaration::<P>(|| {
        let parameters = P::into_params(|| None).into_iter();
        let members: Map<String, Value> = parameters
            .map(|parameter| {
                let schema = parameter.schema.as_ref().map(json);
                (parameter.name, schema.unwrap_or_default())
            })
            .collect();
        Declaration {
            root: Value::Object(members),
            named: Map::new(),
        }
    });
    let mut issues = Issues::default();
    for (name, value) in sent {
        let Some(schema) = declaration.root.get(name) else {
            continue;
        };
        if let Some(most) = limit(schema, "maxItems") {
            check_items(value.split(',').count(), most, name, &mut issues);
        } else {
            let value = Value::from(value.as_str());
            declaration.check(schema, &value, name, DEPTH, &mut issues);
        }
    }
    issues
}

impl Declaration {
    fn check(&self, schema: &Value, value: &Value, path: &str, depth: usize, issues: &mut Issues) {
        let Some(depth) = depth.checked_sub(1) else {
            return;
        };
        if issues.fields().count() >= ISSUES {
            return;
        }
        if let Some(schema) = self.referred(schema) {
            return self.check(schema, value, path, depth, issues);
        }
        for part in alternatives(schema, &["allOf"]) {
            self.check(part, value, path, depth, issues);
        }
        self.check_alternatives(schema, value, path, depth, issues);
        match value {
            Value::String(text) => {
                if let Some(most) = limit(schema, "maxLength")
                    && is_far_above(text.len(), most)
                    && is_far_above(text.chars().count(), most)
                {
                    issues.check_length(text, most, path);
                }
            }
            Value::Array(list) => {
                if let Some(most) = limit(schema, "maxItems") {
                    check_items(list.len(), most, path, issues);
                }
                let Some(items) = schema.get("items") else {
                    return;
                };
                for (at, element) in list.iter().enumerate() {
                    self.check(items, element, &format!("{path}[{at}]"), depth, issues);
                }
            }
            Value::Object(map) => self.check_members(schema, map, path, depth, issues),
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }

    fn check_members(
        &self,
        schema: &Value,
        map: &Map<String, Value>,
        path: &str,
        depth: usize,
        issues: &mut Issues,
    ) {
        if let Some(most) = limit(schema, "maxProperties") {
            check_items(map.len(), most, path, issues);
        }
        for (name, member) in map {
            let declared = schema.get("properties").and_then(|known| known.get(name));
            let declared = declared.or_else(|| schema.get("additionalProperties"));
            if let Some(declared) = declared {
                let place = if path.is_empty() {
                    name.clone()
                } else {
                    format!("{path}.{name}")
                };
                self.check(declared, member, &place, depth, issues);
            }
        }
    }

    /// Of several forms of a value, one must allow its size. `null` allows no other value.
    fn check_alternatives(
        &self,
        schema: &Value,
        value: &Value,
        path: &str,
        depth: usize,
        issues: &mut Issues,
    ) {
        let mut first = None;
        for form in alternatives(schema, &["oneOf", "anyOf"]) {
            if form.get("type").and_then(Value::as_str) == Some("null") {
                continue;
            }
            let mut found = Issues::default();
            self.check(form, value, path, depth, &mut found);
            if found.is_empty() {
                return;
            }
            first.get_or_insert(found);
        }
        issues.extend(first.unwrap_or_default());
    }

    fn referred(&self, schema: &Value) -> Option<&Value> {
        let reference = schema.get("$ref")?.as_str()?;
        self.named.get(reference.strip_prefix(NAMED)?)
    }
}

const fn is_far_above(found: usize, most: usize) -> bool {
    found > most.saturating_mul(TIMES) && found > most.saturating_add(MORE)
}

fn alternatives<'a>(schema: &'a Value, names: &'a [&str]) -> impl Iterator<Item = &'a Value> {
    let lists = names.iter().filter_map(|name| schema.get(name)?.as_array());
    lists.flatten()
}

fn limit(schema: &Value, keyword: &str) -> Option<usize> {
    usize::try_from(schema.get(keyword)?.as_u64()?).ok()
}

fn check_items(found: usize, most: usize, path: &str, issues: &mut Issues) {
    if is_far_above(found, most) {
        let message = format!("Envie no máximo {most} itens (há {found}).");
        issues.add("too_many", path, message);
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[derive(ToSchema)]
    #[expect(dead_code, reason = "only described")]
    struct Question {
        #[schema(max_length = 3)]
        text: String,
    }

    #[derive(ToSchema)]
    #[expect(dead_code, reason = "only described")]
    struct Body {
        #[schema(max_length = 5)]
        title: Option<String>,
        question: Option<Question>,
        #[schema(max_items = 2)]
        questions: Vec<Question>,
    }

    #[derive(IntoParams)]
    #[expect(dead_code, reason = "only described")]
    struct Filter {
        #[param(max_length = 5)]
        q: Option<String>,
        #[param(value_type = Option<Vec<u64>>, style = Form, explode = false, max_items = 2)]
        ids: Option<String>,
    }

    fn fields(issues: &Issues) -> Vec<&str> {
        issues.fields().collect()
    }

    #[test]
    fn a_body_is_not_far_above_its_schema() {
        let long = "é".repeat(2_010);
        let few = json!({"text": "abc"});
        for (body, expected) in [
            (json!({}), &[] as &[&str]),
            (json!({"title": "éééééé"}), &[]),
            (json!({"title": null, "other": long}), &[]),
            (json!({"title": long}), &["title"]),
            (json!({"question": few}), &[]),
            (json!({"question": {"text": long}}), &["question.text"]),
            (
                json!({"questions": [few, {"text": long}]}),
                &["questions[1].text"],
            ),
            (json!({"questions": [{}, {}, {}]}), &[]),
            (json!({"questions": vec![json!({}); 2_003]}), &["questions"]),
            (json!({"title": [long]}), &[]),
        ] {
            assert_eq!(fields(&of_body::<Body>(&body)), expected);
        }
    }

    #[test]
    fn a_query_is_not_far_above_its_parameters() {
        let long = "é".repeat(2_010);
        let many = vec!["1"; 2_003].join(",");
        for (name, value, expected) in [
            ("q", "éééééé", None),
            ("q", long.as_str(), Some("q")),
            ("ids", "1,2,3", None),
            ("ids", many.as_str(), Some("ids")),
            ("other", long.as_str(), None),
        ] {
            let found = of_query::<Filter>(&[(name.to_owned(), value.to_owned())]);
            assert_eq!(found.fields().next(), expected, "{name}");
        }
    }
}
