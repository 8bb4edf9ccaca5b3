//! `Prefer: wait`: the response is sent when the job is done, or when the time has passed.

use domain::platform::id::PostId;
use domain::platform::post::Post;
use http::{Method, StatusCode};
use platform_testkit::{TestApi, TestResponse};
use serde_json::{Value, json};

use crate::app::TestApp;

async fn waiting(app: &TestApp, id: PostId, action: &str, body: Value) -> TestResponse {
    let path = format!("/posts/{id}/{action}");
    let headers = [("prefer", "respond-async, wait=20")];
    app.request_with(&app.editor, Method::POST, &path, body, &headers)
        .await
}

/// Plays the worker once the message is there.
async fn worked(app: &TestApp, id: PostId, outcome: impl FnOnce(&mut Post)) {
    app.queue.sent.next().await;
    app.work(id, outcome).await;
}

#[tokio::test(start_paused = true)]
async fn who_waits_gets_the_published_post() {
    let app = TestApp::open().await;
    let id = app.complete().await;
    let now = app.now();
    let published = |post: &mut Post| post.mark_published("https://a.example/a".into(), now);
    let (answer, ()) = tokio::join!(
        waiting(&app, id, "publish", Value::Null),
        worked(&app, id, published),
    );
    assert_eq!(
        (answer.status, answer.etag().as_str()),
        (StatusCode::OK, "\"1\"")
    );
    assert_eq!(
        (&answer.json["status"], &answer.json["message"]),
        (&json!("published"), &json!("Conteúdo publicado."))
    );
}

#[tokio::test(start_paused = true)]
async fn who_waits_gets_the_scheduled_post_and_the_canceled_one() {
    let app = TestApp::open().await;
    let id = app.complete().await;
    let date = "2027-03-01T12:00:00Z";
    let (answer, ()) = tokio::join!(
        waiting(&app, id, "schedule", json!({ "scheduled_at": date })),
        worked(&app, id, |post| post.mark_scheduled(date.parse().unwrap())),
    );
    assert_eq!(
        (answer.status, &answer.json["status"]),
        (StatusCode::OK, &json!("scheduled"))
    );
    let (answer, ()) = tokio::join!(
        waiting(&app, id, "cancel-schedule", Value::Null),
        worked(&app, id, Post::mark_unscheduled),
    );
    assert_eq!(
        (&answer.json["status"], &answer.json["scheduled_at"]),
        (&json!("draft"), &Value::Null)
    );
}

#[tokio::test(start_paused = true)]
async fn a_publication_that_fails_ends_the_wait() {
    let app = TestApp::open().await;
    let id = app.complete().await;
    let begun = tokio::time::Instant::now();
    let (answer, ()) = tokio::join!(waiting(&app, id, "publish", Value::Null), async {
        app.queue.sent.next().await;
        app.park(id, "HTTP 401").await;
    });
    assert_eq!(
        (answer.status, &answer.json["state"]),
        (StatusCode::ACCEPTED, &json!("failed"))
    );
    assert_eq!(answer.json["steps"][0]["error"], "HTTP 401");
    assert!(begun.elapsed().as_secs() < 5);
}

#[tokio::test(start_paused = true)]
async fn the_wait_has_an_end() {
    let app = TestApp::open().await;
    let id = app.complete().await;
    let begun = tokio::time::Instant::now();
    let answer = waiting(&app, id, "publish", Value::Null).await;
    assert_eq!(
        (answer.status, &answer.json["state"]),
        (StatusCode::ACCEPTED, &json!("queued"))
    );
    assert_eq!(begun.elapsed().as_secs(), 20);
}
