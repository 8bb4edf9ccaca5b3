//! Every route asks the permission table.

use domain::platform::access::{Permission, Role, Scope};
use http::Method;
use platform_sites::api;
use platform_testkit::TestRequest;
use serde_json::{Value, json};

use crate::app::TestApp;

const ROUTES: [(Method, &str, Permission); 8] = [
    (Method::GET, "", Permission::SitesRead),
    (Method::GET, "/categories", Permission::SitesRead),
    (Method::GET, "/authors", Permission::SitesRead),
    (Method::GET, "/faq-capability", Permission::SitesRead),
    (Method::GET, "/approval-capability", Permission::SitesRead),
    (Method::POST, "/test-connection", Permission::SitesEdit),
    (Method::PUT, "", Permission::SitesEdit),
    (Method::DELETE, "", Permission::SitesDelete),
];

#[tokio::test]
async fn roles_reach_what_the_table_says() {
    let app = TestApp::local().await;
    let admin = app.person("dona", Role::Admin).await;
    for role in Role::ALL {
        let caller = app.person(role.name(), role).await;
        for (method, below, permission) in &ROUTES {
            for own in [true, false] {
                let members = if own { vec![caller.id.0] } else { vec![] };
                let site = json!({
                    "name": "Cliente",
                    "url": "http://127.0.0.1:9",
                    "member_ids": members,
                });
                let made = app.ask(&admin, Method::POST, "/sites", site).await;
                let path = format!("/sites/{}{below}", made.json["id"]);
                let body = match *method {
                    Method::PUT => json!({"name": "Novo"}),
                    _ => Value::Null,
                };
                let answer = app.ask(&caller, method.clone(), &path, body).await;
                let expected = match (permission.scope(role), own) {
                    (Scope::None, _) => "forbidden",
                    (Scope::All, _) | (_, true) => "",
                    (_, false) => "not_found",
                };
                // A site without login is no refusal of the caller.
                let code = match answer.code() {
                    "site_not_connected" => "",
                    code => code,
                };
                assert_eq!(code, expected, "{} {method} {below} own={own}", role.name());
            }
        }
    }
}

#[tokio::test]
async fn lists_and_additions_follow_the_table_too() {
    let app = TestApp::local().await;
    let admin = app.person("dona", Role::Admin).await;
    let site = json!({"name": "Cliente", "url": "https://cliente.example"});
    app.ask(&admin, Method::POST, "/sites", site.clone()).await;
    for role in Role::ALL {
        let caller = app.person(role.name(), role).await;
        let listed = app.ask(&caller, Method::GET, "/sites", Value::Null).await;
        let all = Permission::SitesRead.scope(role) == Scope::All;
        assert_eq!(listed.json["total"], u64::from(all), "{}", role.name());
        let made = app.ask(&caller, Method::POST, "/sites", site.clone()).await;
        let may = Permission::SitesCreate.scope(role) != Scope::None;
        assert_eq!(
            made.status.as_u16(),
            if may { 201 } else { 403 },
            "{}",
            role.name()
        );
        if may {
            let path = format!("/sites/{}", made.json["id"]);
            let gone = app.ask(&admin, Method::DELETE, &path, Value::Null).await;
            assert_eq!(gone.status, 204);
        }
    }
}

#[tokio::test]
async fn nobody_gets_anything_without_a_session() {
    let app = TestApp::local().await;
    for (method, below, _) in &ROUTES {
        let path = format!("/api/v1/sites/1{below}");
        let request = TestRequest::new(method.clone(), path);
        let answer = request.send(&app.router()).await;
        assert_eq!(answer.code(), "unauthenticated", "{method} {below}");
    }
}

#[tokio::test]
async fn the_description_names_permission_and_object_of_every_operation() {
    let app = TestApp::local().await;
    let (_, description) = api(app.ports.clone()).split_for_parts();
    let description = serde_json::to_value(&description).unwrap();
    let mut operations = 0;
    for (path, methods) in description["paths"].as_object().unwrap() {
        for (method, operation) in methods.as_object().unwrap() {
            operations += 1;
            let permission = operation["x-permission"].as_str().unwrap();
            assert!(
                Permission::ALL.iter().any(|p| p.name() == permission),
                "{method} {path}"
            );
            let object = if path.contains("{id}") {
                "site"
            } else {
                "none"
            };
            assert_eq!(operation["x-object"], object, "{method} {path}");
            assert!(operation["operationId"].is_string(), "{method} {path}");
        }
    }
    assert_eq!(operations, ROUTES.len() + 2);
}
