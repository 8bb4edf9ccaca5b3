use domain::platform::log::LogLevel;
use http::Method;
use jiff::SignedDuration;
use platform_testkit::TestApi;
use serde_json::{Value, json};

use crate::app::TestApp;

#[tokio::test]
async fn clearing_takes_the_filters_of_the_list() {
    let app = TestApp::filled().await;
    let clear = async |query: &str| {
        let path = format!("/logs/clear-all?{query}");
        app.ask(Method::POST, &path, Value::Null).await
    };
    for (query, number) in [
        ("level=error&date_from=2026-11-23", 2),
        ("level=error&date_from=2026-11-23", 0),
        ("status=resolvido", 0),
        ("channel=site-core", 2),
        ("", 2),
    ] {
        let answer = clear(query).await;
        assert_eq!(answer.status, 200, "{query}: {}", answer.text);
        assert_eq!(answer.json, json!({ "cleared": number }), "{query}");
    }
    let counts = &app.list("").await["counts"];
    assert_eq!(
        *counts,
        json!({ "aberto": 0, "resolvido": 0, "cleared": 6 })
    );
    for query in [
        "level=info",
        "levl=error",
        "page=1",
        "date_from=2026-11-23&date_to=2026-11-01",
    ] {
        assert_eq!(clear(query).await.status, 422, "{query}");
    }
}

#[tokio::test]
async fn a_repeated_clearing_changes_nothing() {
    let app = TestApp::filled().await;
    let path = "/logs/clear-all?channel=site-core";
    let first = app.ask(Method::POST, path, Value::Null).await;
    assert_eq!(first.json, json!({ "cleared": 3 }));
    let seen = app.list("per_page=100").await;
    app.clock().advance(SignedDuration::from_mins(3));
    let again = app.ask(Method::POST, path, Value::Null).await;
    assert_eq!(again.status, 200, "{}", again.text);
    assert_eq!(again.json, json!({ "cleared": 0 }));
    assert_eq!(app.list("per_page=100").await, seen);
}

#[tokio::test]
async fn many_entries_are_cleared_at_once_for_every_reader() {
    let app = TestApp::new().await;
    for n in 0..300 {
        app.append(
            LogLevel::Error,
            "publication-worker",
            &format!("falha {n}"),
            n,
        )
        .await;
    }
    let answer = app.ask(Method::POST, "/logs/clear-all", Value::Null).await;
    assert_eq!(answer.json, json!({ "cleared": 300 }));
    let listed = app.list("status=cleared&per_page=100&page=3").await;
    assert_eq!(
        listed["counts"],
        json!({ "aberto": 0, "resolvido": 0, "cleared": 300 })
    );
    let items = listed["items"].as_array().unwrap();
    assert_eq!(items.len(), 100);
    for item in items {
        assert_eq!(item["cleared_at"], "2026-11-23T15:00:00Z");
        assert_eq!(item["status"], "cleared");
    }
}
