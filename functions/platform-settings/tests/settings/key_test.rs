//! The test of an API key against providers that answer as documented.

use http::Method;
use platform_testkit::{TestApi, TestResponse};
use serde_json::{Value, json};
use settings::ProviderAddresses;
use wiremock::matchers::{header, method, path, query_param};
use wiremock::{Mock, MockServer, ResponseTemplate};

use crate::app::{TestApp, issues};

const KEY: &str = "sk-proj-c1b7c2";

/// An application whose providers are `server`, with every key.
async fn app(server: &MockServer) -> TestApp {
    let mut app = TestApp::new().await;
    let address = server.uri();
    app.ports.providers = ProviderAddresses::of(|_| Some(address.clone())).unwrap();
    let keys = json!({
        "OPENAI_API_KEY": KEY, "ANTHROPIC_API_KEY": KEY, "GEMINI_API_KEY": KEY,
        "UNSPLASH_ACCESS_KEY": KEY, "PEXELS_API_KEY": KEY,
    });
    app.put("/settings/api-keys", keys).await.expect(200);
    app
}

async fn test(app: &TestApp, key: &str) -> TestResponse {
    let body = json!({ "key": key });
    app.request(&app.admin, Method::POST, "/settings/api-keys/test", body)
        .await
}

#[tokio::test]
async fn each_provider_is_asked_by_its_cheapest_call() {
    let server = MockServer::start().await;
    let bearer = format!("Bearer {KEY}");
    let client = format!("Client-ID {KEY}");
    let get = |route: &str| Mock::given(method("GET")).and(path(route.to_owned()));
    let well = || ResponseTemplate::new(200).set_body_json(json!({}));
    for mock in [
        get("/v1/models").and(header("authorization", bearer.as_str())),
        get("/v1/models")
            .and(header("x-api-key", KEY))
            .and(header("anthropic-version", "2023-06-01"))
            .and(query_param("limit", "1")),
        get("/v1beta/models")
            .and(header("x-goog-api-key", KEY))
            .and(query_param("pageSize", "1")),
        get("/search/photos")
            .and(header("authorization", client.as_str()))
            .and(header("accept-version", "v1"))
            .and(query_param("per_page", "1")),
        get("/v1/search")
            .and(header("authorization", KEY))
            .and(query_param("per_page", "1")),
    ] {
        mock.respond_with(well()).expect(1).mount(&server).await;
    }
    let app = app(&server).await;
    for key in [
        "OPENAI_API_KEY",
        "ANTHROPIC_API_KEY",
        "GEMINI_API_KEY",
        "UNSPLASH_ACCESS_KEY",
        "PEXELS_API_KEY",
    ] {
        let answer = test(&app, key).await.expect(200);
        assert_eq!(answer.json["ok"], true, "{key} {}", answer.text);
    }
}

/// A refusal: key, status and body of the response; cause and words that are shown.
type Refusal = (&'static str, u16, Value, &'static str, Value);

/// Refusals of text providers.
fn of_texts() -> [Refusal; 4] {
    let openai = |code: &str, kind: &str| {
        let message = format!("Incorrect API key provided: {KEY}.");
        json!({ "error": { "message": message, "type": kind, "code": code, "param": null } })
    };
    let google = json!({ "error": {
        "code": 400, "message": "API key not valid.", "status": "INVALID_ARGUMENT",
        "details": [{ "@type": "type.googleapis.com/google.rpc.ErrorInfo", "reason": "API_KEY_INVALID" }],
    } });
    let anthropic = json!({ "type": "error", "error": {
        "type": "authentication_error", "message": "invalid x-api-key",
    } });
    let unknown = openai("invalid_api_key", "invalid_request_error");
    let spent = openai("insufficient_quota", "insufficient_quota");
    let words = json!("Incorrect API key provided: •••");
    [
        ("OPENAI_API_KEY", 401, unknown, "invalid_key", words.clone()),
        ("OPENAI_API_KEY", 429, spent, "quota_exhausted", words),
        (
            "ANTHROPIC_API_KEY",
            401,
            anthropic,
            "invalid_key",
            json!("invalid x-api-key"),
        ),
        (
            "GEMINI_API_KEY",
            400,
            google,
            "invalid_key",
            json!("API key not valid."),
        ),
    ]
}

