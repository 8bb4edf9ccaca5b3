//! The state table: publish and schedule, by the main routes and the older ones.

use domain::platform::approval::Decision;
use domain::platform::id::PostId;
use domain::platform::post::PostStatus;
use domain::platform::publication::JobKind;
use http::StatusCode;
use ports::WorkMessage;
use serde_json::{Value, json};

use crate::app::TestApp;
use crate::publication_requests::{DATE, date};

#[tokio::test]
async fn a_draft_is_published_by_the_worker() {
    let app = TestApp::open().await;
    let id = app.complete().await;
    let answer = app.act(id, "publish").await;
    assert_eq!(answer.status, StatusCode::ACCEPTED);
    let steps: Vec<_> = answer.json["steps"]
        .as_array()
        .unwrap()
        .iter()
        .map(|s| s["step"].clone())
        .collect();
    assert_eq!(
        steps,
        [
            "media",
            "media_texts",
            "create",
            "update",
            "confirm",
            "record",
            "notify"
        ]
    );
    assert_eq!(
        (&answer.json["state"], &answer.json["kind"]),
        (&json!("queued"), &json!("publish"))
    );
    assert!(
        answer.json["steps"]
            .as_array()
            .unwrap()
            .iter()
            .all(|step| step["state"] == "queued")
    );
    let job = app.job(id).await;
    assert_eq!(
        app.queue.sent.try_next(),
        Some(WorkMessage::Publication { job_id: job.id })
    );
    assert_eq!(
        (job.kind, job.requested_by),
        (JobKind::Publish, Some(app.editor.id))
    );
    assert_eq!(
        app.act(id, "publish").await.error(),
        (409, "publication_in_progress")
    );
    assert_eq!(
        app.schedule(id).await.error(),
        (409, "publication_in_progress")
    );
    let now = app.now();
    app.work(id, |post| {
        post.mark_published("https://a.example/a".into(), now)
    })
    .await;
    let shown = app.get(&app.editor, &format!("/posts/{id}")).await.json;
    assert_eq!(
        (&shown["status"], &shown["host_post_url"]),
        (&json!("published"), &json!("https://a.example/a"))
    );
    assert_eq!(shown["published_at"], json!("2026-11-20T12:00:00Z"));
    assert_eq!(
        (&shown["checklist"]["state"], &shown["checklist"]["done"]),
        (&json!("success"), &json!(7))
    );
    let checklist = app
        .get(&app.editor, &format!("/posts/{id}/checklist"))
        .await
        .json;
    assert_eq!(checklist["steps"][0]["at"], json!("2026-11-20T12:00:00Z"));
    // Once more: the host's copy is renewed, by the same post.
    assert_eq!(app.act(id, "publish").await.status, StatusCode::ACCEPTED);
    assert_eq!(app.stored(id).await.status, PostStatus::Published);
}

#[tokio::test]
async fn a_draft_is_scheduled_by_the_worker_and_rescheduled() {
    let app = TestApp::open().await;
    let id = app.complete().await;
    let answer = app.schedule(id).await;
    assert_eq!(
        (answer.status, &answer.json["scheduled_at"]),
        (StatusCode::ACCEPTED, &json!("2027-03-01T12:00:00Z"))
    );
    assert_eq!(app.job(id).await.kind, JobKind::Schedule { at: date() });
    let post = app.stored(id).await;
    assert_eq!(
        (post.status, post.scheduled_at),
        (PostStatus::Draft, Some(date()))
    );
    app.work(id, |post| post.mark_scheduled(date())).await;
    let body = json!({ "scheduled_at": "2027-04-01T12:00:00Z" });
    let again = app
        .post(&app.editor, &format!("/posts/{id}/schedule"), body)
        .await;
    assert_eq!(again.status, StatusCode::ACCEPTED);
    // The host still holds the earlier date.
    assert_eq!(app.stored(id).await.scheduled_at, Some(date()));
}

#[tokio::test]
async fn while_the_client_is_asked_only_the_date_is_stored() {
    let app = TestApp::open().await;
    for pending in [false, true] {
        let id = app.complete().await;
        app.change(id, |post| {
            post.fields.approval_required = !pending;
            post.pending_approval = pending;
        })
        .await;
        let answer = app.schedule(id).await;
        assert_eq!(answer.status, StatusCode::OK);
        assert_eq!(
            (&answer.json["status"], &answer.json["scheduled_at"]),
            (&json!("draft"), &json!("2027-03-01T12:00:00Z"))
        );
        assert!(
            answer.json["message"]
                .as_str()
                .unwrap()
                .contains("quando o cliente aprovar")
        );
        assert_eq!(answer.etag(), "\"1\"");
        assert_eq!(app.stored(id).await.job_id, None);
        assert!(app.queue.sent.try_next().is_none());
        app.change(id, |post| post.decide(Decision::Approve)).await;
        assert_eq!(app.schedule(id).await.status, StatusCode::ACCEPTED);
        app.queue.sent.try_next();
    }
}

#[tokio::test]
async fn publishing_does_not_wait_for_the_client() {
    let app = TestApp::open().await;
    let id = app.complete().await;
    app.change(id, |post| post.fields.approval_required = true)
        .await;
    assert_eq!(app.act(id, "publish").await.status, StatusCode::ACCEPTED);
}

