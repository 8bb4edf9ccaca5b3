//! Every endpoint of the index with values that its own parameters may or may not take: an answer
//! of the declared form, never a failure of ours, and a refusal has changed nothing.

use std::collections::VecDeque;

use axum::body::Body;
use embedded::random::SeededRandom;
use http::Method;
use percent_encoding::NON_ALPHANUMERIC;
use ports::Random;
use serde_json::{Map, Value, json};
use site_rest::Status;

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

/// One value of every sort that a parameter does not expect, or only just takes.
fn spoilt(declared: &Value) -> Vec<Value> {
    let mut values = vec![
        // Empty, nothing, and containers of every kind for whatever is declared.
        json!(null),
        json!(""),
        json!([]),
        json!({}),
        json!(["a", 1, null, [2], {"b": 3}]),
        json!({"raw": {"rendered": [1]}, "0": null}),
        // Other types, and texts that only look like the right one.
        json!(true),
        json!(-7),
        json!(0.5),
        json!("1x"),
        json!("nenhum destes"),
        json!("2024-13-45T99:99:99"),
        // Too much, too long, too deep.
        json!(i64::MIN),
        json!(u64::MAX),
        json!(1e300),
        json!("9".repeat(40)),
        json!("x".repeat(2000)),
        json!((0..150).collect::<Vec<u32>>()),
        json!([[[[[[[["fundo"]]]]]]]]),
        // What no text of people holds, and what another program might act on.
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

/// Names and values of a query, with what holds others written in brackets.
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

/// An endpoint of the index, at an address that leads to something.
struct Endpoint {
    method: Method,
    path: String,
    args: Map<String, Value>,
    /// Whether it is there under another method too, and was listed under that.
    again: bool,
    /// The parameters that its path holds.
    held: Vec<String>,
}

struct Stage {
    site: Site,
    endpoints: Vec<Endpoint>,
}

impl Stage {
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
        let body = json!({"post": made["posts"], "content": "Bom!", "author": author});
        let comment = site.post(Who::Admin, "/comments", body).await.id();
        made.insert("comments".to_owned(), json!(comment));
        let upload = site.request(Who::Admin, Method::POST, "/rest/core/v2/media");
        let upload = upload
            .header("content-type", "text/plain")
            .header("content-disposition", "attachment; filename=\"a.txt\"");
        let upload = upload.body(Body::from("texto")).unwrap();
        made.insert("media".to_owned(), json!(site.send(upload).await.id()));
        // Somebody whose passwords and account may end without ending the test.
        made.insert("users".to_owned(), json!(site.user_id(Who::Editor).await));
        let path = format!("/users/{}/application-passwords", made["users"]);
        let password = site.post(Who::Admin, &path, json!({"name": "outra"})).await;
        made.insert("uuid".to_owned(), password.json()["uuid"].clone());
        let index = site.request(Who::Nobody, Method::GET, "/rest/");
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

    /// Asks, and looks at the answer. Answers which parameters are refused for their values.
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
        let told = || {
            format!(
                "{who:?} {method} {path} {} → {} {}",
                Value::Object(values.clone()),
                answer.status,
                String::from_utf8_lossy(&answer.bytes)
            )
        };
        assert!(!self.site.was_written(), "refused, but written: {}", told());
        let body: Value = serde_json::from_slice(&answer.bytes).unwrap_or_default();
        let (code, data) = (body["code"].as_str().unwrap_or_default(), &body["data"]);
        assert!(
            !code.is_empty() && body["message"].is_string(),
            "{}",
            told()
        );
        let deliberate = is_deployed_mistake(code);
        let message = body["message"].as_str().unwrap_or_default();
        assert!(!message.contains("{0}"), "{}", told());
        assert!(
            data["status"] == answer.status || deliberate && answer.status == 500 && data.is_null(),
            "{}",
            told()
        );
        assert!(answer.status < 500 || deliberate, "{}", told());
        let named = data["params"]
            .as_object()
            .filter(|_| code == "rest_invalid_param");
        let Some(named) = named else {
            return Refused::Otherwise;
        };
        let names: Vec<String> = named.keys().cloned().collect();
        let declared = |name: &String| endpoint.args.contains_key(name);
        assert!(names.iter().all(declared), "{}", told());
        Refused::For(names)
    }
}

/// Why a request was refused.
enum Refused {
    No,
    /// The values of these parameters.
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

/// An address for the pattern of a route, and the names of the parameters in it.
fn addressed(pattern: &str, made: &Map<String, Value>) -> (String, Vec<String>) {
    let base = pattern
        .strip_prefix("/core/v2/")
        .and_then(|below| below.split('/').next())
        .unwrap_or_default();
    let item = made.get(base).map_or("1".to_owned(), Value::to_string);
    let revision = made
        .get(&format!("{base}/revisions"))
        .filter(|_| pattern.contains("revisions"))
        .map_or_else(|| item.clone(), Value::to_string);
    let mut path = pattern.to_owned();
    let mut held = Vec::new();
    for (group, name, value) in [
        (r"(?P<parent>[\d]+)", "parent", item.clone()),
        (r"(?P<id>[\d]+)", "id", revision),
        (r"(?P<user_id>(?:[\d]+|me))", "user_id", item),
        (r"(?P<type>[\w-]+)", "type", "post".to_owned()),
        (r"(?P<status>[\w-]+)", "status", "draft".to_owned()),
        (r"(?P<taxonomy>[\w-]+)", "taxonomy", "category".to_owned()),
        (r"(?P<location>[\w-]+)", "location", "primary".to_owned()),
        (
            r"(?P<uuid>[\w\-]+)",
            "uuid",
            made["uuid"].as_str().unwrap().to_owned(),
        ),
    ] {
        if path.contains(group) {
            path = path.replace(group, &value);
            held.push(name.to_owned());
        }
    }
    assert!(!path.contains("(?P"), "no value for {pattern}");
    (path, held)
}

#[tokio::test]
async fn any_value_of_any_parameter_is_answered() {
    let stage = Stage::new().await;
    let dice = Dice(SeededRandom::new(11));
    let mut asked = 0;
    for endpoint in stage.endpoints.iter().filter(|one| !one.args.is_empty()) {
        for _ in 0..10 {
            let values: Map<String, Value> = endpoint
                .args
                .iter()
                .filter(|(name, _)| dice.below(4) == 0 && !endpoint.held.contains(name))
                .map(|(name, declared)| (name.clone(), dice.value(declared)))
                .collect();
            let who = [Who::Nobody, Who::Author, Who::Admin][dice.below(3)];
            stage.ask(who, endpoint, &values).await;
            asked += 1;
        }
    }
    assert!(asked > 500, "{asked}");
}

/// The longest query that is sent; the site takes 8 KB.
const QUERY: usize = 7000;

/// How many values that are taken go together.
const TOGETHER: usize = 5;

/// First every parameter of an endpoint with a value of another sort each, by nobody, as values are looked
/// at before rights are: each parameter meets each sort, under every method. Then what was not refused
/// there, a few at a time and by the one who may do everything, so that it goes all the way.
#[tokio::test]
async fn every_parameter_is_given_what_it_does_not_expect() {
    let stage = Stage::new().await;
    let (mut asked, mut refused, mut admitted, mut parameters) = (0, 0, 0, 0);
    for endpoint in stage.endpoints.iter().filter(|one| !one.args.is_empty()) {
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
                let named = match stage.ask(Who::Nobody, endpoint, &values).await {
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
            // To hash a password for people is slow on purpose.
            taken.truncate(3 * TOGETHER);
        }
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
                admitted += 1;
                let Refused::For(names) = stage.ask(Who::Admin, endpoint, &all).await else {
                    break;
                };
                // The others go on without those that only the second look refuses.
                values.retain(|name, _| !names.contains(name));
            }
        }
    }
    println!(
        "{parameters} parameters: {asked} requests with {refused} values refused, {admitted} without"
    );
    assert!(
        parameters > 700 && refused > 5 * parameters && admitted > parameters,
        "{parameters} {refused} {admitted}"
    );
}

/// Something good for each parameter that an endpoint cannot do without.
fn needed(endpoint: &Endpoint) -> Map<String, Value> {
    let required = |declared: &Value| declared["required"] == true;
    let value = |name: &str, declared: &Value| match (choices(declared), name) {
        (Some(choices), _) => choices[0].clone(),
        (_, "email") => json!("nova@exemplo.com.br"),
        (_, "url" | "src") => json!("https://exemplo.com.br/x"),
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
