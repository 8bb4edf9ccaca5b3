//! Indexing requests that people ask for.

use http::Method;
use jiff::SignedDuration;
use platform_testkit::{SearchCall, TestApi, TestResponse, TestUser};
use search_console::SearchError;
use serde_json::json;

use crate::app::{PAGE, TestApp};

impl TestApp {
    async fn reindex(&self, user: &TestUser, post: u64, key: Option<&str>) -> TestResponse {
        let headers: Vec<_> = key
            .map(|key| ("idempotency-key", key))
            .into_iter()
            .collect();
        let body = json!({ "content_id": post });
        let path = "/search-provider/reindex";
        self.request_with(user, Method::POST, path, body, &headers)
            .await
    }
}

#[tokio::test]
async fn a_request_is_sent_and_recorded_with_its_author() {
    let app = TestApp::connected().await;
    let post = app.published(&app.writer).await;
    let answer = app
        .reindex(&app.editor, post.0, None)
        .await
        .expect(200)
        .json;
    assert_eq!(answer["result"], "sent");
    assert_eq!(answer["url"], PAGE);
    let message = answer["message"].as_str().unwrap();
    assert!(
        message.starts_with("Pedido de indexação enviado."),
        "{message}"
    );
    assert_eq!(app.console.calls(SearchCall::Indexing), [PAGE]);
    let events = app.reindexings(post).await;
    assert_eq!(events.len(), 1);
    assert_eq!(events[0].user_id, Some(app.editor.id));
    assert_eq!(events[0].detail, answer);
    assert_eq!(app.status().await["indexing"]["used_today"], 1);
}

#[tokio::test]
async fn a_draft_and_other_states_are_refused_before_a_call() {
    let app = TestApp::connected().await;
    let draft = app.draft(&app.editor).await;
    let refused = app.reindex(&app.editor, draft.0, None).await.expect(409);
    assert_eq!(refused.code(), "not_published");
    let post = app.published(&app.editor).await;
    app.reindex(&app.writer, post.0, None).await.expect(403);
    app.reindex(&app.editor, 99, None).await.expect(404);
    app.use_quota().await;
    let refused = app.reindex(&app.editor, post.0, None).await.expect(429);
    assert_eq!(refused.code(), "indexing_quota_reached");
    app.post("disconnect").await.expect(200);
    let refused = app.reindex(&app.editor, post.0, None).await.expect(409);
    assert_eq!(refused.code(), "search_not_connected");
    assert_eq!(app.count(SearchCall::Indexing), 0);
    assert!(app.reindexings(post).await.is_empty());
}

#[tokio::test]
async fn requests_that_are_switched_off_are_refused() {
    let mut app = TestApp::connected().await;
    app.ports.indexing.enabled = false;
    let post = app.published(&app.editor).await;
    let refused = app.reindex(&app.editor, post.0, None).await.expect(409);
    assert_eq!(refused.code(), "indexing_off");
    assert_eq!(app.status().await["indexing"]["enabled"], false);
}

#[tokio::test]
async fn each_failure_has_its_status_and_its_event() {
    let refused = SearchError::Refused {
        status: 403,
        reason: None,
        message: Some("Failed to verify the URL ownership".into()),
    };
    let late = |may_have_happened| SearchError::TimedOut { may_have_happened };
    for (error, status, result) in [
        (refused, 502, "failed"),
        (SearchError::QuotaExhausted { message: None }, 502, "failed"),
        (late(false), 504, "failed"),
        (late(true), 200, "uncertain"),
        (SearchError::BadPayload, 200, "uncertain"),
    ] {
        let app = TestApp::connected().await;
        let post = app.published(&app.editor).await;
        app.console.fail(SearchCall::Indexing, [error.clone()]);
        app.reindex(&app.editor, post.0, None).await.expect(status);
        let events = app.reindexings(post).await;
        assert_eq!(events.len(), 1, "{error:?}");
        assert_eq!(events[0].detail["result"], result, "{error:?}");
        assert_eq!(app.count(SearchCall::Indexing), 1, "{error:?}");
    }
}

#[tokio::test]
async fn a_repeated_key_sends_once() {
    let app = TestApp::connected().await;
    let post = app.published(&app.editor).await;
    let first = app
        .reindex(&app.editor, post.0, Some("k1"))
        .await
        .expect(200);
    let again = app
        .reindex(&app.editor, post.0, Some("k1"))
        .await
        .expect(200);
    assert_eq!(again.json, first.json);
    assert_eq!(again.headers["idempotency-replayed"], "true");
    assert_eq!(app.count(SearchCall::Indexing), 1);
    app.reindex(&app.editor, post.0, Some("k2"))
        .await
        .expect(200);
    assert_eq!(app.count(SearchCall::Indexing), 2);
    assert_eq!(app.reindexings(post).await.len(), 2);
}

#[tokio::test]
async fn a_repeated_key_of_a_failed_request_sends_nothing() {
    let app = TestApp::connected().await;
    let post = app.published(&app.editor).await;
    let away = SearchError::Unavailable {
        may_have_happened: false,
        retry_after: None,
    };
    app.console.fail(SearchCall::Indexing, [away]);
    for _ in 0..2 {
        let failed = app
            .reindex(&app.editor, post.0, Some("k1"))
            .await
            .expect(502);
        assert_eq!(failed.code(), "provider_failed");
    }
    assert_eq!(app.count(SearchCall::Indexing), 1);
    assert_eq!(app.reindexings(post).await.len(), 1);
}

#[tokio::test]
async fn a_failing_renewal_uses_no_request_of_the_day() {
    let app = TestApp::connected().await;
    let post = app.published(&app.editor).await;
    app.clock.advance(SignedDuration::from_hours(2));
    app.console
        .fail(SearchCall::Refresh, [SearchError::BadPayload]);
    app.reindex(&app.editor, post.0, None).await.expect(502);
    assert_eq!(app.status().await["indexing"]["used_today"], 0);
    assert!(app.reindexings(post).await.is_empty());
}
