//! Fuzzes every endpoint of the index with valid and invalid values of its parameters. Responses must have the
//! declared form and no unexpected 5xx, and a refused request must not write.

use std::collections::VecDeque;

use axum::body::Body;
use embedded::random::SeededRandom;
use http::Method;
use percent_encoding::NON_ALPHANUMERIC;
use ports::Random;
use serde_json::{Map, Value, json};
use site_rest::Status;

use crate::addressed::addressed;
use crate::support::{Site, Who, is_served};

/// Whether deployed systems answer the mistake that `code` names with a 5xx.
fn is_deployed_mistake(code: &str) -> bool {
    let mut rows = site_contract::codes().into_iter();
    rows.any(|row| {
        let deployed = matches!(row.status, Status::Deployed(_) | Status::Unstated);
        row.name == code && deployed
    })
}

struct Dice(SeededRandom);

impl Dice {
    fn below(&self, most: usize) -> usize {
        let mut bytes = [0; 4];
        self.0.fill(&mut bytes);
        usize::try_from(u32::from_le_bytes(bytes)).unwrap() % most
    }

    fn value(&self, declared: &Value) -> Value {
        if let (Some(choices), true) = (choices(declared), self.below(2) == 0) {
            return choices[self.below(choices.len())].clone();
        }
        let pool = [
            json!(""),
            json!("0"),
            json!(1),
            json!(2),
            json!(-1),
            json!(1.5),
            json!("99999999999999999999"),
            json!(u64::MAX),
            json!("abc"),
            json!("true"),
            json!(false),
            json!(null),
            json!("1,2,3"),
            json!([1, "2", null]),
            json!({"terms": [1], "operator": "AND"}),
            json!({"raw": "<b>x</b>"}),
            json!("2024-02-31T10:00:00"),
            json!("2024-05-01T10:00:00-03:00"),
            json!("9999-12-31T23:59:59"),
            json!("0000-00-00T00:00:00Z"),
            json!("a@exemplo.com.br"),
            json!("ç %00 \u{1f600} \u{0}"),
            json!("x".repeat(300)),
            json!("%%%'\"<>*"),
        ];
        pool[self.below(pool.len())].clone()
    }
}

fn choices(declared: &Value) -> Option<&Vec<Value>> {
    declared["enum"]
        .as_array()
        .or_else(|| declared["items"]["enum"].as_array())
}

/// Values of every type that a parameter does not accept, or just accepts.
fn spoilt(declared: &Value) -> Vec<Value> {
    let mut values = vec![
        // Empty values, null, and containers.
        json!(null),
        json!(""),
        json!([]),
        json!({}),
        json!(["a", 1, null, [2], {"b": 3}]),
        json!({"raw": {"rendered": [1]}, "0": null}),
        // Other types, and texts that resemble the declared one.
        json!(true),
        json!(-7),
        json!(0.5),
        json!("1x"),
        json!("nenhum destes"),
        json!("2024-13-45T99:99:99"),
        // Values that are too large, too long or too deeply nested.
        json!(i64::MIN),
        json!(u64::MAX),
        json!(1e300),
        json!("9".repeat(40)),
        json!("x".repeat(2000)),
        json!((0..150).collect::<Vec<u32>>()),
        json!([[[[[[[["fundo"]]]]]]]]),
        // Control characters, and texts that another interpreter might execute.
        json!("\u{0}\u{7}\u{1b}[2J\r\nX-Injected: 1\u{feff}\u{202e}\u{1f468}\u{200d}\u{1f469}"),
        json!("' OR 1=1 --<script>alert(1)</script>../../etc/passwd%00%s{{7*7}}"),
    ];
    for bound in ["minimum", "maximum"] {
        if let Some(bound) = declared[bound].as_i64() {
            values.extend([json!(bound - 1), json!(bound), json!(bound + 1)]);
        }
    }
    if let Some(choice) = choices(declared).and_then(|choices| choices.first()) {
        values.push(json!([choice, choice, "nenhum destes"]));
        values.push(json!(choice.to_string().to_uppercase()));
    }
    values
}

