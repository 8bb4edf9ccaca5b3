//! Every text and every list of the platform's API has a limit in the description, and a value far above it is refused with
//! the name of its field, before anything else is done with it (docs/interface/platform/conventions.md#limits-of-input).

use std::collections::BTreeSet;

use domain::platform::access::Role;
use pauta_tests::app::{RequestBody, TestApp, TestRequest, sample_request};
use serde_json::{Map, Value, json};

const NAMED: &str = "#/components/schemas/";
/// Above this, a value is not sent: the limit of the whole body is nearer.
const SENT: usize = 200_000;

/// A limit of the description: the steps to the value, and a value that exceeds it.
struct Limit {
    steps: Vec<Step>,
    field: String,
    beyond: Option<Value>,
}

#[derive(Clone)]
enum Step {
    Member(String),
    Element,
}

/// Follows a schema to its texts and lists.
struct Walk<'a> {
    named: &'a Map<String, Value>,
    limits: Vec<Limit>,
    missing: BTreeSet<String>,
}

impl Walk<'_> {
    fn follow(&mut self, schema: &Value, steps: &[Step], seen: &[&str]) {
        if let Some(reference) = schema["$ref"].as_str() {
            let name = reference.strip_prefix(NAMED).unwrap();
            if !seen.contains(&name) {
                let named = self.named;
                self.follow(&named[name], steps, &[seen, &[name]].concat());
            }
            return;
        }
        for keyword in ["oneOf", "anyOf", "allOf"] {
            for form in schema[keyword].as_array().into_iter().flatten() {
                self.follow(form, steps, seen);
            }
        }
        let is = |kind: &str| match &schema["type"] {
            Value::String(name) => name == kind,
            Value::Array(names) => names.contains(&json!(kind)),
            _ => false,
        };
        if is("string") {
            self.text(schema, steps);
        }
        if is("array") {
            self.limit(schema["maxItems"].as_u64(), steps, |most| {
                json!(vec![Value::Null; most + 1])
            });
            let inner = [steps, &[Step::Element]].concat();
            self.follow(&schema["items"], &inner, seen);
        }
        for (name, member) in schema["properties"].as_object().into_iter().flatten() {
            let inner = [steps, &[Step::Member(name.clone())]].concat();
            self.follow(member, &inner, seen);
        }
        if schema["additionalProperties"].is_object() {
            self.limit(schema["maxProperties"].as_u64(), steps, |most| {
                (0..=most)
                    .map(|n| (format!("m{n}"), Value::Null))
                    .collect::<Map<_, _>>()
                    .into()
            });
            let inner = [steps, &[Step::Member("m".to_owned())]].concat();
            self.follow(&schema["additionalProperties"], &inner, seen);
        }
    }

    fn text(&mut self, schema: &Value, steps: &[Step]) {
        let has_form = ["enum", "const", "pattern"]
            .iter()
            .any(|word| !schema[word].is_null());
        // A date has one length. The size of a file is that of the upload.
        let format = schema["format"].as_str().unwrap_or_default();
        if !has_form && !matches!(format, "date" | "date-time" | "binary") {
            self.limit(schema["maxLength"].as_u64(), steps, |most| {
                json!("x".repeat(most + 1))
            });
        }
    }

    fn limit(&mut self, most: Option<u64>, steps: &[Step], beyond: impl Fn(usize) -> Value) {
        let field = steps.iter().fold(String::new(), |path, step| match step {
            Step::Member(name) if path.is_empty() => name.clone(),
            Step::Member(name) => format!("{path}.{name}"),
            Step::Element => format!("{path}[0]"),
        });
        match most {
            Some(most) => {
                let most = usize::try_from(most).unwrap();
                let most = (4 * most).max(most + 2_000);
                self.limits.push(Limit {
                    steps: steps.to_vec(),
                    field,
                    beyond: (most <= SENT).then(|| beyond(most)),
                });
            }
            None => {
                self.missing.insert(field);
            }
        }
    }
}

