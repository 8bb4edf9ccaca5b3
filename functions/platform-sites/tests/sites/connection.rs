//! The connection test names the cause of a failure and how to resolve it.

use domain::platform::access::Role;
use http::Method;
use platform_testkit::{TestApi, TestResponse};
use serde_json::{Value, json};
use wiremock::matchers::{method, path as path_of};
use wiremock::{Mock, MockServer, ResponseTemplate};

use crate::app::TestApp;
use crate::host::{
    PASSWORD, answer, asked, closed_port, editor, host, index, mount, mount_with_login, refusal,
    site_at,
};

const ME: &str = "users/me";

async fn tested(url: &str) -> TestResponse {
    let app = TestApp::local().await;
    let gerente = app.create_user("gerente", Role::Gerente).await;
    let site = site_at(&app, &gerente, url).await;
    let path = format!("{site}/test-connection");
    app.request(&gerente, Method::POST, &path, Value::Null)
        .await
}

/// Checks that the response is a diagnosis of this cause, without transport details or secrets.
fn assert_cause(answer: &TestResponse, cause: &str) {
    assert_eq!(answer.status, 200, "{}", answer.text);
    assert_eq!(answer.json["ok"], false, "{}", answer.text);
    assert_eq!(answer.json["cause"], cause, "{}", answer.text);
    assert_eq!(answer.json.as_object().unwrap().len(), 4);
    for member in ["message", "hint"] {
        let words = answer.json[member].as_str().unwrap();
        assert!(words.len() > 20, "{words}");
    }
    for detail in [
        "127.0.0.1",
        "reqwest",
        "hyper",
        "tcp",
        "os error",
        "canario",
    ] {
        assert!(!answer.text.contains(detail), "{detail}: {}", answer.text);
    }
}

async fn with_me(me: ResponseTemplate) -> TestResponse {
    let server = host().await;
    mount_with_login(&server, ME, me).await;
    tested(&server.uri()).await
}

async fn with_index(index: ResponseTemplate) -> TestResponse {
    let server = MockServer::start().await;
    mount(&server, "GET", "/", ResponseTemplate::new(200)).await;
    mount(&server, "GET", "/rest/", index).await;
    tested(&server.uri()).await
}

#[tokio::test]
async fn a_host_that_cannot_be_reached() {
    assert_cause(&tested(&closed_port()).await, "host_unreachable");
    let unknown = tested("http://sem-nome.example/").await;
    assert_cause(&unknown, "host_unreachable");
    assert!(unknown.text.contains("não foi encontrado"));
    let no_tls = host().await.uri().replace("http://", "https://");
    assert_cause(&tested(&no_tls).await, "host_unreachable");
    let failing = with_index(ResponseTemplate::new(503)).await;
    assert_cause(&failing, "host_unreachable");
    let busy = with_index(ResponseTemplate::new(429)).await;
    assert_cause(&busy, "host_unreachable");
    let moved = ResponseTemplate::new(301).insert_header("location", "https://novo.example/rest/");
    let moved = with_me(moved).await;
    assert_cause(&moved, "host_unreachable");
    assert!(moved.text.contains("https://novo.example"));
}

#[tokio::test]
async fn a_host_that_leads_inside() {
    let server = MockServer::start().await;
    let inside = ResponseTemplate::new(302).insert_header("location", "http://10.0.0.1/");
    mount(&server, "GET", "/", inside).await;
    let answer = tested(&server.uri()).await;
    assert_cause(&answer, "host_unreachable");
    assert!(answer.text.contains("rede interna"), "{}", answer.text);
}

#[tokio::test]
async fn credentials_that_the_host_refuses() {
    let words = format!("<strong>Erro:</strong> senha {PASSWORD} incorreta");
    let refused = with_me(refusal(401, "incorrect_password", &words)).await;
    assert_cause(&refused, "credentials_refused");
    assert!(refused.text.contains("“Erro: senha ••• incorreta”"));
    let ignored = with_me(refusal(401, "rest_not_logged_in", "Você não entrou.")).await;
    assert_cause(&ignored, "credentials_refused");
    assert!(ignored.text.contains("Authorization"));
    let disabled = with_me(refusal(401, "application_passwords_disabled", "")).await;
    assert_cause(&disabled, "credentials_refused");

    let server = MockServer::start().await;
    let mut index = index();
    index["authentication"] = json!([]);
    mount(&server, "GET", "/rest/", answer(200, index)).await;
    let me = refusal(401, "rest_not_logged_in", "");
    mount_with_login(&server, ME, me).await;
    let off = tested(&server.uri()).await;
    assert_cause(&off, "credentials_refused");
    assert!(off.text.contains("desativadas"), "{}", off.text);
}

#[tokio::test]
async fn an_interface_that_is_missing_or_blocked() {
    let page =
        ResponseTemplate::new(200).set_body_raw("<html><title>Início</title></html>", "text/html");
    assert_cause(&with_index(page).await, "rest_blocked");
    assert_cause(
        &with_index(ResponseTemplate::new(404)).await,
        "rest_blocked",
    );
    let firewall = ResponseTemplate::new(403)
        .set_body_raw("<html><title>Acesso negado</title></html>", "text/html");
    let blocked = with_index(firewall).await;
    assert_cause(&blocked, "rest_blocked");
    assert!(blocked.text.contains("Acesso negado"), "{}", blocked.text);
    let closed = refusal(401, "rest_login_required", "Só para assinantes.");
    assert_cause(&with_index(closed).await, "rest_blocked");
    let html = ResponseTemplate::new(200).set_body_string("<html></html>");
    assert_cause(&with_me(html).await, "rest_blocked");
}

