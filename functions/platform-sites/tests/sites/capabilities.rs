//! Capabilities of hosts: cached, and reported with the host's message when the call fails.

use domain::platform::access::Role;
use http::Method;
use jiff::SignedDuration;
use platform_testkit::{TestApi, TestResponse, TestUser};
use serde_json::{Value, json};
use wiremock::matchers::{method, path, query_param};
use wiremock::{Mock, MockServer, ResponseTemplate};

use crate::app::TestApp;
use crate::host::{
    answer, asked, closed_port, editor, host, index, mount, mount_with_login, refusal, site_at,
};

struct Fixture {
    app: TestApp,
    person: TestUser,
    site: String,
}

impl Fixture {
    async fn at(url: &str) -> Self {
        let app = TestApp::local().await;
        let person = app.create_user("gerente", Role::Gerente).await;
        let site = site_at(&app, &person, url).await;
        Self { app, person, site }
    }

    async fn get(&self, question: &str) -> TestResponse {
        let path = format!("{}/{question}", self.site);
        self.app
            .request(&self.person, Method::GET, &path, Value::Null)
            .await
    }

    fn later(&self, seconds: i64) {
        self.app.clock.advance(SignedDuration::from_secs(seconds));
    }
}

fn categories() -> Value {
    json!([
        {"id": 1, "name": "Not&#237;cias &amp; eventos", "slug": "noticias", "parent": 0, "count": 4},
        {"id": 2, "name": "Receitas", "slug": "receitas", "parent": 1, "count": 0},
    ])
}

#[tokio::test]
async fn categories_are_asked_for_once_an_hour() {
    const ROUTE: &str = "/rest/core/v2/categories";
    let server = host().await;
    mount_with_login(&server, "categories", answer(200, categories())).await;
    let fixture = Fixture::at(&server.uri()).await;
    let first = fixture.get("categories").await;
    assert_eq!(
        first.json,
        json!({
            "items": [
                {"id": 1, "name": "Notícias & eventos", "slug": "noticias", "parent": 0, "count": 4},
                {"id": 2, "name": "Receitas", "slug": "receitas", "parent": 1, "count": 0},
            ],
            "fetched_at": "2030-03-17T17:46:40Z",
        })
    );
    fixture.later(3599);
    assert_eq!(fixture.get("categories").await.json, first.json);
    assert_eq!(asked(&server, ROUTE).await, 1);
    fixture.later(1);
    let again = fixture.get("categories").await;
    assert_eq!(again.json["fetched_at"], "2030-03-17T18:46:40Z");
    assert_eq!(asked(&server, ROUTE).await, 2);
    let change = json!({"host_password": "outra senha"});
    fixture
        .app
        .request(&fixture.person, Method::PUT, &fixture.site, change)
        .await;
    fixture.get("categories").await;
    assert_eq!(
        asked(&server, ROUTE).await,
        3,
        "another login may see others"
    );
    mount_with_login(&server, "users/me", answer(200, editor())).await;
    let path = format!("{}/test-connection", fixture.site);
    for asks in [4, 5] {
        fixture
            .app
            .request(&fixture.person, Method::POST, &path, Value::Null)
            .await;
        fixture.get("categories").await;
        assert_eq!(asked(&server, ROUTE).await, asks, "a test asks anew");
    }
}

#[tokio::test]
async fn failed_categories_carry_the_hosts_message_and_are_not_cached() {
    let server = host().await;
    let refusal = refusal(403, "rest_cannot_view", "Categorias <b>fechadas</b>.");
    mount_with_login(&server, "categories", refusal).await;
    let fixture = Fixture::at(&server.uri()).await;
    for asks in 1..3 {
        let answer = fixture.get("categories").await;
        assert_eq!(
            (answer.status.as_u16(), answer.code()),
            (502, "host_failed")
        );
        let message = answer.json["message"].as_str().unwrap();
        assert!(message.contains("“Categorias fechadas .”"), "{message}");
        assert!(!answer.text.contains("127.0.0.1"));
        assert_eq!(asked(&server, "/rest/core/v2/categories").await, asks);
    }
    let unreachable = Fixture::at(&closed_port()).await.get("categories").await;
    assert_eq!(
        (unreachable.status.as_u16(), unreachable.code()),
        (502, "host_failed")
    );
    assert!(
        !unreachable.text.contains("127.0.0.1"),
        "{}",
        unreachable.text
    );
}

/// The response to one form of the request for authors.
async fn mount_authors(server: &MockServer, way: Option<(&str, &str)>, with: ResponseTemplate) {
    let mut mock = Mock::given(method("GET")).and(path("/rest/core/v2/users"));
    if let Some((name, value)) = way {
        mock = mock.and(query_param(name, value));
    }
    mock.respond_with(with).mount(server).await;
}

fn ana() -> ResponseTemplate {
    answer(200, json!([{"id": 7, "name": "Ana", "slug": "ana"}]))
}

const WHO: Option<(&str, &str)> = Some(("who", "authors"));
const CAPABILITIES: Option<(&str, &str)> = Some(("capabilities[]", "edit_posts"));