/// Names and values of a query; nested members are written in brackets.
fn pairs(name: &str, value: &Value, into: &mut Vec<String>) {
    match value {
        Value::Array(values) if !values.is_empty() => {
            for value in values {
                pairs(&format!("{name}[]"), value, into);
            }
        }
        Value::Object(members) if !members.is_empty() => {
            for (key, value) in members {
                pairs(&format!("{name}[{key}]"), value, into);
            }
        }
        value => {
            let text = match value {
                Value::String(text) => text.clone(),
                Value::Null | Value::Array(_) | Value::Object(_) => String::new(),
                other => other.to_string(),
            };
            let encoded = |text: &str| {
                let encoded = percent_encoding::utf8_percent_encode(text, NON_ALPHANUMERIC);
                encoded.to_string()
            };
            into.push(format!("{}={}", encoded(name), encoded(&text)));
        }
    }
}

/// An endpoint of the index, with an address of an existing object.
struct Endpoint {
    method: Method,
    path: String,
    args: Map<String, Value>,
    /// Whether the same address is listed under another method already.
    again: bool,
    /// The parameters in its path.
    held: Vec<String>,
}

struct Fixture {
    site: Site,
    endpoints: Vec<Endpoint>,
}

impl Fixture {
    async fn new() -> Self {
        let site = Site::new().await;
        let author = site.user_id(Who::Author).await;
        let mut made = Map::new();
        for (base, body) in [
            (
                "posts",
                json!({"title": "Olá", "status": "publish", "author": author}),
            ),
            ("pages", json!({"title": "Página", "status": "publish"})),
            (
                "blocks",
                json!({"title": "Bloco", "content": "b", "status": "publish"}),
            ),
            (
                "menu-items",
                json!({"title": "Item", "url": "https://exemplo.com.br/"}),
            ),
            ("categories", json!({"name": "Pães"})),
            ("tags", json!({"name": "Trigo"})),
            ("menus", json!({"name": "Menu"})),
            ("pattern_category", json!({"name": "Capa"})),
        ] {
            let id = site.post(Who::Admin, &format!("/{base}"), body).await.id();
            made.insert(base.to_owned(), json!(id));
        }
        for base in ["posts", "pages", "blocks"] {
            let body = json!({"content": "outra vez"});
            let path = format!("/{base}/{}", made[base]);
            assert_eq!(site.post(Who::Admin, &path, body).await.status, 200);
            let found = site.get(Who::Admin, &format!("{path}/revisions")).await;
            made.insert(format!("{base}/revisions"), json!(found.ids()[0]));
        }
        let family = json!({"name": "Inter", "slug": "inter", "fontFamily": "Inter"});
        let family = json!({"font_family_settings": family.to_string()});
        let family = site.post(Who::Admin, "/font-families", family).await.id();
        let face = json!({"fontFamily": "Inter", "src": "https://exemplo.org/inter.woff2"});
        let face = json!({"font_face_settings": face.to_string()});
        let path = format!("/font-families/{family}/font-faces");
        let face = site.post(Who::Admin, &path, face).await.id();
        made.insert("font-families".to_owned(), json!(family));
        made.insert("font-faces".to_owned(), json!(face));
        let body = json!({"post": made["posts"], "content": "Bom!", "author": author});
        let comment = site.post(Who::Admin, "/comments", body).await.id();
        made.insert("comments".to_owned(), json!(comment));
        let upload = site.request(Who::Admin, Method::POST, "/rest/core/v2/media");
        let upload = upload
            .header("content-type", "text/plain")
            .header("content-disposition", "attachment; filename=\"a.txt\"");
        let upload = upload.body(Body::from("texto")).unwrap();
        made.insert("media".to_owned(), json!(site.send(upload).await.id()));
        // A user whose passwords and account the requests may delete.
        made.insert("users".to_owned(), json!(site.user_id(Who::Editor).await));
        let path = format!("/users/{}/application-passwords", made["users"]);
        let password = site.post(Who::Admin, &path, json!({"name": "outra"})).await;
        made.insert("uuid".to_owned(), password.json()["uuid"].clone());
        let index = site.request(Who::Anonymous, Method::GET, "/rest/");
        let index = site.send(index.body(Body::empty()).unwrap()).await.json();
        let mut endpoints = Vec::new();
        let routes = index["routes"].as_object().unwrap().iter();
        for (pattern, route) in routes.filter(|(_, route)| is_served(route)) {
            let (path, held) = addressed(pattern, &made);
            for endpoint in route["endpoints"].as_array().unwrap() {
                let methods = endpoint["methods"].as_array().unwrap();
                for (place, method) in methods.iter().enumerate() {
                    endpoints.push(Endpoint {
                        again: place > 0,
                        method: method.as_str().unwrap().parse().unwrap(),
                        path: path.clone(),
                        args: endpoint["args"].as_object().cloned().unwrap_or_default(),
                        held: held.clone(),
                    });
                }
            }
        }
        Self { site, endpoints }
    }

