//! After a publication request: lost messages, failures, retries, and the cancellation of a schedule.

use std::sync::atomic::Ordering;

use domain::platform::id::PostId;
use domain::platform::post::PostStatus;
use domain::platform::publication::{JobState, Step};
use http::StatusCode;
use jiff::SignedDuration;
use ports::WorkMessage;
use serde_json::{Value, json};

use crate::app::TestApp;
use crate::publication_requests::date;

#[tokio::test]
async fn a_lost_message_costs_time_and_nothing_else() {
    let app = TestApp::open().await;
    let id = app.complete().await;
    app.queue.broken.store(true, Ordering::SeqCst);
    assert_eq!(app.act(id, "publish").await.status, StatusCode::ACCEPTED);
    app.clock.advance(SignedDuration::from_mins(2));
    let due = app.store.due_jobs(app.now(), None, 10).await.unwrap();
    assert_eq!(due.items.len(), 1);
}

/// An attempt fails, and another one follows five minutes later.
async fn fail_for_now(app: &TestApp, id: PostId) {
    let now = app.now();
    app.change_job(id, |job| {
        job.begin(now).unwrap();
        job.fail(Step::Media, "HTTP 503", true, None, now);
    })
    .await;
}

#[tokio::test]
async fn a_publication_between_two_attempts_shows_when_the_next_one_begins() {
    let app = TestApp::open().await;
    let id = app.complete().await;
    assert_eq!(
        app.act(id, "retry").await.error(),
        (409, "nothing_to_retry")
    );
    app.act(id, "publish").await;
    app.queue.sent.try_next();
    assert_eq!(
        app.act(id, "retry").await.error(),
        (409, "publication_in_progress")
    );
    fail_for_now(&app, id).await;
    let waiting = app
        .get(&app.editor, &format!("/posts/{id}/checklist"))
        .await
        .json;
    assert_eq!(
        (&waiting["state"], &waiting["next_attempt_at"]),
        (&json!("retrying"), &json!("2026-11-20T12:05:00Z"))
    );
    let step = &waiting["steps"][0];
    assert_eq!(
        (&step["state"], &step["attempt"], &step["attempts"]),
        (&json!("retrying"), &json!(1), &json!(3))
    );
    assert_eq!(
        (&step["next_attempt_at"], &step["error"]),
        (&json!("2026-11-20T12:05:00Z"), &json!("HTTP 503"))
    );
    let queue = app.get(&app.gerente, "/queue").await.json;
    let item = &queue["items"][0];
    assert_eq!(
        (&queue["total"], &item["post_id"], &item["state"]),
        (&json!(1), &json!(id), &json!("retrying"))
    );
    assert_eq!(
        (&item["title"], &item["site_id"], &item["site_name"]),
        (
            &json!(app.stored(id).await.fields.title),
            &json!(app.site),
            &json!("Cliente 1")
        )
    );
    assert_eq!(
        (&item["attempt"], &item["next_attempt_at"]),
        (&json!(1), &json!("2026-11-20T12:05:00Z"))
    );
}

#[tokio::test]
async fn a_failed_publication_is_shown_and_tried_again() {
    let app = TestApp::open().await;
    let id = app.complete().await;
    app.act(id, "publish").await;
    app.queue.sent.try_next();
    fail_for_now(&app, id).await;
    app.clock.advance(SignedDuration::from_mins(5));
    app.park(id, "HTTP 401: senha recusada").await;
    let parked = app
        .get(&app.editor, &format!("/posts/{id}/checklist"))
        .await
        .json;
    assert_eq!(
        (&parked["steps"][0]["state"], &parked["steps"][0]["error"]),
        (&json!("failed"), &json!("HTTP 401: senha recusada"))
    );
    let retried = app.act(id, "retry").await;
    assert_eq!(
        (retried.status, &retried.json["state"]),
        (StatusCode::ACCEPTED, &json!("queued"))
    );
    let job = app.job(id).await;
    assert_eq!(
        (job.state, job.attempts, job.runs),
        (JobState::Queued, 0, 2)
    );
    assert_eq!(
        app.queue.sent.try_next(),
        Some(WorkMessage::Publication { job_id: job.id })
    );
}

#[tokio::test]
async fn a_new_request_supersedes_a_parked_publication() {
    let app = TestApp::open().await;
    let id = app.complete().await;
    app.act(id, "publish").await;
    app.park(id, "HTTP 401").await;
    let first = app.job(id).await;
    assert_eq!(app.act(id, "publish").await.status, StatusCode::ACCEPTED);
    assert_ne!(app.job(id).await.id, first.id);
    let first = app.store.job(first.id).await.unwrap().unwrap();
    assert_eq!(first.state, JobState::Superseded);
}

