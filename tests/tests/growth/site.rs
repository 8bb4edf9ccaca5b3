//! Every handler of the site's interface with one parameter of each type, as its index declares them.

use std::collections::BTreeMap;

use growth::TIMES;
use http::Method;
use pauta_tests::app::{Basic, TestApp, TestRequest, upload};
use serde_json::{Map, Value, json};

use crate::counts::{Caller, Measured, counted};
use crate::shapes::of_type;

/// Namespaces whose handlers ask services that the test does not have, and the addresses that tell of all others.
const LEFT_OUT: [&str; 4] = [
    "/seo/v1/ai_generator",
    "/seo/v1/rank-tracker",
    "/seo/v1/keyword-research",
    "/mail-smtp",
];

/// Measures every handler.
pub async fn walk(app: &TestApp) -> Vec<Measured> {
    let login = app.basic();
    fill(app, &login).await;
    let index = ask(app, &login, TestRequest::get("/rest/")).await;
    let mut found = Vec::new();
    for (route, described) in index["routes"].as_object().unwrap() {
        if LEFT_OUT.iter().any(|start| route.starts_with(start)) {
            continue;
        }
        let Some(path) = path(app, &login, route).await else {
            continue;
        };
        for endpoint in described["endpoints"].as_array().unwrap() {
            for method in endpoint["methods"].as_array().unwrap() {
                let method: Method = method.as_str().unwrap().parse().unwrap();
                if matches!(method, Method::GET | Method::POST) {
                    let handler = Handler {
                        app,
                        login: &login,
                        route,
                        path: &path,
                        method,
                    };
                    handler.measure(&endpoint["args"], &mut found).await;
                }
            }
        }
    }
    found
}

/// A handler at an address.
struct Handler<'a> {
    app: &'a TestApp,
    login: &'a Basic,
    route: &'a str,
    path: &'a str,
    method: Method,
}

impl Handler<'_> {
    async fn measure(&self, parameters: &Value, found: &mut Vec<Measured>) {
        let Some(parameters) = parameters.as_object() else {
            return;
        };
        for (name, kind) in representatives(parameters) {
            for growing in of_type(kind) {
                let send = async |times| {
                    let mut body = required(parameters);
                    body.insert(name.to_owned(), growing.of(times));
                    let caller = Caller::Author(self.login);
                    counted(self.app, caller, self.request(&Value::Object(body)))
                        .await
                        .1
                };
                send(1).await;
                found.push(Measured {
                    route: format!("{} {}", self.method, self.route),
                    parameter: name.to_owned(),
                    shape: growing.name,
                    shorter: send(1).await,
                    longer: send(TIMES).await,
                });
            }
        }
    }

    /// A read carries its parameters in a body too: a query is shorter.
    fn request(&self, body: &Value) -> TestRequest {
        let path = match self.method {
            Method::GET => format!("{}?_method=GET", self.path),
            _ => self.path.to_owned(),
        };
        TestRequest::post(path, body.clone())
    }
}

/// The parameters that are measured: those of texts that people write and search for, and the first of each other type.
fn representatives(parameters: &Map<String, Value>) -> BTreeMap<&str, &str> {
    let mut chosen = BTreeMap::new();
    let mut seen = Vec::new();
    for (name, schema) in parameters {
        let kinds: Vec<&str> = match &schema["type"] {
            Value::String(kind) => vec![kind],
            Value::Array(kinds) => kinds.iter().filter_map(Value::as_str).collect(),
            _ => continue,
        };
        let Some(kind) = kinds.into_iter().find(|kind| !of_type(kind).is_empty()) else {
            continue;
        };
        let is_chosen = matches!(
            name.as_str(),
            "search"
                | "content"
                | "title"
                | "slug"
                | "include"
                | "meta"
                | "description"
                | "code"
                | "form"
        );
        let is_closed = schema.get("enum").is_some() || name == "context" || name == "password";
        if is_chosen || (!is_closed && !seen.contains(&kind)) {
            chosen.insert(name.as_str(), kind);
            seen.push(kind);
        }
    }
    chosen
}

/// A value for each required parameter.
fn required(parameters: &Map<String, Value>) -> Map<String, Value> {
    let needed = parameters
        .iter()
        .filter(|(_, schema)| schema["required"] == json!(true));
    let value = |schema: &Value| match schema["enum"].as_array().and_then(|values| values.first()) {
        Some(value) => value.clone(),
        None => match schema["type"].as_str() {
            Some("integer" | "number") => json!(1),
            Some("boolean") => json!(true),
            Some("array") => json!([]),
            Some("object") => json!({}),
            _ => json!("a"),
        },
    };
    needed
        .map(|(name, schema)| (name.clone(), value(schema)))
        .collect()
}

/// An address of a route: its first record, and 1 where none is listed.
async fn path(app: &TestApp, login: &Basic, route: &str) -> Option<String> {
    let mut path = String::from("/rest");
    let mut rest = route;
    while let Some((before, group)) = rest.split_once("(?P<") {
        path.push_str(before);
        let length = group_length(group)?;
        let (group, behind) = group.split_at(length);
        let listed = match group.starts_with("id>") {
            true => first_of(app, login, path.trim_end_matches('/')).await,
            false => None,
        };
        path.push_str(&listed.unwrap_or_else(|| "1".to_owned()));
        rest = behind.strip_prefix(')')?;
    }
    path.push_str(rest);
    (!path.contains(['(', '?', '\\'])).then_some(path)
}

/// The length of a group of an expression, up to its closing bracket.
fn group_length(group: &str) -> Option<usize> {
    let mut depth = 0_usize;
    for (at, byte) in group.bytes().enumerate() {
        match byte {
            b'(' => depth += 1,
            b')' if depth == 0 => return Some(at),
            b')' => depth -= 1,
            _ => {}
        }
    }
    None
}

async fn first_of(app: &TestApp, login: &Basic, list: &str) -> Option<String> {
    let listed = ask(app, login, TestRequest::get(list)).await;
    match &listed[0]["id"] {
        Value::Number(id) => Some(id.to_string()),
        Value::String(id) => Some(id.clone()),
        _ => None,
    }
}

async fn ask(app: &TestApp, login: &Basic, request: TestRequest) -> Value {
    let answer = app.ask_site(Some(login), request).await;
    app.take_responses();
    answer.json
}

/// Adds a record of each kind.
async fn fill(app: &TestApp, login: &Basic) {
    let text = json!({ "title": "Um", "content": "<p>Um</p>", "status": "publish" });
    for (list, body) in [
        ("core/v2/posts", text.clone()),
        ("core/v2/pages", text.clone()),
        ("core/v2/blocks", text.clone()),
        ("core/v2/navigation", text),
        ("core/v2/categories", json!({ "name": "Pães" })),
        ("core/v2/tags", json!({ "name": "Trigo" })),
        ("core/v2/menus", json!({ "name": "Rodapé" })),
        (
            "core/v2/comments",
            json!({ "post": 1, "content": "Bom dia." }),
        ),
        (
            "code-snippets/v1/snippets",
            json!({ "code": "a{}", "scope": "site-css" }),
        ),
        (
            "contact-form/v1/contact-forms",
            json!({ "title": "Fale", "context": "save" }),
        ),
    ] {
        ask(app, login, TestRequest::post(format!("/rest/{list}"), body)).await;
    }
    let mut file = upload(1);
    file.path = "/rest/core/v2/media".to_owned();
    ask(app, login, file).await;
}
