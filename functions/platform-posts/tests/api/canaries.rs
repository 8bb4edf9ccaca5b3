//! Members that the system sets cannot be set by a request.

use serde_json::{Value, json};

use crate::app::TestApp;

fn canaries() -> Value {
    json!({
        "id": 999, "user_id": 999, "status": "draft", "deleted_at": "2020-01-01T00:00:00Z", "deleted_by": 999,
        "published_at": "2020-01-01T00:00:00Z", "scheduled_at": "2030-01-01T00:00:00Z", "host_post_id": 999,
        "host_post_url": "https://mal.example", "host_marker": "mal", "aprovado_pelo_cliente": true,
        "ajustes_solicitados": true, "rejeitado_pelo_cliente": true, "pending_approval": "00000000-0000-4000-8000-000000000000",
        "approval": "Aprovado", "approval_rounds": 9, "former_rounds": 9, "changed_after_approval": true,
        "content_digest": "mal", "approved_content": { "version": 9 }, "confirmed_content": { "version": 9 }, "featured_media_id": 999, "job_id": 999, "version": 999,
        "revision": 999, "created_at": "2020-01-01T00:00:00Z", "updated_at": "2020-01-01T00:00:00Z", "body_chars": 999, "body_words": 999,
    })
}

fn with(members: Value) -> Value {
    let mut all = canaries();
    all.as_object_mut()
        .unwrap()
        .extend(members.as_object().unwrap().clone());
    all
}

/// What must not have changed between two states of a post.
fn guarded(post: &domain::platform::post::Post) -> Value {
    let mut all = serde_json::to_value(post).unwrap();
    let members = all.as_object_mut().unwrap();
    for own in [
        "title",
        "version",
        "revision",
        "updated_at",
        "content_digest",
    ] {
        members.remove(own);
    }
    all
}

#[tokio::test]
async fn a_new_post_takes_nothing_that_the_system_sets() {
    let app = TestApp::open().await;
    for status in ["published", "scheduled", "qualquer"] {
        let input = with(json!({ "site_id": app.site, "title": "Um", "status": status }));
        let answer = app.post(&app.editor, "/posts", input).await;
        assert_eq!(answer.status, 201, "{:?}", answer.json);
        let id = domain::platform::id::PostId(answer.json["id"].as_u64().unwrap());
        let plain = app.draft_of(&app.editor, app.site).await;
        let (mut got, mut want) = (
            guarded(&app.stored(id).await),
            guarded(&app.stored(plain).await),
        );
        for own in ["id", "body_chars", "body_words"] {
            got.as_object_mut().unwrap().remove(own);
            want.as_object_mut().unwrap().remove(own);
        }
        assert_eq!(got, want);
        assert_eq!(
            (&answer.json["status"], &answer.json["user_id"]),
            (&json!("draft"), &json!(app.editor.id))
        );
    }
}

#[tokio::test]
async fn no_write_changes_what_the_system_sets() {
    let app = TestApp::open().await;
    let editor = &app.editor;
    let id = app.draft_of(editor, app.site).await;
    let path = format!("/posts/{id}");
    let before = guarded(&app.stored(id).await);
    let edited = app
        .put(editor, &path, with(json!({ "title": "Dois" })))
        .await;
    assert_eq!(edited.status, 200, "{:?}", edited.json);
    assert_eq!(edited.json["version"], 2);
    assert_eq!(guarded(&app.stored(id).await), before);
    app.post(editor, &format!("{path}/versions/1/revert"), canaries())
        .await;
    assert_eq!(guarded(&app.stored(id).await), before);
    app.delete(editor, &path).await;
    app.post(editor, &format!("{path}/restore"), canaries())
        .await;
    assert_eq!(guarded(&app.stored(id).await), before);
    // Refused because the post has no picture; the other members sent change nothing.
    for action in ["publish", "schedule", "retry", "cancel-schedule"] {
        let answer = app
            .post(editor, &format!("{path}/{action}"), canaries())
            .await;
        assert!(answer.status.is_client_error(), "{action}");
        assert_eq!(guarded(&app.stored(id).await), before, "{action}");
    }
    for action in ["now", "schedule"] {
        let body = with(json!({ "post_id": id }));
        let answer = app.post(editor, &format!("/publish/{action}"), body).await;
        assert_eq!(answer.error(), (422, "incomplete_content"), "{action}");
        assert_eq!(guarded(&app.stored(id).await), before, "{action}");
    }
}

#[tokio::test]
async fn the_status_is_not_changed_by_an_edit() {
    let app = TestApp::open().await;
    let id = app.draft_of(&app.editor, app.site).await;
    let path = format!("/posts/{id}");
    let now = app.now();
    for status in [json!("published"), json!("scheduled"), json!("x"), json!(1)] {
        let body = json!({ "status": status, "title": "Outro" });
        for person in [&app.editor, &app.admin] {
            let answer = app.put(person, &path, body.clone()).await;
            assert_eq!(answer.error(), (422, "status_not_editable"));
        }
    }
    assert_eq!(app.stored(id).await.version, 1);
    app.change(id, |post| {
        post.mark_published("https://a.example/a".into(), now)
    })
    .await;
    let draft = app
        .put(&app.editor, &path, json!({ "status": "draft" }))
        .await;
    assert_eq!(draft.error(), (422, "status_not_editable"));
    let same = app
        .put(
            &app.editor,
            &path,
            json!({ "status": "published", "title": "Outro" }),
        )
        .await;
    assert_eq!(
        (same.status.as_u16(), &same.json["status"]),
        (200, &json!("published"))
    );
}
