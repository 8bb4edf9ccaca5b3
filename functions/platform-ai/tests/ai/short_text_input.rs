//! What the routes of short texts accept, and from whom.

use domain::platform::access::Role;
use http::Method;
use platform_testkit::{RequestBody, TestApi, TestRequest};
use serde_json::{Value, json};
use settings::AiProvider;

use crate::app::TestApp;

const ROUTES: [&str; 3] = [
    "/posts/generate-seo-title",
    "/posts/generate-meta-description",
    "/posts/generate-faq",
];

#[tokio::test]
async fn invalid_fields_are_named() {
    let app = TestApp::with_keys(&[(AiProvider::OpenAi, "")]).await;
    let site = app.site.0;
    let text = "a".repeat(900_001);
    for (body, fields) in [
        (json!({ "count": 3 }), vec!["site_id"]),
        (json!({ "site_id": "x", "count": 3 }), vec!["site_id"]),
        (json!({ "site_id": site, "count": 3 }), vec!["prompt"]),
        (
            json!({ "site_id": site, "count": 3, "title": " ", "prompt": "\n" }),
            vec!["prompt"],
        ),
        (
            json!({ "site_id": site, "count": 3, "title": "a".repeat(1_001), "prompt": "a".repeat(10_001) }),
            vec!["title", "prompt"],
        ),
        (
            json!({ "site_id": site, "count": 3, "body": text }),
            vec!["body"],
        ),
    ] {
        for route in ROUTES {
            let refused = app.post(route, body.clone()).await;
            refused.assert_error(422, "invalid_fields");
            assert_eq!(refused.issue_fields(), fields, "{route}");
        }
    }
    let long = json!({ "site_id": site, "title": "x", "keyword": "a".repeat(201) });
    let refused = app.post(ROUTES[0], long).await;
    assert_eq!(refused.issue_fields(), ["keyword"]);
    assert_eq!(app.asked(AiProvider::OpenAi), 0);
}

#[tokio::test]
async fn the_longest_fields_are_accepted_and_only_their_beginning_is_sent() {
    let app = TestApp::with_keys(&[(AiProvider::OpenAi, "")]).await;
    let body = json!({
        "site_id": app.site.0, "title": "ã".repeat(1_000), "keyword": "é".repeat(200), "prompt": "õ".repeat(10_000),
        "body": "palavra ".repeat(112_500),
    });
    app.post(ROUTES[0], body).await.expect(200);
    let call = app.fakes.calls(service_fakes::Service::OpenAi).remove(0);
    let sent = call.body.unwrap().to_string();
    assert!(
        (20_000..60_000).contains(&sent.chars().count()),
        "{}",
        sent.len()
    );
}

#[tokio::test]
async fn foreign_sites_do_not_exist_and_the_session_is_checked_before_the_body() {
    let app = TestApp::with_keys(&[(AiProvider::OpenAi, "")]).await;
    let stranger = app.create_user("ivo", Role::Redator).await;
    let gerente = app.create_user("gil", Role::Gerente).await;
    let body = json!({ "site_id": app.site.0, "title": "Café", "count": 3 });
    for route in ROUTES {
        let send = |user, body| app.send(user, Method::POST, route, body, &[]);
        let refused = send(&stranger, body.clone()).await;
        refused.assert_error(404, "not_found");
        assert_eq!(refused.issue_fields(), ["site_id"]);
        let absent = json!({ "site_id": 99, "title": "Café", "count": 3 });
        send(&gerente, absent).await.assert_error(404, "not_found");
        send(&gerente, body.clone()).await.expect(200);
        let path = format!("/api/v1{route}");
        let raw = RequestBody::Raw("application/json", "{".into());
        let unknown = TestRequest::new(Method::POST, &path).body(raw.clone());
        let refused = unknown.send(&app.router()).await;
        refused.assert_error(401, "unauthenticated");
        let known = TestRequest::new(Method::POST, &path).body(raw);
        let token = app.writer.token(app.keyring(), app.now());
        let refused = known.bearer(&token).send(&app.router()).await;
        refused.assert_error(400, "invalid_json");
    }
}

#[tokio::test]
async fn without_a_key_the_message_says_which_keys_and_where() {
    let app = TestApp::new().await;
    let body = json!({ "site_id": app.site.0, "title": "Café", "count": 3 });
    for route in ROUTES {
        let refused = app.post(route, body.clone()).await;
        refused.assert_error(409, "not_configured");
        assert_eq!(
            refused.json["message"],
            "Nenhum provedor de textos tem chave de API. Cadastre uma em Configurações → Chaves de API (PUT \
             /api/v1/settings/api-keys), ou na variável de ambiente OPENAI_API_KEY, ANTHROPIC_API_KEY ou GEMINI_API_KEY."
        );
        assert_eq!(refused.json["issues"], Value::Null);
    }
}