#[tokio::test]
async fn a_schedule_is_taken_back_on_the_host() {
    let app = TestApp::open().await;
    let id = app.complete().await;
    assert_eq!(
        app.act(id, "cancel-schedule").await.error(),
        (409, "not_scheduled")
    );
    app.schedule(id).await;
    assert_eq!(
        app.act(id, "cancel-schedule").await.error(),
        (409, "publication_in_progress")
    );
    app.work(id, |post| post.mark_scheduled(date())).await;
    let answer = app.act(id, "cancel-schedule").await;
    assert_eq!(
        (answer.status, &answer.json["kind"]),
        (StatusCode::ACCEPTED, &json!("unschedule"))
    );
    assert_eq!(app.stored(id).await.status, PostStatus::Scheduled);
    app.work(id, domain::platform::post::Post::mark_unscheduled)
        .await;
    let post = app.stored(id).await;
    assert_eq!((post.status, post.scheduled_at), (PostStatus::Draft, None));
}

#[tokio::test]
async fn a_date_that_only_we_know_is_cleared_at_once() {
    let app = TestApp::open().await;
    let id = app.complete().await;
    app.change(id, |post| post.fields.approval_required = true)
        .await;
    app.schedule(id).await;
    let answer = app.act(id, "cancel-schedule").await;
    assert_eq!(
        (answer.status, &answer.json["scheduled_at"]),
        (StatusCode::OK, &Value::Null)
    );
    assert_eq!(answer.json["message"], "Agendamento cancelado.");
    let events = app
        .get(&app.editor, &format!("/posts/{id}/events"))
        .await
        .json;
    assert!(
        events["items"]
            .as_array()
            .unwrap()
            .iter()
            .any(|e| e["kind"] == "schedule_canceled")
    );
}

#[tokio::test]
async fn a_parked_schedule_is_taken_back_where_it_may_have_arrived() {
    let app = TestApp::open().await;
    // Nothing of it reached the host.
    let id = app.complete().await;
    app.schedule(id).await;
    app.park(id, "HTTP 401").await;
    assert_eq!(app.act(id, "cancel-schedule").await.status, StatusCode::OK);
    assert_eq!(app.job(id).await.state, JobState::Superseded);
    assert_eq!(app.stored(id).await.scheduled_at, None);
    // The host has the post, and perhaps its date.
    let id = app.complete().await;
    app.schedule(id).await;
    app.park(id, "HTTP 500").await;
    app.change(id, |post| post.host_post_id = Some(7)).await;
    let answer = app.act(id, "cancel-schedule").await;
    assert_eq!(
        (answer.status, &answer.json["kind"]),
        (StatusCode::ACCEPTED, &json!("unschedule"))
    );
}

#[tokio::test]
async fn a_retry_records_who_started_the_run() {
    let app = TestApp::open().await;
    let id = app.complete().await;
    app.act(id, "publish").await;
    let now = app.now();
    app.change_job(id, |job| {
        job.begin(now).unwrap();
        job.fail(Step::Media, "HTTP 403", false, None, now);
    })
    .await;
    let requester = app.job(id).await.started_by();
    let path = format!("/posts/{id}/retry");
    let answer = app.post(&app.gerente, &path, Value::Null).await;
    assert_eq!(answer.status, StatusCode::ACCEPTED, "{:?}", answer.json);
    let job = app.job(id).await;
    assert_eq!(job.requested_by, requester);
    assert_ne!(job.started_by(), requester);
}

#[tokio::test]
async fn no_request_makes_a_published_post_a_draft() {
    let app = TestApp::open().await;
    let id = app.complete().await;
    let now = app.now();
    app.change(id, |post| {
        post.scheduled_at = Some(now);
        post.mark_published("https://a.example/a".into(), now);
    })
    .await;
    let path = format!("/posts/{id}");
    for (action, code) in [
        ("cancel-schedule", "not_scheduled"),
        ("retry", "nothing_to_retry"),
    ] {
        assert_eq!(app.act(id, action).await.error(), (409, code));
    }
    assert_eq!(app.schedule(id).await.error(), (409, "already_published"));
    for status in ["draft", "scheduled"] {
        let body = json!({ "status": status, "title": "Outro" });
        let answer = app.put(&app.admin, &path, body).await;
        assert_eq!(answer.error(), (422, "status_not_editable"));
    }
    let edit = json!({ "title": "Outro", "body": "", "scheduled_at": null, "published_at": null });
    app.put(&app.editor, &path, edit).await;
    app.post(
        &app.editor,
        &format!("{path}/versions/1/revert"),
        Value::Null,
    )
    .await;
    app.delete(&app.editor, &path).await;
    app.post(&app.editor, &format!("{path}/restore"), Value::Null)
        .await;
    let shown = app.get(&app.editor, &path).await.json;
    assert_eq!(
        (
            &shown["status"],
            &shown["published_at"],
            &shown["host_post_url"]
        ),
        (
            &json!("published"),
            &json!("2026-11-20T12:00:00Z"),
            &json!("https://a.example/a")
        )
    );
    assert_eq!(shown["version"], 3, "an edit and a reversion");
}
