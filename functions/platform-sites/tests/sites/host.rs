//! A host on loopback, and the site that is connected to it.

use http::Method;
use platform_testkit::{TestApi, TestUser};
use serde_json::{Value, json};
use wiremock::matchers::{header_exists, method, path};
use wiremock::{Mock, MockServer, ResponseTemplate};

use crate::app::TestApp;

/// The password of every connected site; no response may contain it.
pub const PASSWORD: &str = "canario abcd efgh ijkl";

/// A response of a route.
pub fn answer(status: u16, body: Value) -> ResponseTemplate {
    ResponseTemplate::new(status).set_body_json(body)
}

/// A refusal as hosts write it.
pub fn refusal(status: u16, code: &str, message: &str) -> ResponseTemplate {
    answer(
        status,
        json!({"code": code, "message": message, "data": {"status": status}}),
    )
}

pub async fn mount(server: &MockServer, verb: &str, route: &str, with: ResponseTemplate) {
    Mock::given(method(verb))
        .and(path(route))
        .respond_with(with)
        .mount(server)
        .await;
}

/// A route that requires credentials.
pub async fn mount_with_login(server: &MockServer, route: &str, with: ResponseTemplate) {
    Mock::given(method("GET"))
        .and(path(format!("/rest/core/v2/{route}")))
        .and(header_exists("authorization"))
        .respond_with(with)
        .mount(server)
        .await;
}

pub fn index() -> Value {
    json!({
        "name": "Padaria &amp; Café",
        "namespaces": ["core/v2"],
        "authentication": {"application-passwords": {}},
    })
}

pub fn editor() -> Value {
    json!({
        "id": 3,
        "name": "Reda&#231;&#227;o",
        "roles": ["editor"],
        "capabilities": {"publish_posts": true, "upload_files": true},
    })
}

/// A host whose interface is found.
pub async fn host() -> MockServer {
    let server = MockServer::start().await;
    mount(&server, "GET", "/", ResponseTemplate::new(200)).await;
    mount(&server, "GET", "/rest/", answer(200, index())).await;
    server
}

/// Number of requests to a path.
pub async fn asked(server: &MockServer, route: &str) -> usize {
    let requests = server.received_requests().await.unwrap();
    requests
        .iter()
        .filter(|request| request.url.path() == route)
        .count()
}

/// Creates a site with a login for the host at `url`; returns its path.
pub async fn site_at(app: &TestApp, person: &TestUser, url: &str) -> String {
    let body = json!({
        "name": "Cliente",
        "url": url,
        "host_user": "redacao",
        "host_password": PASSWORD,
    });
    let made = app.request(person, Method::POST, "/sites", body).await;
    assert_eq!(made.status, 201, "{}", made.text);
    format!("/sites/{}", made.json["id"])
}

/// The address of a closed port.
pub fn closed_port() -> String {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    format!("http://{}/", listener.local_addr().unwrap())
}
