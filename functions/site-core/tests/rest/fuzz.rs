//! Every endpoint of the index with values that its own parameters may or may not take: an answer
//! of the declared form, never a failure of ours.

use axum::body::Body;
use embedded::random::SeededRandom;
use http::Method;
use ports::Random;
use serde_json::{Map, Value, json};

use crate::support::{Site, Who};

/// Failures that deployed systems answer with 5xx on purpose (spec: Core content error codes).
const DELIBERATE: [&str; 8] = [
    "menu_exists",
    "existing_user_login",
    "existing_user_email",
    "duplicate_term_slug",
    "empty_term_name",
    "rest_trash_not_supported",
    "rest_upload_sideload_error",
    "rest_upload_unknown_error",
];

struct Dice(SeededRandom);

impl Dice {
    fn below(&self, most: usize) -> usize {
        let mut bytes = [0; 4];
        self.0.fill(&mut bytes);
        usize::try_from(u32::from_le_bytes(bytes)).unwrap() % most
    }

    fn value(&self, declared: &Value) -> Value {
        let choices = declared["enum"]
            .as_array()
            .or_else(|| declared["items"]["enum"].as_array());
        if let (Some(choices), true) = (choices, self.below(2) == 0) {
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

fn query(values: &Map<String, Value>) -> String {
    let pair = |(name, value): (&String, &Value)| {
        let text = value
            .as_str()
            .map_or_else(|| value.to_string(), str::to_owned);
        let bytes = text.bytes().map(|byte| format!("%{byte:02x}"));
        format!("{name}={}", bytes.collect::<String>())
    };
    values.iter().map(pair).collect::<Vec<_>>().join("&")
}

#[tokio::test]
async fn any_value_of_any_parameter_is_answered() {
    let site = Site::new().await;
    let author = site.user_id(Who::Author).await;
    site.write(
        Who::Author,
        json!({"title": "Olá", "status": "publish", "author": author}),
    )
    .await;
    let index = site
        .send(
            site.request(Who::Nobody, Method::GET, "/rest/")
                .body(Body::empty())
                .unwrap(),
        )
        .await
        .json();
    let dice = Dice(SeededRandom::new(11));
    let mut asked = 0;
    for (pattern, route) in index["routes"].as_object().unwrap() {
        if pattern.contains("application-passwords") {
            // Ending its own password would end the test.
            continue;
        }
        let path = pattern
            .replace(r"(?P<id>[\d]+)", "1")
            .replace(r"(?P<type>[\w-]+)", "post")
            .replace(r"(?P<status>[\w-]+)", "draft")
            .replace(r"(?P<taxonomy>[\w-]+)", "category")
            .replace(r"(?P<parent>[\d]+)", "1")
            .replace(r"(?P<location>[\w-]+)", "primary");
        for endpoint in route["endpoints"].as_array().unwrap() {
            let method: Method = endpoint["methods"][0].as_str().unwrap().parse().unwrap();
            let Some(args) = endpoint["args"].as_object().filter(|args| !args.is_empty()) else {
                continue;
            };
            for _ in 0..25 {
                let values: Map<String, Value> = args
                    .iter()
                    .filter(|(name, _)| dice.below(4) == 0 && name.as_str() != "id")
                    .map(|(name, declared)| (name.clone(), dice.value(declared)))
                    .collect();
                let who = [Who::Nobody, Who::Author, Who::Admin][dice.below(3)];
                let request = if method == Method::GET {
                    let address = format!("/rest{path}?{}", query(&values));
                    site.request(who, method.clone(), &address)
                        .body(Body::empty())
                        .unwrap()
                } else {
                    let body = Body::from(Value::Object(values.clone()).to_string());
                    let request = site.request(who, method.clone(), &format!("/rest{path}"));
                    request
                        .header("content-type", "application/json")
                        .body(body)
                        .unwrap()
                };
                let answer = site.send(request).await;
                asked += 1;
                let told = format!(
                    "{method} {path} {} → {}",
                    Value::Object(values),
                    String::from_utf8_lossy(&answer.bytes)
                );
                if answer.status >= 400 {
                    let body = answer.json();
                    assert!(
                        body["code"].is_string() && body["message"].is_string(),
                        "{told}"
                    );
                    let deliberate = DELIBERATE.contains(&answer.code().as_str());
                    assert!(
                        body["data"]["status"] == answer.status
                            || deliberate && answer.status == 500 && body["data"].is_null(),
                        "{told}"
                    );
                    assert!(answer.status < 500 || deliberate, "{told}");
                }
            }
        }
    }
    assert!(asked > 500, "{asked}");
}
