//! Deleted posts.

use domain::platform::post::Post;
use domain::platform::publication::{JobKind, Step};
use http::StatusCode;
use jiff::SignedDuration;
use platform_testkit::TestApi;
use serde_json::{Value, json};

use crate::app::TestApp;

#[tokio::test]
async fn a_deleted_post_leaves_the_lists_and_comes_back_as_it_was() {
    let app = TestApp::open().await;
    let editor = &app.editor;
    let id = app.draft_of(editor, app.site).await;
    let path = format!("/posts/{id}");
    let before = app.get(editor, &path).await.json;
    assert_eq!(
        app.delete(editor, &path).await.status,
        StatusCode::NO_CONTENT
    );
    assert_eq!(
        app.delete(editor, &path).await.status,
        StatusCode::NO_CONTENT
    );
    assert_eq!(app.get(editor, "/posts").await.json["total"], 0);
    let shown = app.get(editor, &path).await;
    assert_eq!(
        (shown.status.as_u16(), &shown.json["deleted_at"]),
        (200, &json!("2026-11-20T12:00:00Z"))
    );
    assert_eq!(
        (&shown.json["deleted_by"], &shown.json["status"]),
        (&json!(editor.id), &json!("draft"))
    );
    for (method, suffix, body) in [
        (http::Method::PUT, "", json!({ "title": "a" })),
        (http::Method::POST, "/publish", Value::Null),
        (
            http::Method::POST,
            "/schedule",
            json!({ "scheduled_at": "2027-03-01T09:00:00Z" }),
        ),
        (http::Method::POST, "/retry", Value::Null),
        (http::Method::POST, "/cancel-schedule", Value::Null),
        (http::Method::POST, "/versions/1/revert", Value::Null),
    ] {
        let answer = app
            .request(editor, method, &format!("{path}{suffix}"), body)
            .await;
        assert_eq!(answer.error(), (409, "post_deleted"), "{suffix}");
    }
    let restored = app
        .post(editor, &format!("{path}/restore"), Value::Null)
        .await;
    assert_eq!(restored.status, StatusCode::OK);
    assert_eq!(app.get(editor, &path).await.json, before);
    let again = app
        .post(editor, &format!("{path}/restore"), Value::Null)
        .await;
    assert_eq!(again.error(), (409, "not_deleted"));
}

#[tokio::test]
async fn who_may_not_restore_does_not_see_it() {
    let app = TestApp::open().await;
    let id = app.draft_of(&app.redator, app.site).await;
    app.delete(&app.editor, &format!("/posts/{id}")).await;
    for suffix in ["", "/versions", "/events", "/checklist", "/validation"] {
        let answer = app.get(&app.redator, &format!("/posts/{id}{suffix}")).await;
        assert_eq!(answer.error(), (404, "not_found"), "{suffix}");
    }
    let edit = app
        .put(
            &app.redator,
            &format!("/posts/{id}"),
            json!({ "title": "a" }),
        )
        .await;
    assert_eq!(edit.error(), (404, "not_found"));
}

#[tokio::test]
async fn a_post_whose_publication_is_under_way_is_not_deleted() {
    let app = TestApp::open().await;
    let id = app.complete().await;
    let path = format!("/posts/{id}");
    app.post(&app.editor, &format!("{path}/publish"), Value::Null)
        .await;
    assert_eq!(
        app.delete(&app.editor, &path).await.error(),
        (409, "publication_in_progress")
    );
    let now = app.now();
    app.change_job(id, |job| job.begin(now).unwrap()).await;
    assert_eq!(
        app.delete(&app.editor, &path).await.error(),
        (409, "publication_in_progress")
    );
    assert!(!app.stored(id).await.is_deleted());
}