#[tokio::test]
async fn what_is_incomplete_is_neither_published_nor_scheduled() {
    let app = TestApp::open().await;
    let input = json!({ "site_id": app.site, "body": "curto", "faq_data": { "enabled": true } });
    let id = PostId(
        app.post(&app.editor, "/posts", input).await.json["id"]
            .as_u64()
            .unwrap(),
    );
    let fields = ["title", "body", "faq_data", "media"];
    let now = json!({ "content_id": id });
    let later = json!({ "content_id": id, "scheduled_at": DATE });
    for answer in [
        app.act(id, "publish").await,
        app.schedule(id).await,
        app.post(&app.editor, "/publish/now", now).await,
        app.post(&app.editor, "/publish/schedule", later).await,
    ] {
        assert_eq!(answer.error(), (422, "incomplete_content"));
        assert_eq!(answer.json["message"], "Conteúdo incompleto");
        assert_eq!(answer.issue_fields(), fields);
    }
    let validation = app
        .get(&app.editor, &format!("/posts/{id}/validation"))
        .await;
    assert_eq!(
        (validation.issue_fields(), &validation.json["valid"]),
        (fields.to_vec(), &json!(false))
    );
    let complete = app.complete().await;
    let validation = app
        .get(&app.editor, &format!("/posts/{complete}/validation"))
        .await
        .json;
    assert_eq!(validation, json!({ "valid": true, "issues": [] }));
}

#[tokio::test]
async fn a_date_must_lie_ahead() {
    let app = TestApp::open().await;
    let id = app.complete().await;
    for wrong in [
        json!(null),
        json!("amanhã"),
        json!("2026-11-20T12:00:00Z"),
        json!("2027-03-01T09:00:00"),
        json!("2040-01-01T00:00:00Z"),
        json!(5),
    ] {
        let body = json!({ "scheduled_at": wrong });
        let answer = app
            .post(&app.editor, &format!("/posts/{id}/schedule"), body)
            .await;
        assert_eq!(
            (answer.error(), answer.issue_fields()),
            ((422, "invalid_schedule_date"), vec!["scheduled_at"])
        );
        let body = json!({ "post_id": id, "scheduled_at": wrong });
        let answer = app.post(&app.editor, "/publish/schedule", body).await;
        assert_eq!(answer.error(), (422, "invalid_schedule_date"));
    }
    assert_eq!(app.stored(id).await.job_id, None);
}

#[tokio::test]
async fn a_site_without_connection_is_not_published_to() {
    let app = TestApp::open().await;
    let id = app.complete().await;
    app.change_site(app.site, |site| site.host_password_set = false)
        .await;
    for answer in [app.act(id, "publish").await, app.schedule(id).await] {
        assert_eq!(answer.error(), (409, "site_not_connected"));
    }
    assert_eq!(app.stored(id).await.job_id, None);
}

#[tokio::test]
async fn a_published_post_is_not_scheduled() {
    let app = TestApp::open().await;
    let id = app.complete().await;
    let now = app.now();
    app.change(id, |post| {
        post.mark_published("https://a.example/a".into(), now)
    })
    .await;
    assert_eq!(app.schedule(id).await.error(), (409, "already_published"));
    assert_eq!(
        app.act(id, "cancel-schedule").await.error(),
        (409, "not_scheduled")
    );
}

#[tokio::test]
async fn the_older_routes_do_the_same() {
    let app = TestApp::open().await;
    for member in ["content_id", "post_id"] {
        let id = app.complete().await;
        let answer = app
            .post(&app.editor, "/publish/now", json!({ member: id }))
            .await;
        assert_eq!(
            (answer.status, &answer.json["kind"]),
            (StatusCode::ACCEPTED, &json!("publish"))
        );
        let id = app.complete().await;
        let body = json!({ member: id, "scheduled_at": DATE });
        let answer = app.post(&app.editor, "/publish/schedule", body).await;
        assert_eq!(
            (answer.status, &answer.json["kind"]),
            (StatusCode::ACCEPTED, &json!("schedule"))
        );
    }
    let none = app.post(&app.editor, "/publish/now", json!({})).await;
    assert_eq!(none.issue_fields(), ["content_id"]);
    let two = app
        .post(
            &app.editor,
            "/publish/now",
            json!({ "content_id": 1, "post_id": 2 }),
        )
        .await;
    assert_eq!(two.issue_fields(), ["post_id"]);
}

#[tokio::test]
async fn a_post_without_publication_has_an_empty_checklist() {
    let app = TestApp::open().await;
    let id = app.complete().await;
    let checklist = app
        .get(&app.editor, &format!("/posts/{id}/checklist"))
        .await
        .json;
    assert_eq!(
        (&checklist["job_id"], &checklist["steps"]),
        (&Value::Null, &json!([]))
    );
    let shown = app.get(&app.editor, &format!("/posts/{id}")).await.json;
    assert_eq!(shown["checklist"], Value::Null);
    assert_eq!(
        (
            &shown["media"][0]["featured"],
            shown["media"].as_array().unwrap().len()
        ),
        (&json!(true), 1)
    );
}
