//! Compares the index that the site serves with the route table that clients expect (tests/route-table.json), in both
//! directions: routes, methods, parameters and their order, types, values, defaults and bounds.

use axum::body::Body;
use http::Method;
use serde_json::{Map, Value, json};

use crate::support::{Site, Who};

const TABLE: &str = include_str!("../route-table.json");

/// Removes what the table does not contain: descriptions, titles and contexts, and the members of object parameters,
/// which the resources' snapshots cover.
fn bare(value: &Value, top: bool) -> Value {
    match value {
        Value::Object(map) => {
            let is_object = map.get("type") == Some(&json!("object"));
            let kept = map.iter().filter(|(name, value)| {
                let words = !value.is_object()
                    && matches!(
                        name.as_str(),
                        "title" | "description" | "context" | "readonly"
                    );
                let inner = top
                    && (is_object || map.get("type") == Some(&json!(["string", "object"])))
                    && matches!(name.as_str(), "properties" | "additionalProperties");
                let alternatives = *name == "items" && value.get("oneOf").is_some();
                let not_required = *name == "required" && **value == json!(false);
                !words && !inner && !alternatives && !not_required
            });
            Value::Object(
                kept.map(|(name, value)| (name.clone(), bare(value, false)))
                    .collect(),
            )
        }
        Value::Array(list) => list.iter().map(|value| bare(value, false)).collect(),
        other => other.clone(),
    }
}

fn names(args: &Value) -> Vec<&String> {
    args.as_object()
        .map(Map::keys)
        .into_iter()
        .flatten()
        .collect()
}

/// Lists the differences between an endpoint of the table and the served one.
fn differences(endpoint: &str, wanted: &Value, served: &Value) -> Vec<String> {
    let mut found = Vec::new();
    let batch = served.get("allow_batch").is_some();
    if wanted["batch"] != json!(batch) {
        found.push(format!("{endpoint}: allow_batch is {batch}"));
    }
    let (wanted, served) = (&wanted["args"], &served["args"]);
    if names(wanted) != names(served) {
        found.push(format!(
            "{endpoint}: parameters are {:?}, not {:?}",
            names(served),
            names(wanted)
        ));
    }
    for name in names(wanted) {
        let Some(arg) = served.get(name) else {
            continue;
        };
        let (wanted, served) = (bare(&wanted[name], true), bare(arg, true));
        if wanted != served {
            found.push(format!("{endpoint} {name}: {served} is not {wanted}"));
        }
        let is_described = arg["description"]
            .as_str()
            .is_some_and(|text| !text.is_empty());
        let is_plain = arg.as_object().is_some_and(|arg| !arg.contains_key("type"));
        if !is_described && !is_plain {
            found.push(format!("{endpoint} {name}: it has no description"));
        }
    }
    found
}

#[tokio::test]
async fn the_served_routes_are_those_of_the_table() {
    let site = Site::new().await;
    let request = site.request(Who::Anonymous, Method::GET, "/rest/");
    let index = site.send(request.body(Body::empty()).unwrap()).await.json();
    let served = index["routes"].as_object().unwrap();
    let table: Map<String, Value> = serde_json::from_str(TABLE).unwrap();
    let mut found = Vec::new();
    for path in served.keys().filter(|path| !table.contains_key(*path)) {
        found.push(format!("{path}: served, but not in the table"));
    }
    for (path, wanted) in &table {
        let Some(route) = served.get(path) else {
            found.push(format!("{path}: in the table, but not served"));
            continue;
        };
        let (wanted, served) = (
            wanted.as_array().unwrap(),
            route["endpoints"].as_array().unwrap(),
        );
        let methods = |endpoints: &[Value]| -> Vec<Value> {
            endpoints.iter().map(|one| one["methods"].clone()).collect()
        };
        if methods(wanted) != methods(served) {
            found.push(format!("{path}: methods are {:?}", methods(served)));
            continue;
        }
        for (wanted, served) in wanted.iter().zip(served) {
            let endpoint = format!("{} {path}", wanted["methods"][0].as_str().unwrap());
            found.extend(differences(&endpoint, wanted, served));
        }
    }
    assert!(found.is_empty(), "\n{}", found.join("\n"));
}
