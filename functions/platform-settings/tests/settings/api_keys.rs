//! API keys.

use domain::platform::access::Role;
use http::Method;
use platform_testkit::TestApi;
use serde_json::{Value, json};

use crate::app::{TestApp, issues, setting};

const PAGE: &str = "/settings/api-keys";

#[tokio::test]
async fn every_key_is_listed_and_none_is_shown() {
    let app = TestApp::new().await;
    let page = app.get(PAGE).await.expect(200);
    let names: Vec<_> = page.json["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|item| item["key"].as_str().unwrap())
        .collect();
    let expected = [
        "OPENAI_API_KEY",
        "ANTHROPIC_API_KEY",
        "GEMINI_API_KEY",
        "UNSPLASH_ACCESS_KEY",
        "PEXELS_API_KEY",
    ];
    assert_eq!(names, expected);
    let none = json!({
        "key": "OPENAI_API_KEY", "configured": false, "source": null, "masked": null, "value": null,
    });
    assert_eq!(setting(&page, "OPENAI_API_KEY"), none);
    let keys = json!({ "OPENAI_API_KEY": " sk-proj-91b7c2 ", "PEXELS_API_KEY": "curta" });
    let page = app.put(PAGE, keys).await.expect(200);
    let set = json!({
        "key": "OPENAI_API_KEY", "configured": true, "source": "saved", "masked": "••••b7c2",
        "value": null,
    });
    assert_eq!(setting(&page, "OPENAI_API_KEY"), set);
    assert_eq!(setting(&page, "PEXELS_API_KEY")["masked"], "••••");
    assert!(!String::from_utf8_lossy(&page.bytes).contains("sk-proj"));
}

#[tokio::test]
async fn a_change_is_seen_by_the_next_request_to_another_process() {
    let app = TestApp::new().await;
    let other = app.other_process();
    assert_eq!(
        other.setting(PAGE, "OPENAI_API_KEY").await["configured"],
        false
    );
    let key = json!({ "OPENAI_API_KEY": "sk-proj-91b7c2" });
    app.put(PAGE, key).await.expect(200);
    let seen = other.setting(PAGE, "OPENAI_API_KEY").await;
    assert_eq!(seen["masked"], "••••b7c2");
    let removed = json!({ "OPENAI_API_KEY": null });
    other.put(PAGE, removed).await.expect(200);
    let seen = app.setting(PAGE, "OPENAI_API_KEY").await;
    assert_eq!(seen["configured"], false);
}

#[tokio::test]
async fn the_environment_is_behind_the_saved_value() {
    let app = TestApp::new().await;
    let key = "UNSPLASH_ACCESS_KEY";
    let of = |value: Value| (value["source"].clone(), value["masked"].clone());
    let environment = (json!("environment"), json!("••••0f11"));
    assert_eq!(of(app.setting(PAGE, key).await), environment);
    let saved = json!({ key: "saved-key-22aa" });
    app.put(PAGE, saved).await.expect(200);
    let saved = (json!("saved"), json!("••••22aa"));
    assert_eq!(of(app.setting(PAGE, key).await), saved);
    app.put(PAGE, json!({ key: null })).await.expect(200);
    assert_eq!(of(app.setting(PAGE, key).await), environment);
}

#[tokio::test]
async fn an_unknown_or_invalid_key_writes_nothing() {
    let app = TestApp::new().await;
    for (bad, value, field, code) in [
        ("SECRET_ID", json!("x"), "SECRET_ID", "unknown_key"),
        ("SMTP_HOST", json!("a.example"), "SMTP_HOST", "unknown_key"),
        ("sk-proj-91b7c2", json!("x"), "", "unknown_key"),
        (
            "PEXELS_API_KEY",
            json!(""),
            "PEXELS_API_KEY",
            "invalid_value",
        ),
        (
            "PEXELS_API_KEY",
            json!("a b"),
            "PEXELS_API_KEY",
            "invalid_value",
        ),
        (
            "PEXELS_API_KEY",
            json!(7),
            "PEXELS_API_KEY",
            "invalid_value",
        ),
    ] {
        let body = json!({ "OPENAI_API_KEY": "sk-proj-91b7c2", bad: value });
        let refused = app.put(PAGE, body).await.expect(422);
        assert_eq!(refused.code(), "invalid_fields");
        assert_eq!(issues(&refused), [(field, code)]);
        assert!(!String::from_utf8_lossy(&refused.bytes).contains("sk-proj"));
        let key = app.setting(PAGE, "OPENAI_API_KEY").await;
        assert_eq!(key["configured"], false, "{bad}");
    }
}

#[tokio::test]
async fn settings_are_for_administrators() {
    let app = TestApp::new().await;
    for role in [Role::Gerente, Role::Editor, Role::Redator] {
        let person = app.create_user(role.name(), role).await;
        for page in [
            PAGE,
            "/settings/notifications",
            "/settings/ai-defaults",
            "/settings/ai-models",
        ] {
            let read = app.request(&person, Method::GET, page, Value::Null).await;
            let (method, body) = (Method::PUT, json!({ "kind": "text", "provider": "openai" }));
            let write = app.request(&person, method, page, body).await;
            assert_eq!((read.code(), write.code()), ("forbidden", "forbidden"));
        }
    }
}

#[tokio::test]
async fn simultaneous_changes_are_all_kept() {
    let app = TestApp::new().await;
    let other = app.other_process();
    let change = |app: &TestApp, key: &str| {
        let body = json!({ key: format!("value-of-{key}") });
        let router = app.router();
        let token = app
            .admin
            .token(app.keyring(), ports::Clock::now(app.clock()));
        async move {
            platform_testkit::TestRequest::json(Method::PUT, format!("/api/v1{PAGE}"), body)
                .bearer(&token)
                .send(&router)
                .await
                .expect(200);
        }
    };
    tokio::join!(
        change(&app, "OPENAI_API_KEY"),
        change(&other, "GEMINI_API_KEY"),
        change(&app, "PEXELS_API_KEY"),
        change(&other, "ANTHROPIC_API_KEY"),
    );
    let page = app.get(PAGE).await;
    for key in [
        "OPENAI_API_KEY",
        "GEMINI_API_KEY",
        "PEXELS_API_KEY",
        "ANTHROPIC_API_KEY",
    ] {
        assert_eq!(setting(&page, key)["source"], "saved", "{key}");
    }
}

#[tokio::test]
async fn the_role_is_checked_before_the_body() {
    let app = TestApp::new().await;
    let manager = app.create_user("gil", Role::Gerente).await;
    for (method, path) in [
        (Method::PUT, "/settings/api-keys"),
        (Method::PUT, "/settings/notifications"),
        (Method::PUT, "/settings/ai-defaults"),
        (Method::PUT, "/settings/ai-models"),
        (Method::POST, "/settings/notifications/test"),
        (Method::POST, "/settings/api-keys/test"),
    ] {
        let answer = app.request(&manager, method, path, json!(["x"])).await;
        answer.expect(403);
    }
}
