//! Canceling a generation: what happens to its quota and to what it used.

use domain::platform::generation::LEASE;
use domain::platform::id::GenerationId;
use http::Method;
use platform_testkit::TestResponse;
use serde_json::{Value, json};
use settings::AiProvider::OpenAi;

use crate::app::{TestApp, Used};
use crate::fixtures::{bill, done, failed};

async fn cancel(app: &TestApp, id: GenerationId) -> TestResponse {
    let path = format!("/generations/{id}");
    app.send(&app.writer, Method::DELETE, &path, Value::Null, &[])
        .await
}

async fn image(app: &TestApp) -> GenerationId {
    let post = app.draft(&app.writer).await;
    let queued = app
        .post("/media/generate", json!({ "content_id": post.0 }))
        .await;
    GenerationId(queued.expect(202).json["id"].as_u64().unwrap())
}

async fn images_used(app: &TestApp) -> Value {
    app.get("/quotas").await.expect(200).json["images"]["used"].clone()
}

#[tokio::test]
async fn a_queued_image_gives_its_quota_back_once() {
    let app = TestApp::with_keys(&[(OpenAi, "")]).await;
    let id = image(&app).await;
    assert_eq!(images_used(&app).await, 1);
    for _ in 0..2 {
        let body = cancel(&app, id).await.expect(200).json;
        assert_eq!(body["state"], "canceled");
        assert_eq!(
            body["usage"],
            json!({ "input_tokens": 0, "output_tokens": 0, "estimated": false })
        );
        assert_eq!(images_used(&app).await, 0);
    }
    let taken = app
        .ports
        .store
        .take_generation(id, app.now())
        .await
        .unwrap();
    assert!(taken.is_none(), "a worker finds nothing to do");
}

#[tokio::test]
async fn a_running_one_is_canceled_and_its_worker_records_what_was_used() {
    let app = TestApp::with_keys(&[(OpenAi, "")]).await;
    let running = app.running("<p>Café</p>").await;
    let body = cancel(&app, running.id).await.expect(200).json;
    assert_eq!(
        (&body["state"], &body["usage"]),
        (&json!("canceled"), &Value::Null)
    );
    assert_eq!(body["partial"], "<p>Café</p>");
    let store = &app.ports.store;
    let refused = store
        .advance_generation(&running, "mais", 50, app.now())
        .await;
    assert!(refused.unwrap().is_none(), "the worker learns of it");
    let refused = store
        .note_generation_call(&running, "gemini", "x", app.now())
        .await;
    assert!(refused.unwrap().is_none(), "no further call");
    let calls = [bill("openai", "gpt-6.1-sol", (70, 30), Some(1))];
    let settled = store.settle_generation(running.id, &calls, false, &app.ports.zone, app.now());
    settled.await.unwrap().unwrap();
    let used = Used {
        calls: 1,
        input_tokens: 70,
        output_tokens: 30,
        estimated_calls: 0,
    };
    assert_eq!(app.used().await, used);
    let again = cancel(&app, running.id).await.expect(200).json;
    assert_eq!(again["state"], "canceled");
    assert_eq!(again["usage"]["output_tokens"], 30);
    assert_eq!(app.used().await, used);
}

#[tokio::test]
async fn an_image_that_may_have_been_billed_keeps_its_quota() {
    let app = TestApp::with_keys(&[(OpenAi, "")]).await;
    let taken = app.take(image(&app).await).await;
    app.call(&taken, "openai", "gpt-image-2").await;
    cancel(&app, taken.id).await.expect(200);
    assert_eq!(images_used(&app).await, 1);
}

#[tokio::test]
async fn one_that_has_ended_stays_as_it_is() {
    let app = TestApp::with_keys(&[(OpenAi, "")]).await;
    for (end, state) in [(done(), "done"), (failed(), "failed")] {
        let running = app.running("<p>Café</p>").await;
        app.end(&running, end, &[]).await;
        let before = app.get(&format!("/generations/{}", running.id)).await.json;
        assert_eq!(before["state"], state);
        assert_eq!(cancel(&app, running.id).await.expect(200).json, before);
    }
}

#[tokio::test]
async fn one_that_is_shown_as_failed_is_not_canceled_any_more() {
    let app = TestApp::with_keys(&[(OpenAi, "")]).await;
    let running = app.running("<p>Café</p>").await;
    app.clock.advance(LEASE);
    let shown = app.get(&format!("/generations/{}", running.id)).await.json;
    assert_eq!(shown["state"], "failed");
    assert_eq!(cancel(&app, running.id).await.expect(200).json, shown);
}