/// Refusals of stock-image providers.
fn of_stock_images() -> [Refusal; 4] {
    let errors = |words: &str| json!({ "errors": [words] });
    let limit = "Rate Limit Exceeded";
    [
        (
            "UNSPLASH_ACCESS_KEY",
            401,
            errors("OAuth error"),
            "invalid_key",
            json!("OAuth error"),
        ),
        (
            "UNSPLASH_ACCESS_KEY",
            403,
            errors(limit),
            "rate_limited",
            json!(limit),
        ),
        (
            "PEXELS_API_KEY",
            429,
            json!({ "error": "limit" }),
            "rate_limited",
            json!("limit"),
        ),
        (
            "PEXELS_API_KEY",
            503,
            json!("<html>"),
            "provider_failed",
            Value::Null,
        ),
    ]
}

#[tokio::test]
async fn what_providers_refuse_is_told_in_their_words_without_the_key() {
    let refusals = of_texts().into_iter().chain(of_stock_images());
    for (key, status, body, cause, words) in refusals {
        let server = MockServer::start().await;
        let refusal = ResponseTemplate::new(status).set_body_json(body);
        Mock::given(method("GET"))
            .respond_with(refusal)
            .mount(&server)
            .await;
        let app = app(&server).await;
        let answer = test(&app, key).await.expect(200);
        assert_eq!(
            (
                &answer.json["ok"],
                &answer.json["cause"],
                &answer.json["provider_message"]
            ),
            (&json!(false), &json!(cause), &words),
            "{key} {status}"
        );
        assert!(!answer.text.contains(KEY), "{}", answer.text);
    }
}

#[tokio::test]
async fn a_provider_that_cannot_be_reached_is_told_apart() {
    let server = MockServer::start().await;
    let mut app = app(&server).await;
    // Nothing listens on this port.
    let nowhere = || Some("http://127.0.0.1:9".to_owned());
    app.ports.providers = ProviderAddresses::of(|_| nowhere()).unwrap();
    let answer = test(&app, "OPENAI_API_KEY").await.expect(200);
    assert_eq!(answer.json["cause"], "unreachable");
}

#[tokio::test]
async fn a_key_that_is_missing_or_unknown_is_not_tested() {
    let app = TestApp::new().await;
    let missing = test(&app, "OPENAI_API_KEY").await.expect(422);
    assert_eq!(issues(&missing), [("key", "not_configured")]);
    for unknown in ["SMTP_PASSWORD", KEY] {
        let refused = test(&app, unknown).await.expect(422);
        assert_eq!(issues(&refused), [("key", "unknown_key")]);
        assert!(!refused.text.contains(KEY), "{}", refused.text);
    }
}

#[tokio::test]
async fn a_key_is_tested_before_it_is_stored() {
    const NEW: &str = "sk-proj-novo-77f1";
    let server = MockServer::start().await;
    let models = |key: &str| {
        let bearer = format!("Bearer {key}");
        let asked = Mock::given(method("GET")).and(path("/v1/models"));
        asked.and(header("authorization", bearer.as_str()))
    };
    let refusal =
        json!({ "error": { "message": format!("Incorrect API key: {NEW}"), "type": "x" } });
    models(KEY)
        .respond_with(ResponseTemplate::new(200).set_body_json(json!({})))
        .expect(1)
        .mount(&server)
        .await;
    models(NEW)
        .respond_with(ResponseTemplate::new(401).set_body_json(refusal))
        .expect(1)
        .mount(&server)
        .await;
    let app = app(&server).await;
    let test = |body: Value| app.request(&app.admin, Method::POST, "/settings/api-keys/test", body);
    let before = app.get("/settings/api-keys").await.json;
    let sent = json!({ "key": "OPENAI_API_KEY", "value": format!("  {NEW}\n") });
    let refused = test(sent).await.expect(200);
    assert_eq!(refused.json["cause"], "invalid_key");
    assert!(!refused.text.contains(NEW), "{}", refused.text);
    assert_eq!(app.get("/settings/api-keys").await.json, before);
    // `null` is the key in effect.
    let stored = test(json!({ "key": "OPENAI_API_KEY", "value": null })).await;
    assert_eq!(stored.expect(200).json["ok"], true);
}

#[tokio::test]
async fn a_value_that_is_no_key_is_not_sent_to_a_provider() {
    let server = MockServer::start().await;
    let app = app(&server).await;
    for value in [
        json!(""),
        json!("   "),
        json!("uma\nlinha"),
        json!("x".repeat(5_000)),
        json!(7),
        json!([KEY]),
    ] {
        let body = json!({ "key": "OPENAI_API_KEY", "value": value });
        let refused = app
            .request(&app.admin, Method::POST, "/settings/api-keys/test", body)
            .await
            .expect(422);
        assert_eq!(refused.json["issues"][0]["field"], "value", "{value}");
        assert!(!refused.text.contains(KEY), "{}", refused.text);
    }
    assert!(server.received_requests().await.unwrap().is_empty());
}