    /// Sends a request, checks the response, and returns the parameters that were refused for their values.
    async fn ask(&self, who: Who, endpoint: &Endpoint, values: &Map<String, Value>) -> Refused {
        let (method, path) = (&endpoint.method, &endpoint.path);
        let path = format!("/rest{path}");
        let request = if method == Method::GET {
            let address = format!("{path}?{}", query(values));
            let request = self.site.request(who, method.clone(), &address);
            request.body(Body::empty()).unwrap()
        } else {
            let body = Body::from(Value::Object(values.clone()).to_string());
            let request = self.site.request(who, method.clone(), &path);
            let request = request.header("content-type", "application/json");
            request.body(body).unwrap()
        };
        self.site.was_written();
        let answer = self.site.send(request).await;
        if answer.status < 400 {
            return Refused::No;
        }
        let exchange = || {
            format!(
                "{who:?} {method} {path} {} → {} {}",
                Value::Object(values.clone()),
                answer.status,
                String::from_utf8_lossy(&answer.bytes)
            )
        };
        assert!(
            !self.site.was_written(),
            "refused, but written: {}",
            exchange()
        );
        let body: Value = serde_json::from_slice(&answer.bytes).unwrap_or_default();
        let (code, data) = (body["code"].as_str().unwrap_or_default(), &body["data"]);
        assert!(
            !code.is_empty() && body["message"].is_string(),
            "{}",
            exchange()
        );
        let deliberate = is_deployed_mistake(code);
        let message = body["message"].as_str().unwrap_or_default();
        assert!(!message.contains("{0}"), "{}", exchange());
        assert!(
            data["status"] == answer.status || deliberate && answer.status == 500 && data.is_null(),
            "{}",
            exchange()
        );
        assert!(answer.status < 500 || deliberate, "{}", exchange());
        let named = data["params"]
            .as_object()
            .filter(|_| code == "rest_invalid_param");
        let Some(named) = named else {
            return Refused::Otherwise;
        };
        let names: Vec<String> = named.keys().cloned().collect();
        let declared = |name: &String| endpoint.args.contains_key(name);
        assert!(names.iter().all(declared), "{}", exchange());
        Refused::For(names)
    }
}

impl Fixture {
    /// Sends accepted values as the administrator, [`TOGETHER`] at a time. Returns the number of requests.
    async fn combine(&self, endpoint: &Endpoint, mut taken: VecDeque<(String, Value)>) -> usize {
        let mut requests = 0;
        while !taken.is_empty() {
            let mut values = Map::new();
            for (name, value) in taken.split_off(0) {
                if values.len() < TOGETHER && !values.contains_key(&name) {
                    values.insert(name, value);
                } else {
                    taken.push_back((name, value));
                }
            }
            while !values.is_empty() {
                let mut all = needed(endpoint);
                all.extend(values.clone());
                requests += 1;
                let Refused::For(names) = self.ask(Who::Admin, endpoint, &all).await else {
                    break;
                };
                // Repeats the request without the values that only the handler refuses.
                let before = values.len();
                values.retain(|name, _| !names.contains(name));
                assert!(
                    values.len() < before,
                    "{} {} is refused for {names:?} with any values",
                    endpoint.method,
                    endpoint.path
                );
            }
        }
        requests
    }
}

/// Why a request was refused.
enum Refused {
    No,
    /// The values of these parameters are invalid.
    For(Vec<String>),
    Otherwise,
}

fn query(values: &Map<String, Value>) -> String {
    let mut query = Vec::new();
    for (name, value) in values {
        pairs(name, value, &mut query);
    }
    query.join("&")
}

#[tokio::test]
async fn any_value_of_any_parameter_gets_a_valid_response() {
    let fixture = Fixture::new().await;
    let dice = Dice(SeededRandom::new(11));
    let mut asked = 0;
    for endpoint in fixture.endpoints.iter().filter(|one| !one.args.is_empty()) {
        for _ in 0..10 {
            let values: Map<String, Value> = endpoint
                .args
                .iter()
                .filter(|(name, _)| dice.below(4) == 0 && !endpoint.held.contains(name))
                .map(|(name, declared)| (name.clone(), dice.value(declared)))
                .collect();
            let who = [Who::Anonymous, Who::Author, Who::Admin][dice.below(3)];
            fixture.ask(who, endpoint, &values).await;
            asked += 1;
        }
    }
    assert!(asked > 500, "{asked}");
}