#[tokio::test]
async fn a_user_that_lacks_permission() {
    let forbidden = refusal(403, "rest_forbidden_context", "Sem acesso.");
    assert_cause(&with_me(forbidden).await, "permission_missing");
    for lacking in ["publish_posts", "upload_files"] {
        let mut user = editor();
        user["capabilities"][lacking] = json!(false);
        assert_cause(&with_me(answer(200, user)).await, "permission_missing");
    }
}

#[tokio::test]
async fn a_site_without_login_is_not_called() {
    let server = host().await;
    let app = TestApp::local().await;
    let gerente = app.create_user("gerente", Role::Gerente).await;
    let body = json!({"name": "Cliente", "url": server.uri()});
    app.request(&gerente, Method::POST, "/sites", body).await;
    for (verb, route) in [
        (Method::POST, "test-connection"),
        (Method::GET, "authors"),
        (Method::GET, "faq-capability"),
    ] {
        let path = format!("/sites/1/{route}");
        let answer = app.request(&gerente, verb, &path, Value::Null).await;
        assert_cause(&answer, "not_connected");
    }
    let categories = app
        .request(&gerente, Method::GET, "/sites/1/categories", Value::Null)
        .await;
    assert_eq!(
        (categories.status.as_u16(), categories.code()),
        (409, "site_not_connected")
    );
    assert!(server.received_requests().await.unwrap().is_empty());
}

#[tokio::test]
async fn a_working_connection_is_reported_and_stored_once() {
    let server = host().await;
    mount_with_login(&server, ME, answer(200, editor())).await;
    let app = TestApp::local().await;
    let gerente = app.create_user("gerente", Role::Gerente).await;
    let site = site_at(&app, &gerente, &server.uri()).await;
    let path = format!("{site}/test-connection");
    for _ in 0..2 {
        let answer = app
            .request(&gerente, Method::POST, &path, Value::Null)
            .await;
        assert_eq!(
            answer.json,
            json!({
                "ok": true,
                "site_name": "Padaria & Café",
                "rest_root": format!("{}/rest/", server.uri()),
                "rest_namespace": "core/v2",
                "user": {"id": 3, "name": "Redação", "roles": ["editor"]},
            })
        );
        let shown = app.request(&gerente, Method::GET, &site, Value::Null).await;
        assert_eq!(shown.json["rest_root"], answer.json["rest_root"]);
        assert_eq!(shown.json["rest_namespace"], "core/v2");
        assert_eq!(shown.headers["etag"], "\"2\"");
    }
    assert_eq!(asked(&server, "/rest/core/v2/users/me").await, 2);
}

#[tokio::test]
async fn each_test_finds_out_whether_the_host_uses_blocks() {
    let server = host().await;
    mount_with_login(&server, ME, answer(200, editor())).await;
    let app = TestApp::local().await;
    let gerente = app.create_user("gerente", Role::Gerente).await;
    let site = site_at(&app, &gerente, &server.uri()).await;
    let path = format!("{site}/test-connection");
    let posts = |version: u8| {
        answer(
            200,
            json!([{"id": 1, "content": {"block_version": version}}]),
        )
    };
    for (posts, found) in [
        // A host that does not show its posts can be connected nevertheless, and what was found stays.
        (refusal(403, "rest_forbidden_context", ""), Value::Null),
        (posts(1), json!(true)),
        (refusal(500, "", ""), json!(true)),
        (posts(0), json!(false)),
        (answer(200, json!([])), Value::Null),
    ] {
        Mock::given(method("GET"))
            .and(path_of("/rest/core/v2/posts"))
            .respond_with(posts)
            .up_to_n_times(1)
            .mount(&server)
            .await;
        let tested = app
            .request(&gerente, Method::POST, &path, Value::Null)
            .await;
        assert_eq!(tested.json["ok"], true, "{}", tested.text);
        let shown = app.request(&gerente, Method::GET, &site, Value::Null).await;
        assert_eq!(shown.json["host_uses_blocks"], found);
    }
    // Another host is not known yet.
    let moved = json!({"url": "http://novo.example/"});
    let shown = app.request(&gerente, Method::PUT, &site, moved).await;
    assert_eq!(
        shown.json["host_uses_blocks"],
        Value::Null,
        "{}",
        shown.text
    );
}

#[tokio::test]
async fn what_was_found_is_remembered_even_when_the_login_fails() {
    let server = host().await;
    mount_with_login(&server, ME, refusal(401, "incorrect_password", "")).await;
    let app = TestApp::local().await;
    let gerente = app.create_user("gerente", Role::Gerente).await;
    let site = site_at(&app, &gerente, &server.uri()).await;
    let path = format!("{site}/test-connection");
    let failed = app
        .request(&gerente, Method::POST, &path, Value::Null)
        .await;
    assert_cause(&failed, "credentials_refused");
    let shown = app.request(&gerente, Method::GET, &site, Value::Null).await;
    assert_eq!(shown.json["rest_namespace"], "core/v2");
}