#[tokio::test]
async fn a_deletion_ends_a_publication_that_waits() {
    let app = TestApp::open().await;
    let id = app.complete().await;
    let path = format!("/posts/{id}");
    app.post(&app.editor, &format!("{path}/publish"), Value::Null)
        .await;
    let now = app.now();
    app.change_job(id, |job| {
        job.begin(now).unwrap();
        job.fail(Step::Media, "HTTP 500", true, None, now);
    })
    .await;
    assert_eq!(
        app.delete(&app.editor, &path).await.status,
        StatusCode::NO_CONTENT
    );
    assert!(app.job(id).await.is_over());
    app.clock.advance(SignedDuration::from_mins(10));
    assert!(
        app.store
            .due_jobs(app.now(), None, 10)
            .await
            .unwrap()
            .items
            .is_empty()
    );
    let restored = app
        .post(&app.editor, &format!("{path}/restore"), Value::Null)
        .await;
    assert_eq!(restored.json["status"], "draft");
    let retry = app
        .post(&app.editor, &format!("{path}/retry"), Value::Null)
        .await;
    assert_eq!(retry.error(), (409, "nothing_to_retry"));
    let publish = app
        .post(&app.editor, &format!("{path}/publish"), Value::Null)
        .await;
    assert_eq!(publish.status, StatusCode::ACCEPTED);
}

#[tokio::test]
async fn any_state_can_be_deleted_and_keeps_its_status() {
    let app = TestApp::open().await;
    let now = app.now();
    for status in ["scheduled", "published"] {
        let id = app.draft_of(&app.editor, app.site).await;
        app.change(id, |post| match status {
            "scheduled" => post.mark_scheduled(now + SignedDuration::from_hours(1)),
            _ => post.mark_published("https://a.example/a".into(), now),
        })
        .await;
        assert_eq!(
            app.delete(&app.editor, &format!("/posts/{id}"))
                .await
                .status,
            204
        );
        let post = app.stored(id).await;
        assert_eq!(
            (post.status.name(), post.deleted_by),
            (status, Some(app.editor.id))
        );
    }
    app.clock.advance(SignedDuration::from_hours(2));
    assert!(
        app.store
            .due_posts(app.now(), None, 10)
            .await
            .unwrap()
            .items
            .is_empty()
    );
}

#[tokio::test]
async fn what_the_host_holds_for_later_is_taken_back_when_it_is_deleted() {
    let app = TestApp::open().await;
    let now = app.now();
    let at = now + SignedDuration::from_hours(1);
    let id = app.complete().await;
    let path = format!("/posts/{id}");
    app.schedule(id).await;
    app.work(id, |post| post.mark_scheduled(at)).await;
    assert_eq!(app.delete(&app.editor, &path).await.status, 204);
    let job = app.job(id).await;
    assert_eq!((job.kind, job.is_over()), (JobKind::Unschedule, false));
    assert!(app.stored(id).await.is_deleted());
    // Once is enough.
    assert_eq!(app.delete(&app.editor, &path).await.status, 204);
    assert_eq!(app.job(id).await.id, job.id);
    app.work(id, Post::mark_unscheduled).await;
    let restored = app
        .post(&app.editor, &format!("{path}/restore"), Value::Null)
        .await;
    assert_eq!(
        (&restored.json["status"], &restored.json["scheduled_at"]),
        (&json!("draft"), &Value::Null)
    );
}

#[tokio::test]
async fn a_parked_schedule_is_taken_back_by_a_deletion_where_it_may_have_arrived() {
    let app = TestApp::open().await;
    for (host_post, kind) in [(None, None), (Some(7), Some(JobKind::Unschedule))] {
        let id = app.complete().await;
        app.schedule(id).await;
        app.park(id, "HTTP 500").await;
        app.change(id, |post| post.host_post_id = host_post).await;
        let answer = app.delete(&app.editor, &format!("/posts/{id}")).await;
        assert_eq!(answer.status, 204);
        let job = app.job(id).await;
        assert_eq!((!job.is_over()).then_some(job.kind), kind, "{host_post:?}");
    }
}
