//! State of a connection, the provider's address, and the end of a connection.

use http::Method;
use jiff::SignedDuration;
use platform_testkit::{SearchCall, TestApi};
use search_console::SearchError;
use serde_json::{Value, json};
use url::Url;

use crate::app::{PROPERTY, TestApp};

#[tokio::test]
async fn a_site_without_a_connection_says_so() {
    let app = TestApp::new().await;
    let status = app.status().await;
    assert_eq!(
        status,
        json!({
            "site_id": app.site.0,
            "configured": true,
            "status": "none",
            "account_email": null,
            "token_expires_at": null,
            "last_error": null,
            "retry_at": null,
            "connected_at": null,
            "property": null,
            "sitemap_url": null,
            "indexing": { "enabled": true, "used_today": 0, "allowed_per_day": 200 },
        })
    );
}

#[tokio::test]
async fn a_connection_is_shown_without_its_tokens() {
    let app = TestApp::connected().await;
    let status = app.status().await;
    assert_eq!(status["status"], "connected");
    assert_eq!(status["account_email"], "Conta@Agencia.test");
    assert_eq!(status["token_expires_at"], "2026-11-23T15:59:59Z");
    assert_eq!(status["connected_at"], "2026-11-23T15:00:00Z");
}

#[tokio::test]
async fn revoked_and_failing_connections_are_told_apart() {
    for (error, name) in [
        (SearchError::InvalidGrant { message: None }, "revoked"),
        (SearchError::RateLimited { retry_after: None }, "error"),
    ] {
        let app = TestApp::connected().await;
        let post = app.published(&app.editor).await;
        app.clock.advance(SignedDuration::from_hours(2));
        app.console.fail(SearchCall::Refresh, [error]);
        let path = format!("performance?content_id={post}");
        assert!(!app.get(&path).await.status.is_success());
        let status = app.status().await;
        assert_eq!(status["status"], name);
        assert!(status["last_error"].is_string());
        assert_eq!(status["retry_at"].is_null(), name == "revoked");
        // Connecting again replaces it.
        let state = app.state().await;
        app.callback(&format!("state={state}&code=4%2Fnew"))
            .await
            .expect(200);
        let status = app.status().await;
        assert_eq!(status["status"], "connected");
        assert_eq!(status["last_error"], Value::Null);
    }
}

#[tokio::test]
async fn the_address_names_client_and_callback_and_proposes_the_former_account() {
    let app = TestApp::connected().await;
    let answer = app
        .get(&format!("connect?site_id={}", app.site))
        .await
        .expect(200);
    assert_eq!(answer.json["expires_at"], "2026-11-23T15:30:00Z");
    let url: Url = answer.json["authorization_url"]
        .as_str()
        .unwrap()
        .parse()
        .unwrap();
    let value = |name: &str| {
        let found = url.query_pairs().find(|(key, _)| key == name);
        found.map(|(_, value)| value.into_owned()).unwrap()
    };
    assert_eq!(value("client_id"), "cliente.apps.example");
    assert_eq!(
        value("redirect_uri"),
        "https://pauta.example/painel/api/v1/search-provider/callback"
    );
    assert_eq!(value("indexing"), "true");
    assert_eq!(value("login_hint"), "Conta@Agencia.test");
}

#[tokio::test]
async fn without_an_oauth_client_nothing_is_connected() {
    let app = TestApp::configured(false).await;
    assert_eq!(app.status().await["configured"], false);
    let answer = app
        .get(&format!("connect?site_id={}", app.site))
        .await
        .expect(409);
    assert_eq!(answer.code(), "not_configured");
}

#[tokio::test]
async fn disconnecting_removes_the_tokens_and_may_be_repeated() {
    let app = TestApp::connected().await;
    for _ in 0..2 {
        let after = app.post("disconnect").await.expect(200);
        assert_eq!(after.json["status"], "none");
    }
    assert!(app.connection().await.is_none());
    assert_eq!(app.count(SearchCall::Revoke), 1);
}

#[tokio::test]
async fn a_failing_provider_does_not_keep_a_connection() {
    let app = TestApp::connected().await;
    let away = SearchError::TimedOut {
        may_have_happened: true,
    };
    app.console.fail(SearchCall::Revoke, [away]);
    app.post("disconnect").await.expect(200);
    assert!(app.connection().await.is_none());
}

#[tokio::test]
async fn the_property_is_shown_once_it_was_looked_up() {
    let app = TestApp::connected().await;
    let post = app.published(&app.editor).await;
    app.get(&format!("performance?content_id={post}"))
        .await
        .expect(200);
    assert_eq!(app.status().await["property"], PROPERTY);
}

#[tokio::test]
async fn members_see_the_state_and_only_those_who_change_the_site_connect_it() {
    let app = TestApp::connected().await;
    let path = format!("status?site_id={}", app.site);
    let seen = app.send(&app.writer, Method::GET, &path, Value::Null).await;
    seen.expect(200);
    let path = format!("connect?site_id={}", app.site);
    let refused = app.send(&app.writer, Method::GET, &path, Value::Null).await;
    refused.expect(403);
    let body = json!({ "site_id": app.site.0 });
    for path in ["disconnect", "detect-sitemap"] {
        let refused = app
            .send(&app.writer, Method::POST, path, body.clone())
            .await;
        refused.expect(403);
    }
    let stranger = app
        .create_user("ivo", domain::platform::access::Role::Editor)
        .await;
    for path in ["disconnect", "detect-sitemap"] {
        let refused = app.send(&stranger, Method::POST, path, body.clone()).await;
        refused.expect(404);
    }
    assert!(app.connection().await.is_some());
}
