use domain::platform::access::Role;
use domain::platform::log::LogLevel;
use http::Method;
use platform_testkit::TestApi;
use serde_json::{Value, json};

use crate::app::TestApp;

#[tokio::test]
async fn an_entry_has_every_field() {
    let app = TestApp::new().await;
    app.append(LogLevel::Critical, "search-worker", "invalid_client", 3)
        .await;
    assert_eq!(
        app.list("").await,
        json!({
            "items": [{
                "id": 1,
                "level": "critical",
                "channel": "search-worker",
                "message": "invalid_client",
                "context": { "request_id": "4be1-77a0", "host_status": 401 },
                "source_ref": "steps.rs:12",
                "status": "aberto",
                "count": 2,
                "created_at": "2026-11-23T14:57:00Z",
                "cleared_at": null,
            }],
            "page": 1,
            "per_page": 20,
            "total": 1,
            "counts": { "aberto": 1, "resolvido": 0, "cleared": 0 },
        })
    );
}

#[tokio::test]
async fn lists_are_newest_first_and_take_any_mix_of_filters() {
    let app = TestApp::filled().await;
    for (query, expected) in [
        (
            "",
            &[
                "hoje, aviso",
                "hoje, erro do site",
                "hoje, erro",
                "hoje, crítico",
                "ontem, erro",
                "ontem, aviso",
            ][..],
        ),
        ("level=critical", &["hoje, crítico"]),
        ("channel=platform-posts", &["hoje, erro", "ontem, aviso"]),
        (
            "level=error&channel=site-core&status=aberto",
            &["hoje, erro do site", "ontem, erro"],
        ),
        ("date_to=2026-11-22", &["ontem, erro", "ontem, aviso"]),
        ("date_from=2026-11-23&level=warning", &["hoje, aviso"]),
        (
            "date_from=2026-11-22&date_to=2026-11-22&channel=site-core",
            &["ontem, erro"],
        ),
        ("status=cleared", &[]),
        ("channel=unknown", &[]),
        ("per_page=2&page=2", &["hoje, erro", "hoje, crítico"]),
        ("page=9", &[]),
    ] {
        assert_eq!(app.messages(query).await, expected, "{query}");
    }
    let page = app.list("per_page=4&page=2").await;
    assert_eq!(
        (&page["total"], &page["page"], &page["per_page"]),
        (&json!(6), &json!(2), &json!(4))
    );
    assert_eq!(page["items"].as_array().unwrap().len(), 2);
}

#[tokio::test]
async fn counts_per_status_ignore_the_status_and_nothing_else() {
    let app = TestApp::filled().await;
    let resolved = json!({ "status": "resolvido" });
    app.ask(Method::PATCH, "/logs/5", resolved).await;
    let listed = app.list("channel=site-core&status=resolvido").await;
    assert_eq!(listed["total"], 1);
    assert_eq!(
        listed["counts"],
        json!({ "aberto": 2, "resolvido": 1, "cleared": 0 })
    );
}

#[tokio::test]
async fn invalid_filters_are_answered_422_with_their_name() {
    let app = TestApp::filled().await;
    for (query, field) in [
        ("level=info", "level"),
        ("level=", "level"),
        ("status=open", "status"),
        ("date_from=ontem", "date_from"),
        ("date_to=2026-02-30", "date_to"),
        ("date_to=2026-11-23T10:00:00Z", "date_to"),
        ("date_from=2026-11-23&date_to=2026-11-22", "date_to"),
        ("page=0", "page"),
        ("per_page=101", "per_page"),
    ] {
        let path = format!("/logs?{query}");
        let answer = app.ask(Method::GET, &path, Value::Null).await;
        assert_eq!(answer.status, 422, "{query}: {}", answer.text);
        assert_eq!(answer.json["code"], "invalid_parameter", "{query}");
        assert_eq!(answer.json["issues"][0]["field"], field, "{query}");
    }
}

#[tokio::test]
async fn an_unknown_parameter_is_named() {
    // A misspelt filter would list, or clear, everything.
    let app = TestApp::filled().await;
    for (method, path) in [(Method::GET, "/logs"), (Method::POST, "/logs/clear-all")] {
        for (query, field) in [("x=1", "x"), ("status=aberto&levl=error", "levl")] {
            let path = format!("{path}?{query}");
            let answer = app.ask(method.clone(), &path, Value::Null).await;
            assert_eq!(answer.status, 422, "{path}: {}", answer.text);
            assert_eq!(answer.json["code"], "invalid_parameter", "{path}");
            let issue = &answer.json["issues"][0];
            assert_eq!(issue["code"], "unknown_parameter", "{path}");
            assert_eq!(issue["field"], field, "{path}");
            let message = issue["message"].as_str().unwrap();
            assert!(
                message.contains(field) && message.contains("date_from"),
                "{message}"
            );
        }
    }
    let all = app.ask(Method::GET, "/logs", Value::Null).await;
    assert_eq!(all.json["counts"]["cleared"], 0);
}

#[tokio::test]
async fn channels_are_listed_by_name() {
    let app = TestApp::filled().await;
    let answer = app.ask(Method::GET, "/logs/channels", Value::Null).await;
    let expected = json!({ "items": ["platform-posts", "search-worker", "site-core"] });
    assert_eq!(answer.json, expected);
}

#[tokio::test]
async fn the_log_is_for_admin_and_gerente() {
    let app = TestApp::filled().await;
    for (role, status) in [
        (Role::Admin, 200),
        (Role::Gerente, 200),
        (Role::Editor, 403),
        (Role::Redator, 403),
    ] {
        let user = app
            .create_user(&format!("{role:?}-2").to_lowercase(), role)
            .await;
        for (method, path, body) in [
            (Method::GET, "/logs", Value::Null),
            (Method::GET, "/logs/channels", Value::Null),
            (Method::PATCH, "/logs/1", json!({ "status": "resolvido" })),
            (Method::POST, "/logs/clear-all?level=critical", Value::Null),
        ] {
            let answer = app.request(&user, method.clone(), path, body).await;
            assert_eq!(
                answer.status, status,
                "{role:?} {method} {path}: {}",
                answer.text
            );
        }
        // The role is judged before the filter.
        let answer = app
            .request(&user, Method::GET, "/logs?level=x", Value::Null)
            .await;
        assert_eq!(answer.status == 403, status == 403, "{role:?}");
    }
}