/// Longest query in bytes that the test sends; the site accepts 8 KB.
const QUERY: usize = 7000;

/// Number of accepted values that one request combines.
const TOGETHER: usize = 5;

/// First sends each parameter of each endpoint every kind of value, without credentials, because values are validated
/// before permissions. Then combines the accepted values, a few at a time, as the administrator, so that the requests
/// reach the handlers.
#[tokio::test]
async fn every_parameter_gets_unexpected_values() {
    let fixture = Fixture::new().await;
    let (mut asked, mut refused, mut admitted, mut parameters) = (0, 0, 0, 0);
    for endpoint in fixture.endpoints.iter().filter(|one| !one.args.is_empty()) {
        parameters += endpoint.args.len();
        let sorts: Vec<(&String, Vec<Value>)> = endpoint
            .args
            .iter()
            .map(|(name, declared)| (name, spoilt(declared)))
            .collect();
        let rounds = sorts.iter().map(|(_, values)| values.len()).max().unwrap();
        let mut taken = Vec::new();
        for round in 0..rounds {
            let mut left: Vec<(&String, &Value)> = sorts
                .iter()
                .enumerate()
                .filter_map(|(place, (name, values))| {
                    Some((*name, values.get((round + place) % rounds)?))
                })
                .collect();
            while !left.is_empty() {
                let mut values = Map::new();
                left.retain(|(name, value)| {
                    values.insert((*name).clone(), (*value).clone());
                    let fits = endpoint.method != Method::GET
                        || values.len() == 1
                        || query(&values).len() < QUERY;
                    if !fits {
                        values.remove(*name);
                    }
                    !fits
                });
                let named = match fixture.ask(Who::Anonymous, endpoint, &values).await {
                    Refused::For(names) => names,
                    _ => Vec::new(),
                };
                asked += 1;
                refused += named.len();
                taken.extend(values.into_iter().filter(|(name, _)| !named.contains(name)));
            }
        }
        let ends_itself = endpoint.method == Method::DELETE && endpoint.path.ends_with("/users/me");
        if endpoint.again || ends_itself {
            continue;
        }
        let mut taken: VecDeque<(String, Value)> = taken
            .into_iter()
            .filter(|(name, _)| !endpoint.held.contains(name))
            .collect();
        if endpoint.args.contains_key("password") && endpoint.path.contains("/users") {
            // Hashing a user's password is slow by design, so fewer combinations are sent.
            taken.truncate(3 * TOGETHER);
        }
        admitted += fixture.combine(endpoint, taken).await;
    }
    println!(
        "{parameters} parameters: {asked} requests with {refused} values refused, {admitted} without"
    );
    assert!(
        parameters > 700 && refused > 5 * parameters && admitted > parameters,
        "{parameters} {refused} {admitted}"
    );
}

/// A valid value for each required parameter of an endpoint, and for each whose default is not valid.
fn needed(endpoint: &Endpoint) -> Map<String, Value> {
    let is_wrong = |declared: &Value| {
        let choices = declared["enum"].as_array();
        choices.is_some_and(|choices| {
            let default = declared.get("default");
            default.is_some_and(|default| !choices.contains(default))
        })
    };
    let required = |declared: &Value| declared["required"] == true || is_wrong(declared);
    let value = |name: &str, declared: &Value| match (choices(declared), name) {
        (Some(choices), _) => choices[0].clone(),
        (_, "email") => json!("nova@exemplo.com.br"),
        (_, "url" | "src") => json!("https://exemplo.com.br/x"),
        // A change cannot have the slug that a creation needs.
        (_, "font_family_settings") if endpoint.held.iter().any(|name| name == "id") => {
            json!(r#"{"name": "Nova"}"#)
        }
        (_, "font_family_settings") => {
            json!(r#"{"name": "Nova", "slug": "nova", "fontFamily": "Nova"}"#)
        }
        (_, "font_face_settings") => {
            json!(r#"{"fontFamily": "Nova", "src": "https://exemplo.com.br/x.woff2"}"#)
        }
        (_, "requests") => json!([{"path": "/core/v2/posts"}]),
        _ => json!("Nova"),
    };
    endpoint
        .args
        .iter()
        .filter(|(name, declared)| required(declared) && !endpoint.held.contains(*name))
        .map(|(name, declared)| (name.clone(), value(name, declared)))
        .collect()
}