#[tokio::test]
async fn authors_are_asked_for_in_three_ways_and_kept_an_hour() {
    let forbidden = || refusal(403, "rest_forbidden_who", "");
    for (mounts, complete) in [
        (vec![(WHO, ana())], true),
        (vec![(WHO, forbidden()), (CAPABILITIES, ana())], true),
        (
            vec![
                (WHO, forbidden()),
                (CAPABILITIES, refusal(400, "rest_invalid_param", "")),
                (None, ana()),
            ],
            false,
        ),
    ] {
        let server = host().await;
        let calls = mounts.len();
        for (way, with) in mounts {
            mount_authors(&server, way, with).await;
        }
        let fixture = Fixture::at(&server.uri()).await;
        for _ in 0..2 {
            let answer = fixture.get("authors").await;
            assert_eq!(
                answer.json,
                json!({
                    "ok": true,
                    "items": [{"id": 7, "name": "Ana", "slug": "ana"}],
                    "complete": complete,
                    "fetched_at": "2030-03-17T17:46:40Z",
                })
            );
        }
        assert_eq!(asked(&server, "/rest/core/v2/users").await, calls);
        fixture.later(3600);
        fixture.get("authors").await;
        assert_eq!(asked(&server, "/rest/core/v2/users").await, 2 * calls);
    }
}

#[tokio::test]
async fn failed_authors_have_four_causes_and_are_not_cached() {
    for (with, cause) in [
        (
            refusal(401, "incorrect_password", ""),
            "credentials_refused",
        ),
        (
            refusal(403, "rest_user_cannot_view", ""),
            "permission_missing",
        ),
        (answer(200, json!([])), "permission_missing"),
        (refusal(404, "rest_no_route", ""), "rest_blocked"),
        (ResponseTemplate::new(500), "host_unreachable"),
    ] {
        let server = host().await;
        mount_authors(&server, None, with).await;
        let fixture = Fixture::at(&server.uri()).await;
        let first = fixture.get("authors").await;
        assert_eq!(first.status, 200);
        assert_eq!(first.json["cause"], cause, "{}", first.text);
        let calls = asked(&server, "/rest/core/v2/users").await;
        fixture.get("authors").await;
        assert_eq!(asked(&server, "/rest/core/v2/users").await, 2 * calls);
    }
    let unreachable = Fixture::at(&closed_port()).await.get("authors").await;
    assert_eq!(unreachable.json["cause"], "host_unreachable");
}

/// A host with or without the two halves of FAQ support.
async fn faq_host(plugin: bool, bridge: bool) -> MockServer {
    let server = MockServer::start().await;
    let mut index = index();
    if plugin {
        index["namespaces"] = json!(["core/v2", "pauta-faq/v1"]);
    }
    mount(&server, "GET", "/rest/", answer(200, index)).await;
    let meta = if bridge {
        json!({"pauta_faq_enabled": {}, "pauta_faq_data": {}})
    } else {
        json!({"outro": {}})
    };
    let schema = json!({"schema": {"properties": {"meta": {"properties": meta}}}});
    let route = "/rest/core/v2/posts";
    mount(&server, "OPTIONS", route, answer(200, schema)).await;
    server
}

#[tokio::test]
async fn faq_support_has_two_halves() {
    for (plugin, bridge, cause) in [
        (true, true, Value::Null),
        (false, true, Value::Null),
        (true, false, json!("bridge_missing")),
        (false, false, json!("plugin_missing")),
    ] {
        let server = faq_host(plugin, bridge).await;
        let fixture = Fixture::at(&server.uri()).await;
        let answer = fixture.get("faq-capability").await;
        assert_eq!(answer.json["ok"], cause.is_null(), "{}", answer.text);
        assert_eq!(answer.json["cause"], cause, "{}", answer.text);
    }
    let unreachable = Fixture::at(&closed_port())
        .await
        .get("faq-capability")
        .await;
    assert_eq!(unreachable.json["cause"], "host_unreachable");
}

#[tokio::test]
async fn a_host_that_refuses_to_tell_about_a_faq_has_the_causes_of_its_refusal() {
    for (with, cause) in [
        (
            refusal(401, "incorrect_password", ""),
            "credentials_refused",
        ),
        (refusal(404, "rest_no_route", ""), "rest_blocked"),
        (
            ResponseTemplate::new(403).set_body_string("<html>firewall</html>"),
            "rest_blocked",
        ),
        (ResponseTemplate::new(503), "host_unreachable"),
    ] {
        let server = host().await;
        mount(&server, "OPTIONS", "/rest/core/v2/posts", with).await;
        let fixture = Fixture::at(&server.uri()).await;
        let answer = fixture.get("faq-capability").await;
        assert_eq!(answer.json["ok"], false, "{cause}");
        assert_eq!(answer.json["cause"], cause, "{}", answer.text);
        for member in ["message", "hint"] {
            let text = answer.json[member].as_str();
            assert!(text.is_some_and(|text| !text.is_empty()), "{cause}");
        }
    }
}

#[tokio::test]
async fn a_yes_is_kept_an_hour_and_a_no_five_minutes() {
    for (bridge, lifetime) in [(true, 3600), (false, 300)] {
        let server = faq_host(true, bridge).await;
        let fixture = Fixture::at(&server.uri()).await;
        let first = fixture.get("faq-capability").await;
        fixture.later(lifetime - 1);
        assert_eq!(fixture.get("faq-capability").await.json, first.json);
        assert_eq!(asked(&server, "/rest/core/v2/posts").await, 1);
        fixture.later(1);
        fixture.get("faq-capability").await;
        assert_eq!(asked(&server, "/rest/core/v2/posts").await, 2);
    }
}