/// Puts `value` where the steps lead.
fn put(body: &mut Value, steps: &[Step], value: Value) {
    match steps {
        [] => *body = value,
        [Step::Member(name), rest @ ..] => {
            if !body.is_object() {
                *body = json!({});
            }
            put(&mut body[name.as_str()], rest, value);
        }
        [Step::Element, rest @ ..] => {
            let mut element = body.get(0).cloned().unwrap_or_default();
            put(&mut element, rest, value);
            *body = json!([element]);
        }
    }
}

/// Puts a value that is too large into a request; false when the request has no JSON body for it.
fn enlarge(request: &mut TestRequest, limit: &Limit, beyond: Value, in_body: bool) -> bool {
    if in_body {
        let RequestBody::Json(body) = &mut request.body else {
            return false;
        };
        put(body, &limit.steps, beyond);
        return true;
    }
    let value = match &beyond {
        Value::String(text) => text.clone(),
        list => vec!["1"; list.as_array().map_or(1, Vec::len)].join(","),
    };
    let joint = if request.path.contains('?') { '&' } else { '?' };
    request.path = format!("{}{joint}{}={value}", request.path, limit.field);
    true
}

#[tokio::test]
async fn a_value_above_the_limit_of_its_description_is_refused() {
    let app = TestApp::new().await;
    let administrator = app.signed_in_user("limites", Role::Admin).await;
    let description = &app.description;
    let named = description["components"]["schemas"].as_object().unwrap();
    let (mut missing, mut accepted, mut sent) = (Vec::new(), Vec::new(), 0);
    for operation in app.operations() {
        let method = operation.method.as_str().to_lowercase();
        let described = &description["paths"][&operation.path][&method];
        let walk = || Walk {
            named,
            limits: Vec::new(),
            missing: BTreeSet::new(),
        };
        let (mut body, mut query) = (walk(), walk());
        for (_, content) in described["requestBody"]["content"]
            .as_object()
            .into_iter()
            .flatten()
        {
            body.follow(&content["schema"], &[], &[]);
        }
        for parameter in described["parameters"].as_array().into_iter().flatten() {
            // The head of a request is limited as a whole, and what a path names is a number or a word.
            if parameter["in"] == "query" {
                let name = parameter["name"].as_str().unwrap().to_owned();
                query.follow(&parameter["schema"], &[Step::Member(name)], &[]);
            }
        }
        let places = body.missing.iter().chain(&query.missing);
        missing.extend(places.map(|place| format!("{}: {place}", operation.name())));
        for (limit, in_body) in body
            .limits
            .iter()
            .map(|limit| (limit, true))
            .chain(query.limits.iter().map(|limit| (limit, false)))
        {
            let Some(beyond) = limit.beyond.clone() else {
                continue;
            };
            sent += 1;
            let objects = app.objects(
                administrator.user.id,
                administrator.user.id,
                administrator.user.id,
                administrator.user.id,
            );
            let mut request = sample_request(&operation, &objects.await, 5000 + sent).unwrap();
            if !enlarge(&mut request, limit, beyond, in_body) {
                continue;
            }
            let answer = app.ask(Some(&administrator), request).await;
            let names_it = answer.json["issues"]
                .to_string()
                .contains(&format!("\"{}\"", limit.field));
            // People see a page where a provider sends them.
            let is_page = answer.json.is_null() && answer.status == 400;
            if !is_page && (answer.status != 422 || !names_it) {
                let (status, json) = (answer.status, answer.json.to_string());
                let json: String = json.chars().take(300).collect();
                accepted.push(format!(
                    "{}: {}: {status} {json}",
                    operation.name(),
                    limit.field
                ));
            }
        }
    }
    assert!(
        missing.is_empty(),
        "without a limit:\n{}",
        missing.join("\n")
    );
    assert!(accepted.is_empty(), "not refused:\n{}", accepted.join("\n"));
    assert!(sent > 100, "{sent} limits were tried");
}
