//! Members, address and login of a site are changed by those who administer it.

use domain::platform::access::Role;
use http::Method;
use platform_testkit::TestApi;
use serde_json::{Value, json};

use crate::app::TestApp;

/// What a member of a site may not change, with values that differ from those of the site.
fn of_owners(colleague: u64) -> [(&'static str, Value); 8] {
    [
        ("member_ids", json!([])),
        ("member_ids", json!([colleague])),
        ("url", json!("https://outro.example")),
        ("url", json!("https://cliente.example/blog")),
        ("host_user", json!("outro")),
        ("host_user", Value::Null),
        ("host_password", json!("outra senha")),
        ("host_password", Value::Null),
    ]
}

#[tokio::test]
async fn members_change_neither_members_nor_address_nor_login() {
    let app = TestApp::local().await;
    let gerente = app.create_user("gerente", Role::Gerente).await;
    let admin = app.create_user("dona", Role::Admin).await;
    let owner = app.create_user("responsavel", Role::Editor).await;
    let member = app.create_user("editor", Role::Editor).await;
    let redator = app.create_user("redator", Role::Redator).await;
    let mut body = json!({"name": "Cliente", "url": "https://cliente.example"});
    body["user_id"] = json!(owner.id.0);
    body["member_ids"] = json!([member.id.0, redator.id.0]);
    body["host_user"] = json!("redacao");
    body["host_password"] = json!("abcd efgh ijkl");
    let made = app
        .request(&gerente, Method::POST, "/sites", body.clone())
        .await
        .expect(201);
    let path = format!("/sites/{}", made.json["id"]);
    for (field, value) in of_owners(member.id.0) {
        let change = json!({"name": "Outro", field: value});
        let answer = app
            .request(&member, Method::PUT, &path, change.clone())
            .await;
        answer.assert_error(403, "forbidden");
        assert_eq!(answer.issue_fields(), [field], "{value}");
        let answer = app.request(&redator, Method::PUT, &path, change).await;
        answer.assert_error(403, "forbidden");
    }
    let shown = app.request(&gerente, Method::GET, &path, Value::Null).await;
    assert_eq!(shown.json, made.json, "a refusal changes nothing");

    // A form sends back what it got, with the members in any order.
    let mut form = made.json.clone();
    form["name"] = json!("Nome novo");
    form["member_ids"] = json!([redator.id.0, member.id.0]);
    let answer = app
        .request(&member, Method::PUT, &path, form)
        .await
        .expect(200);
    assert_eq!(answer.json["name"], "Nome novo");
    assert_eq!(answer.json["host_password_set"], true);
    let answer = app
        .request(
            &member,
            Method::PUT,
            &path,
            json!({"email": "novo@cliente.example"}),
        )
        .await
        .expect(200);
    assert_eq!(answer.json["email"], "novo@cliente.example");

    for person in [&owner, &gerente, &admin] {
        app.request(&gerente, Method::PUT, &path, body.clone())
            .await
            .expect(200);
        for (field, value) in of_owners(member.id.0) {
            let change = json!({field: value});
            app.request(person, Method::PUT, &path, change)
                .await
                .expect(200);
        }
    }
}
