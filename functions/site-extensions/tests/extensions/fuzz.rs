//! Unusual values for every member: none leads to a server error, and a refusal writes nothing.

use http::Method;
use serde_json::{Value, json};
use site_rest::Status;

use crate::support::{Site, Who};

const MEMBERS: [&str; 11] = [
    "id",
    "name",
    "desc",
    "code",
    "tags",
    "scope",
    "active",
    "priority",
    "network",
    "shared_network",
    "modified",
];

fn values() -> Vec<Value> {
    vec![
        Value::Null,
        json!(true),
        json!(-1),
        json!(0.5),
        json!(u64::MAX),
        json!(1e300),
        json!(""),
        json!(" \u{0}\u{fffd}</script><?php ?>"),
        json!("9223372036854775808"),
        json!([]),
        json!([[1], {"a": null}, "x,y"]),
        json!({"a": 1}),
        json!({"0": "a"}),
    ]
}

#[tokio::test]
async fn no_value_is_a_server_error_and_a_refusal_writes_nothing() {
    let site = Site::new().await;
    let mistakes: Vec<&str> = site_contract::code_snippets::codes::ALL
        .iter()
        .filter(|row| matches!(row.status, Status::Deployed(_)))
        .map(|row| row.name)
        .collect();
    for member in MEMBERS {
        for value in values() {
            for path in ["", "/1", "/1/activate", "/1/deactivate"] {
                let uri = format!("/rest/code-snippets/v1/snippets{path}");
                let body = json!({member: value, "active": member == "active"});
                let body = match member {
                    "active" => json!({"active": value}),
                    _ => body,
                };
                site.was_written();
                let answer = site.call(Who::Admin, Method::POST, &uri, &body).await;
                let what = format!("{uri} {body}: {}", answer.status);
                if answer.status == 200 {
                    continue;
                }
                assert!(!site.was_written(), "{what}");
                let (status, code) = answer.refusal();
                let is_mistake = status == 400 || mistakes.contains(&code.as_str());
                assert!(is_mistake, "{what} {code}");
            }
        }
    }
}
