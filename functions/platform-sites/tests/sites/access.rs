//! Every route checks the permission table.

use domain::platform::access::{Permission, Role, Scope};
use http::Method;
use platform_sites::api;
use platform_testkit::{Operation, TestApi, TestRequest};
use serde_json::{Value, json};

use crate::app::TestApp;

/// The operations of the description.
fn operations(app: &TestApp) -> Vec<Operation> {
    let (_, description) = api(app.ports.clone()).split_for_parts();
    Operation::all(&serde_json::to_value(&description).unwrap())
}

/// What follows `/sites/{id}` in the paths of operations on one site.
fn below_a_site(operation: &Operation) -> Option<&str> {
    operation.path.strip_prefix("/api/v1/sites/{id}")
}

#[tokio::test]
async fn roles_reach_what_the_table_says() {
    let app = TestApp::local().await;
    let admin = app.create_user("dona", Role::Admin).await;
    let operations = operations(&app);
    let on_a_site = operations
        .iter()
        .filter_map(|operation| Some((operation, below_a_site(operation)?)));
    let on_a_site: Vec<_> = on_a_site.collect();
    assert!(on_a_site.len() >= 8, "{}", on_a_site.len());
    for role in Role::ALL {
        let caller = app.create_user(role.name(), role).await;
        for (operation, below) in &on_a_site {
            let (method, permission) = (&operation.method, operation.required_permission());
            let permission = permission.unwrap();
            for own in [true, false] {
                let members = if own { vec![caller.id.0] } else { vec![] };
                let site = json!({
                    "name": "Cliente",
                    "url": "http://127.0.0.1:9",
                    "member_ids": members,
                });
                let made = app.request(&admin, Method::POST, "/sites", site).await;
                let path = format!("/sites/{}{below}", made.json["id"]);
                let path = path.replace("{word}", "kombucha");
                let body = match *method {
                    Method::PUT => json!({"name": "Novo"}),
                    _ => Value::Null,
                };
                let answer = app.request(&caller, method.clone(), &path, body).await;
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
    let admin = app.create_user("dona", Role::Admin).await;
    let site = json!({"name": "Cliente", "url": "https://cliente.example"});
    app.request(&admin, Method::POST, "/sites", site.clone())
        .await;
    for role in Role::ALL {
        let caller = app.create_user(role.name(), role).await;
        let listed = app
            .request(&caller, Method::GET, "/sites", Value::Null)
            .await;
        let all = Permission::SitesRead.scope(role) == Scope::All;
        assert_eq!(listed.json["total"], u64::from(all), "{}", role.name());
        let made = app
            .request(&caller, Method::POST, "/sites", site.clone())
            .await;
        let may = Permission::SitesCreate.scope(role) != Scope::None;
        assert_eq!(
            made.status.as_u16(),
            if may { 201 } else { 403 },
            "{}",
            role.name()
        );
        if may {
            let path = format!("/sites/{}", made.json["id"]);
            let gone = app
                .request(&admin, Method::DELETE, &path, Value::Null)
                .await;
            assert_eq!(gone.status, 204);
        }
    }
}

#[tokio::test]
async fn every_operation_requires_a_session() {
    let app = TestApp::local().await;
    for operation in operations(&app) {
        let path = operation.path.replace("{id}", "1");
        let request = TestRequest::new(operation.method.clone(), path);
        let answer = request.send(&app.router()).await;
        assert_eq!(answer.code(), "unauthenticated", "{}", operation.name());
    }
}

#[tokio::test]
async fn the_description_names_permission_and_object_of_every_operation() {
    let app = TestApp::local().await;
    for operation in operations(&app) {
        let name = operation.name();
        assert!(operation.required_permission().is_some(), "{name}");
        let object = match below_a_site(&operation) {
            Some(_) => "site",
            None => "none",
        };
        assert_eq!(operation.object.as_deref(), Some(object), "{name}");
    }
}
