//! `Prefer: wait`: the response is sent when there is something new, or when the time has passed.

use domain::platform::generation::LEASE;
use domain::platform::id::GenerationId;
use http::{Method, header};
use platform_testkit::TestResponse;
use ports::WorkMessage;
use serde_json::{Value, json};
use settings::AiProvider::OpenAi;
use tokio::time::Instant;

use crate::app::TestApp;
use crate::fixtures::{bill, done, failed};

async fn waiting(app: &TestApp, path: &str) -> TestResponse {
    let headers = [("prefer", "wait=20")];
    app.send(&app.writer, Method::GET, path, Value::Null, &headers)
        .await
}

/// Takes the next generation of the queue, as its worker.
async fn next(app: &TestApp) -> Option<GenerationId> {
    match app.queue.next().await {
        WorkMessage::Generation { generation_id } => Some(generation_id),
        _ => None,
    }
}

#[tokio::test(start_paused = true)]
async fn a_request_that_waits_gets_the_end() {
    let app = TestApp::with_keys(&[(OpenAi, "")]).await;
    let body = json!({ "site_id": app.site.0, "prompt": "Café" });
    let headers = [("prefer", "respond-async, wait=20")];
    for (end, state) in [(done(), "done"), (failed(), "failed")] {
        let begun = Instant::now();
        let (answer, ()) = tokio::join!(
            app.post_with("/posts/generate-content", body.clone(), &headers),
            async {
                let taken = app.take(next(&app).await.unwrap()).await;
                app.end(
                    &taken,
                    end,
                    &[bill("anthropic", "claude-sonnet-5-5", (3, 4), None)],
                )
                .await;
            }
        );
        assert_eq!(
            (answer.status.as_u16(), &answer.json["state"]),
            (200, &json!(state))
        );
        assert!(!answer.headers.contains_key(header::LOCATION));
        assert_eq!(answer.json["usage"]["output_tokens"], 4);
        assert!(begun.elapsed().as_secs() < 5);
    }
}

#[tokio::test(start_paused = true)]
async fn a_request_that_waits_in_vain_gets_the_generation() {
    let app = TestApp::with_keys(&[(OpenAi, "")]).await;
    let body = json!({ "site_id": app.site.0, "prompt": "Café" });
    let begun = Instant::now();
    let headers = [("prefer", "wait=20"), ("idempotency-key", "k")];
    let answer = app
        .post_with("/posts/generate-content", body, &headers)
        .await;
    assert_eq!(
        (answer.status.as_u16(), &answer.json["state"]),
        (202, &json!("queued"))
    );
    assert!(answer.headers.contains_key(header::LOCATION));
    assert_eq!(begun.elapsed().as_secs(), 20);
}

#[tokio::test(start_paused = true)]
async fn new_text_ends_the_wait() {
    let app = TestApp::with_keys(&[(OpenAi, "")]).await;
    let id = app.article().await;
    let path = format!("/generations/{id}");
    let begun = Instant::now();
    let (answer, running) = tokio::join!(waiting(&app, &path), async {
        let taken = app.take(id).await;
        let called = app.call(&taken, "openai", "gpt-6.1-sol").await;
        app.write(&called, "<p>Maçã</p>", 20).await
    });
    assert_eq!(
        (&answer.json["partial"], &answer.json["progress"]),
        (&json!("<p>Maçã</p>"), &json!(20))
    );
    let path = format!("{path}?after={}", answer.json["partial_length"]);
    let (answer, running) =
        tokio::join!(waiting(&app, &path), app.write(&running, "<p>🍎</p>", 30));
    assert_eq!(
        (&answer.json["partial"], &answer.json["partial_length"]),
        (&json!("<p>🍎</p>"), &json!(19))
    );
    let path = format!("/generations/{id}?after=19");
    let (answer, _) = tokio::join!(waiting(&app, &path), app.end(&running, done(), &[]));
    assert_eq!(
        (&answer.json["state"], &answer.json["partial"]),
        (&json!("done"), &json!(" mais simples.</p>"))
    );
    assert!(begun.elapsed().as_secs() < 5);
}

#[tokio::test(start_paused = true)]
async fn another_attempt_ends_the_wait() {
    let app = TestApp::with_keys(&[(OpenAi, "")]).await;
    let running = app.running("<p>Primeira tentativa</p>").await;
    let path = format!("/generations/{}?after=25", running.id);
    let begun = Instant::now();
    let (answer, second) = tokio::join!(
        waiting(&app, &path),
        app.call(&running, "gemini", "gemini-3.8-flash")
    );
    assert_eq!(
        (&answer.json["attempt"], &answer.json["partial_length"]),
        (&json!(2), &json!(0))
    );
    // A client that does not know of the second attempt is told of its text at once.
    app.write(&second, "<p>Outra</p>", 40).await;
    let answer = waiting(&app, &path).await;
    assert_eq!(
        (&answer.json["attempt"], &answer.json["partial_length"]),
        (&json!(2), &json!(12))
    );
    assert!(begun.elapsed().as_secs() < 5);
}

#[tokio::test(start_paused = true)]
async fn the_wait_has_an_end() {
    let app = TestApp::with_keys(&[(OpenAi, "")]).await;
    let running = app.running("<p>Café</p>").await;
    let begun = Instant::now();
    let answer = waiting(&app, &format!("/generations/{}?after=11", running.id)).await;
    assert_eq!(
        (&answer.json["state"], &answer.json["partial"]),
        (&json!("running"), &json!(""))
    );
    assert_eq!(begun.elapsed().as_secs(), 20);
    // A cancellation and a lost worker are ends too.
    app.clock.advance(LEASE);
    let answer = waiting(&app, &format!("/generations/{}?after=11", running.id)).await;
    assert_eq!(answer.json["state"], "failed");
    let path = format!("/generations/{}", app.article().await);
    let (answer, _) = tokio::join!(
        waiting(&app, &path),
        app.send(&app.writer, Method::DELETE, &path, Value::Null, &[])
    );
    assert_eq!(answer.json["state"], "canceled");
    assert!(begun.elapsed().as_secs() < 25);
}
