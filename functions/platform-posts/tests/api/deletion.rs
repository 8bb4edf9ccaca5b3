//! Deleted posts.

use domain::post::Post;
use domain::publication::{JobKind, Step};
use http::StatusCode;
use jiff::SignedDuration;
use serde_json::{Value, json};

use crate::support::Agency;

#[tokio::test]
async fn a_deleted_post_leaves_the_lists_and_comes_back_as_it_was() {
    let agency = Agency::open().await;
    let editor = &agency.editor;
    let id = agency.draft_of(editor, agency.site).await;
    let path = format!("/posts/{id}");
    let before = agency.get(editor, &path).await.body;
    assert_eq!(
        agency.delete(editor, &path).await.status,
        StatusCode::NO_CONTENT
    );
    assert_eq!(
        agency.delete(editor, &path).await.status,
        StatusCode::NO_CONTENT
    );
    assert_eq!(agency.get(editor, "/posts").await.body["total"], 0);
    let shown = agency.get(editor, &path).await;
    assert_eq!(
        (shown.status.as_u16(), &shown.body["deleted_at"]),
        (200, &json!("2026-11-20T12:00:00Z"))
    );
    assert_eq!(
        (&shown.body["deleted_by"], &shown.body["status"]),
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
        let answer = agency
            .ask(editor, method, &format!("{path}{suffix}"), &[], Some(&body))
            .await;
        assert_eq!(answer.refusal(), (409, "post_deleted"), "{suffix}");
    }
    let restored = agency
        .post(editor, &format!("{path}/restore"), Value::Null)
        .await;
    assert_eq!(restored.status, StatusCode::OK);
    assert_eq!(agency.get(editor, &path).await.body, before);
    let again = agency
        .post(editor, &format!("{path}/restore"), Value::Null)
        .await;
    assert_eq!(again.refusal(), (409, "not_deleted"));
}

#[tokio::test]
async fn who_may_not_restore_does_not_see_it() {
    let agency = Agency::open().await;
    let id = agency.draft_of(&agency.redator, agency.site).await;
    agency.delete(&agency.editor, &format!("/posts/{id}")).await;
    for suffix in ["", "/versions", "/events", "/checklist", "/validation"] {
        let answer = agency
            .get(&agency.redator, &format!("/posts/{id}{suffix}"))
            .await;
        assert_eq!(answer.refusal(), (404, "not_found"), "{suffix}");
    }
    let edit = agency
        .put(
            &agency.redator,
            &format!("/posts/{id}"),
            json!({ "title": "a" }),
        )
        .await;
    assert_eq!(edit.refusal(), (404, "not_found"));
}

#[tokio::test]
async fn a_post_whose_publication_is_under_way_is_not_deleted() {
    let agency = Agency::open().await;
    let id = agency.complete().await;
    let path = format!("/posts/{id}");
    agency
        .post(&agency.editor, &format!("{path}/publish"), Value::Null)
        .await;
    assert_eq!(
        agency.delete(&agency.editor, &path).await.refusal(),
        (409, "publication_in_progress")
    );
    let now = agency.now();
    agency.change_job(id, |job| job.begin(now).unwrap()).await;
    assert_eq!(
        agency.delete(&agency.editor, &path).await.refusal(),
        (409, "publication_in_progress")
    );
    assert!(!agency.stored(id).await.is_deleted());
}

#[tokio::test]
async fn a_deletion_ends_a_publication_that_waits() {
    let agency = Agency::open().await;
    let id = agency.complete().await;
    let path = format!("/posts/{id}");
    agency
        .post(&agency.editor, &format!("{path}/publish"), Value::Null)
        .await;
    let now = agency.now();
    agency
        .change_job(id, |job| {
            job.begin(now).unwrap();
            job.fail(Step::Media, "HTTP 500", true, None, now);
        })
        .await;
    assert_eq!(
        agency.delete(&agency.editor, &path).await.status,
        StatusCode::NO_CONTENT
    );
    assert!(agency.job(id).await.is_over());
    agency.clock.advance(SignedDuration::from_mins(10));
    assert!(
        agency
            .store
            .due_jobs(agency.now(), None, 10)
            .await
            .unwrap()
            .items
            .is_empty()
    );
    let restored = agency
        .post(&agency.editor, &format!("{path}/restore"), Value::Null)
        .await;
    assert_eq!(restored.body["status"], "draft");
    let retry = agency
        .post(&agency.editor, &format!("{path}/retry"), Value::Null)
        .await;
    assert_eq!(retry.refusal(), (409, "nothing_to_retry"));
    let publish = agency
        .post(&agency.editor, &format!("{path}/publish"), Value::Null)
        .await;
    assert_eq!(publish.status, StatusCode::ACCEPTED);
}

#[tokio::test]
async fn any_state_can_be_deleted_and_keeps_its_status() {
    let agency = Agency::open().await;
    let now = agency.now();
    for status in ["scheduled", "published"] {
        let id = agency.draft_of(&agency.editor, agency.site).await;
        agency
            .change(id, |post| match status {
                "scheduled" => post.mark_scheduled(now + SignedDuration::from_hours(1)),
                _ => post.mark_published("https://a.example/a".into(), now),
            })
            .await;
        assert_eq!(
            agency
                .delete(&agency.editor, &format!("/posts/{id}"))
                .await
                .status,
            204
        );
        let post = agency.stored(id).await;
        assert_eq!(
            (post.status.name(), post.deleted_by),
            (status, Some(agency.editor.id))
        );
    }
    agency.clock.advance(SignedDuration::from_hours(2));
    assert!(
        agency
            .store
            .due_posts(agency.now(), None, 10)
            .await
            .unwrap()
            .items
            .is_empty()
    );
}

#[tokio::test]
async fn what_the_host_holds_for_later_is_taken_back_when_it_is_deleted() {
    let agency = Agency::open().await;
    let now = agency.now();
    let at = now + SignedDuration::from_hours(1);
    let id = agency.complete().await;
    let path = format!("/posts/{id}");
    agency.schedule(id).await;
    agency.work(id, |post| post.mark_scheduled(at)).await;
    assert_eq!(agency.delete(&agency.editor, &path).await.status, 204);
    let job = agency.job(id).await;
    assert_eq!((job.kind, job.is_over()), (JobKind::Unschedule, false));
    assert!(agency.stored(id).await.is_deleted());
    // Once is enough.
    assert_eq!(agency.delete(&agency.editor, &path).await.status, 204);
    assert_eq!(agency.job(id).await.id, job.id);
    agency.work(id, Post::mark_unscheduled).await;
    let restored = agency
        .post(&agency.editor, &format!("{path}/restore"), Value::Null)
        .await;
    assert_eq!(
        (&restored.body["status"], &restored.body["scheduled_at"]),
        (&json!("draft"), &Value::Null)
    );
}

#[tokio::test]
async fn a_parked_schedule_is_taken_back_by_a_deletion_where_it_may_have_arrived() {
    let agency = Agency::open().await;
    for (host_post, kind) in [(None, None), (Some(7), Some(JobKind::Unschedule))] {
        let id = agency.complete().await;
        agency.schedule(id).await;
        agency.park(id, "HTTP 500").await;
        agency
            .change(id, |post| post.host_post_id = host_post)
            .await;
        let answer = agency.delete(&agency.editor, &format!("/posts/{id}")).await;
        assert_eq!(answer.status, 204);
        let job = agency.job(id).await;
        assert_eq!((!job.is_over()).then_some(job.kind), kind, "{host_post:?}");
    }
}
