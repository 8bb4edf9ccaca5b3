//! Concurrent edits: no text is lost without an error response.

use std::sync::Arc;

use http::{Method, StatusCode};
use platform_testkit::TestApi;
use serde_json::{Value, json};

use crate::app::TestApp;

#[tokio::test]
async fn an_edit_of_an_older_version_changes_nothing() {
    let app = TestApp::open().await;
    let id = app.draft_of(&app.editor, app.site).await;
    let path = format!("/posts/{id}");
    let put = |tag: &'static str, title: &'static str| {
        let (app, path) = (&app, &path);
        async move {
            let body = json!({ "title": title });
            app.request_with(&app.editor, Method::PUT, path, body, &[("if-match", tag)])
                .await
        }
    };
    assert_eq!(put("\"1\"", "Um").await.etag(), "\"2\"");
    let stale = put("\"1\"", "Dois").await;
    assert_eq!(stale.error(), (412, "precondition_failed"));
    assert_eq!(stale.etag(), "\"2\"");
    assert_eq!(
        put("W/\"2\"", "Dois").await.status,
        StatusCode::PRECONDITION_FAILED
    );
    assert_eq!(put("*", "Dois").await.etag(), "\"3\"");
    let versions = app.get(&app.editor, &format!("{path}/versions")).await.json;
    let titles: Vec<_> = versions["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|v| v["title"].clone())
        .collect();
    assert_eq!(titles, ["Dois", "Um", "Título"]);
}

/// Two users add a word each, many times, to the text they see. With `If-Match` an edit of an older
/// text is refused, they read again and repeat; in the end every word is there.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn two_writers_with_if_match_lose_no_word() {
    const WORDS: usize = 12;
    let app = Arc::new(TestApp::open().await);
    let id = app.draft_of(&app.editor, app.site).await;
    let path = format!("/posts/{id}");
    app.put(&app.editor, &path, json!({ "body": "<p></p>" }))
        .await;
    let writers = ["a", "b"].map(|name| {
        let (app, path) = (app.clone(), path.clone());
        tokio::spawn(async move {
            let mut refused = 0;
            for word in 0..WORDS {
                loop {
                    let seen = app.get(&app.gerente, &path).await;
                    let body = seen.json["body"]
                        .as_str()
                        .unwrap()
                        .replace("</p>", &format!(" {name}{word}</p>"));
                    let tag = seen.etag();
                    let body = json!({ "body": body });
                    let headers = [("if-match", tag.as_str())];
                    let answer = app
                        .request_with(&app.gerente, Method::PUT, &path, body, &headers)
                        .await;
                    match answer.status.as_u16() {
                        200 => break,
                        412 | 409 => refused += 1,
                        other => panic!("{other}: {:?}", answer.json),
                    }
                }
            }
            refused
        })
    });
    for writer in writers {
        writer.await.unwrap();
    }
    let seen = app.get(&app.gerente, &path).await.json;
    let text = seen["body"].as_str().unwrap();
    for name in ["a", "b"] {
        for word in 0..WORDS {
            assert!(
                text.contains(&format!(" {name}{word}")),
                "{name}{word} is lost in {text}"
            );
        }
    }
    assert_eq!(seen["version"], json!(2 + 2 * WORDS));
}

/// Without `If-Match` the last edit wins, and each one is a version that can be gone back to.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn edits_without_if_match_are_versions_all() {
    const EDITS: usize = 16;
    let app = Arc::new(TestApp::open().await);
    let id = app.draft_of(&app.editor, app.site).await;
    let path = format!("/posts/{id}");
    let edits: Vec<_> = (0..EDITS)
        .map(|n| {
            let (app, path) = (app.clone(), path.clone());
            tokio::spawn(async move {
                app.put(
                    &app.editor,
                    &path,
                    json!({ "title": format!("Edição {n}") }),
                )
                .await
                .status
            })
        })
        .collect();
    for edit in edits {
        assert_eq!(edit.await.unwrap(), StatusCode::OK);
    }
    let list = app
        .get(&app.editor, &format!("{path}/versions?per_page=100"))
        .await
        .json;
    assert_eq!(list["total"], json!(EDITS + 1));
    let titles: Vec<_> = list["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|v| v["title"].as_str().unwrap())
        .collect();
    for n in 0..EDITS {
        assert_eq!(
            titles
                .iter()
                .filter(|title| **title == format!("Edição {n}"))
                .count(),
            1
        );
    }
    let shown = app.get(&app.editor, &path).await.json;
    assert_eq!(shown["title"].as_str().unwrap(), titles[0]);
}

#[tokio::test]
async fn a_repeated_creation_under_one_key_makes_one_post() {
    let app = TestApp::open().await;
    let input = json!({ "site_id": app.site, "title": "Um" });
    let ask = |input: Value| {
        let app = &app;
        async move {
            let headers = [("idempotency-key", "chave-1")];
            app.request_with(&app.editor, Method::POST, "/posts", input, &headers)
                .await
        }
    };
    let first = ask(input.clone()).await;
    let second = ask(input).await;
    assert_eq!((first.status, &first.json), (second.status, &second.json));
    assert_eq!(second.headers["idempotency-replayed"], "true");
    assert_eq!(first.etag(), second.etag());
    let other = ask(json!({ "site_id": app.site, "title": "Dois" })).await;
    assert_eq!(other.error(), (422, "idempotency_key_reused"));
    assert_eq!(app.get(&app.editor, "/posts").await.json["total"], 1);
}

#[tokio::test]
async fn a_repeated_publication_under_one_key_is_one_job() {
    let app = TestApp::open().await;
    let id = app.complete().await;
    let path = format!("/posts/{id}/publish");
    let headers = [("idempotency-key", "chave-2")];
    let first = app
        .request_with(&app.editor, Method::POST, &path, Value::Null, &headers)
        .await;
    let second = app
        .request_with(&app.editor, Method::POST, &path, Value::Null, &headers)
        .await;
    assert_eq!(
        (first.status, second.status),
        (StatusCode::ACCEPTED, StatusCode::ACCEPTED)
    );
    assert_eq!(first.json, second.json);
    assert!(app.queue.sent.try_next().is_some());
    assert!(app.queue.sent.try_next().is_none());
}

#[tokio::test]
async fn posts_are_numbered_in_the_order_of_their_creation() {
    let app = TestApp::open().await;
    for expected in 1..=3_u64 {
        assert_eq!(app.draft_of(&app.editor, app.site).await.0, expected);
    }
    app.delete(&app.editor, "/posts/3").await;
    assert_eq!(app.draft_of(&app.editor, app.site).await.0, 4);
}
