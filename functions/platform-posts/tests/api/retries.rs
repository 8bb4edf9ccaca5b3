//! Retries of publications that wait for their next attempt.

use domain::platform::id::PostId;
use domain::platform::publication::{BACKOFF, Step};
use http::{Method, StatusCode};
use jiff::SignedDuration;
use platform_testkit::TestApi;
use ports::WorkMessage;
use serde_json::{Value, json};

use crate::app::TestApp;

/// A publication whose first attempt failed; the site asked for a delay of `wait`.
async fn waiting(app: &TestApp, wait: Option<SignedDuration>) -> PostId {
    let id = app.complete().await;
    app.act(id, "publish").await;
    while app.queue.sent.try_next().is_some() {}
    let now = app.now();
    app.change_job(id, |job| {
        job.begin(now).unwrap();
        job.fail(Step::Media, "HTTP 503: em manutenção", true, wait, now);
    })
    .await;
    id
}

#[tokio::test]
async fn the_next_attempt_is_made_before_its_time() {
    let app = TestApp::open().await;
    let id = waiting(&app, None).await;
    app.clock.advance(SignedDuration::from_secs(7));
    let checklist = app.act(id, "retry").await;
    assert_eq!(
        checklist.status,
        StatusCode::ACCEPTED,
        "{:?}",
        checklist.json
    );
    assert_eq!(checklist.json["state"], "queued");
    assert_eq!(checklist.json["attempt"], 1);
    let job = app.job(id).await;
    assert_eq!(job.retried_by, Some(app.editor.id));
    assert_eq!(
        app.queue.sent.try_next(),
        Some(WorkMessage::Publication { job_id: job.id })
    );
    // The attempts are those of the same request: two are left.
    let mut job = job;
    job.begin(app.now()).unwrap();
    assert_eq!(job.attempts, 2);
    assert_eq!(
        app.act(id, "retry").await.error(),
        (409, "publication_in_progress")
    );
}

#[tokio::test]
async fn the_delay_that_the_site_asked_for_is_kept() {
    let app = TestApp::open().await;
    let id = waiting(&app, Some(SignedDuration::from_mins(2))).await;
    assert_eq!(app.job(id).await.next_at, Some(app.now() + BACKOFF));
    let ends = app.now() + SignedDuration::from_mins(2);
    app.clock.advance(SignedDuration::from_secs(30));
    for _ in 0..2 {
        let checklist = app.act(id, "retry").await;
        assert_eq!(
            checklist.status,
            StatusCode::ACCEPTED,
            "{:?}",
            checklist.json
        );
        assert_eq!(checklist.json["state"], "retrying");
        assert_eq!(
            checklist.json["next_attempt_at"],
            json!("2026-11-20T12:02:00Z")
        );
    }
    assert_eq!(app.job(id).await.next_at, Some(ends));
    assert_eq!(app.queue.sent.try_next(), None, "the tick sends it");
    app.clock.advance(SignedDuration::from_mins(2));
    assert_eq!(app.act(id, "retry").await.json["state"], "queued");
}

#[tokio::test]
async fn a_parked_publication_whose_call_may_still_take_effect_waits_too() {
    let app = TestApp::open().await;
    let id = waiting(&app, None).await;
    let now = app.now();
    app.change_job(id, |job| {
        let wait = Some(SignedDuration::from_mins(2));
        job.next_at = Some(now);
        job.begin(now).unwrap();
        job.fail(Step::Media, "HTTP 500", false, wait, now);
    })
    .await;
    let checklist = app.act(id, "retry").await.json;
    assert_eq!(checklist["state"], "retrying");
    assert_eq!(checklist["next_attempt_at"], json!("2026-11-20T12:02:00Z"));
    assert_eq!(checklist["attempt"], 0);
}

#[tokio::test]
async fn two_retries_at_a_time_begin_one_attempt() {
    let app = TestApp::open().await;
    let id = waiting(&app, None).await;
    let (one, two) = tokio::join!(app.act(id, "retry"), app.act(id, "retry"));
    let mut statuses = [one.status, two.status];
    statuses.sort();
    assert_eq!(statuses, [StatusCode::ACCEPTED, StatusCode::CONFLICT]);
    assert!(app.queue.sent.try_next().is_some());
    assert_eq!(app.queue.sent.try_next(), None);
}

#[tokio::test]
async fn only_who_may_publish_may_retry() {
    let app = TestApp::open().await;
    let id = waiting(&app, None).await;
    let path = format!("/posts/{id}/retry");
    let refused = app.request(&app.redator, Method::POST, &path, Value::Null);
    assert_eq!(refused.await.error(), (403, "forbidden"));
    assert_eq!(app.job(id).await.retried_by, None);
}
