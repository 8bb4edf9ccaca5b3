//! Every operation of the platform's interface with each text, list and object of its body or query.

use growth::TIMES;
use http::Method;
use pauta_tests::app::{Operation, RequestBody, TestRequest, sample_request};
use pauta_tests::prepared_app::PreparedApp;
use serde_json::{Map, Value, json};

use crate::counts::{Caller, Measured, counted};
use crate::shapes::{Growing, of_type};

/// Measures every operation.
pub async fn walk(prepared: &PreparedApp) -> Vec<Measured> {
    let mut found = Vec::new();
    for operation in prepared.app.operations() {
        // What a deletion is sent is a password at most.
        if operation.method == Method::DELETE {
            continue;
        }
        let name = operation.name();
        let Some(sample) = sample_request(&operation, &prepared.objects, 1) else {
            continue;
        };
        for parameter in parameters(&prepared.app.description, &operation) {
            for growing in of_type(&parameter.kind) {
                let work = Sending {
                    prepared,
                    sample: &sample,
                    parameter: &parameter,
                    growing,
                };
                work.send(1).await;
                found.push(Measured {
                    route: name.clone(),
                    parameter: parameter.name.clone(),
                    shape: growing.name,
                    shorter: work.send(1).await,
                    longer: work.send(TIMES).await,
                });
            }
        }
    }
    found.extend(compared(prepared).await);
    found
}

/// A parameter of a request with a value that grows.
struct Sending<'a> {
    prepared: &'a PreparedApp,
    sample: &'a TestRequest,
    parameter: &'a Parameter,
    growing: Growing,
}

impl Sending<'_> {
    async fn send(&self, times: usize) -> crate::counts::Work {
        let mut request = self.sample.clone();
        let value = self.growing.of(times);
        let name = &self.parameter.name;
        match &mut request.body {
            _ if self.parameter.is_of_query => add_to_query(&mut request.path, name, &value),
            RequestBody::Json(body) => body[name] = value,
            _ => {}
        }
        let caller = Caller::Person(&self.prepared.admin);
        counted(&self.prepared.app, caller, request).await.1
    }
}

/// A parameter of an operation.
struct Parameter {
    name: String,
    /// Its JSON Schema type.
    kind: String,
    is_of_query: bool,
}

/// The members of the body and the parameters of the query.
fn parameters(description: &Value, operation: &Operation) -> Vec<Parameter> {
    let method = operation.method.as_str().to_lowercase();
    let described = &description["paths"][&operation.path][&method];
    let body = &described["requestBody"]["content"]["application/json"]["schema"];
    let none = (Map::new(), Vec::new());
    let members = resolved(description, body)["properties"].as_object();
    let members = members.unwrap_or(&none.0).iter();
    let asked = described["parameters"].as_array().unwrap_or(&none.1);
    let asked = asked.iter().filter(|one| one["in"] == "query");
    members
        .map(|(name, schema)| (name.as_str(), schema, false))
        .chain(asked.filter_map(|one| Some((one["name"].as_str()?, &one["schema"], true))))
        .filter_map(|(name, schema, is_of_query)| {
            Some(Parameter {
                name: name.to_owned(),
                kind: kind(description, schema)?,
                is_of_query,
            })
        })
        .collect()
}

/// The type of a schema that may be null.
fn kind(description: &Value, schema: &Value) -> Option<String> {
    let schema = match &schema["oneOf"] {
        Value::Array(choices) => choices.last()?,
        _ => schema,
    };
    let kind = match &resolved(description, schema)["type"] {
        Value::Array(kinds) => kinds.iter().find(|kind| **kind != json!("null"))?,
        kind => kind,
    };
    kind.as_str().map(str::to_owned)
}

/// Replaces a parameter of the query by a quarter of this text, or of the elements of this list: an address has at most
/// 64 KiB.
fn add_to_query(path: &mut String, name: &str, value: &Value) {
    let (route, query) = path.split_once('?').unwrap_or((path, ""));
    let kept = url::form_urlencoded::parse(query.as_bytes()).filter(|(own, _)| own != name);
    let mut query = url::form_urlencoded::Serializer::new(String::new());
    query.extend_pairs(kept);
    match value {
        Value::Array(elements) => {
            let elements = elements.iter().take(elements.len() / 4);
            let elements: Vec<String> = elements.map(Value::to_string).collect();
            query.append_pair(name, &elements.join(","));
        }
        _ => {
            let text = value.as_str().unwrap_or_default();
            query.append_pair(name, text.get(..text.len() / 4).unwrap_or_default());
        }
    }
    *path = format!("{route}?{}", query.finish());
}

fn resolved<'a>(description: &'a Value, schema: &'a Value) -> &'a Value {
    let Some(name) = schema["$ref"].as_str() else {
        return schema;
    };
    let name = name.rsplit('/').next().unwrap_or_default();
    &description["components"]["schemas"][name]
}

/// The comparison of two versions, the analysis and the check of a stored text.
async fn compared(prepared: &PreparedApp) -> Vec<Measured> {
    let mut found = Vec::new();
    let post = prepared.objects.post;
    for growing in of_type("string") {
        let mut works = [Vec::new(), Vec::new()];
        for (of_text, times) in works.iter_mut().zip([1, TIMES]) {
            let text = growing.of(times);
            let text = text.as_str().unwrap();
            let (first, second) = text.split_at(text.len() / 2);
            let mut numbers = Vec::new();
            for body in [text.to_owned(), format!("{}{first}", second.to_uppercase())] {
                let path = format!("/posts/{post}");
                let edited = prepared
                    .ask(Method::PUT, &path, json!({ "body": body }))
                    .await;
                numbers.push(edited.json["version"].clone());
            }
            for path in [
                format!("versions/{}/diff/{}", numbers[0], numbers[1]),
                "analysis".to_owned(),
                "validation".to_owned(),
            ] {
                let call = TestRequest::get(format!("/api/v1/posts/{post}/{path}"));
                let caller = Caller::Person(&prepared.admin);
                let (answer, work) = counted(&prepared.app, caller, call).await;
                assert!(answer.status.is_success(), "{path}: {}", answer.text);
                of_text.push(work);
            }
        }
        let routes = ["versions/{a}/diff/{b}", "analysis", "validation"];
        let routes = routes.map(|route| format!("/api/v1/posts/{{id}}/{route}"));
        found.extend(Measured::of_stored(
            routes,
            "stored body",
            growing.name,
            works,
        ));
    }
    found
}
