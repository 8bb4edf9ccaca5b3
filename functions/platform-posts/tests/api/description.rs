//! The description of the routes, from which the authorization test of the whole interface is generated.

use domain::platform::access::Permission;
use serde_json::Value;

use crate::app::TestApp;

fn operations(description: &Value) -> Vec<(String, &Value)> {
    let mut all = Vec::new();
    for (path, item) in description["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap() {
            all.push((format!("{method} {path}"), operation));
        }
    }
    all
}

#[tokio::test]
async fn every_operation_names_its_permission_and_object() {
    let app = TestApp::open().await;
    let all = operations(&app.description);
    assert!(all.len() >= 20, "{}", all.len());
    let names: Vec<_> = Permission::ALL
        .iter()
        .map(|permission| permission.name())
        .collect();
    for (what, operation) in all {
        let permission = operation["x-permission"].as_str().unwrap();
        assert!(names.contains(&permission), "{what}: {permission}");
        let object = if what.contains("/posts/{id}") {
            "post"
        } else {
            "none"
        };
        assert_eq!(operation["x-object"], object, "{what}");
        assert!(operation["operationId"].is_string(), "{what}");
        assert!(operation["summary"].is_string(), "{what}");
        assert_eq!(
            operation["security"],
            serde_json::json!([{ "bearer": [] }]),
            "{what}"
        );
        for status in ["401", "403", "500", "503"] {
            assert!(
                operation["responses"][status].is_object(),
                "{what} {status}"
            );
        }
    }
}

#[tokio::test]
async fn every_schema_that_is_named_is_there() {
    fn references(value: &Value, found: &mut Vec<String>) {
        match value {
            Value::Object(members) => {
                for (name, value) in members {
                    match value.as_str().filter(|_| name == "$ref") {
                        Some(reference) => found.push(reference.to_owned()),
                        None => references(value, found),
                    }
                }
            }
            Value::Array(values) => values.iter().for_each(|value| references(value, found)),
            _ => {}
        }
    }
    let app = TestApp::open().await;
    let mut found = Vec::new();
    references(&app.description, &mut found);
    assert!(found.len() > 50);
    for reference in found {
        let pointer = reference.strip_prefix('#').unwrap();
        assert!(app.description.pointer(pointer).is_some(), "{reference}");
    }
}
