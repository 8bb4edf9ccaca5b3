//! Changes made after the client's approval are published only with confirmation.

use domain::platform::approval::Decision;
use domain::platform::id::PostId;
use domain::platform::post::PostStatus;
use domain::platform::publication::{JobState, Step};
use http::StatusCode;
use platform_testkit::TestResponse;
use serde_json::{Value, json};

use crate::app::TestApp;
use crate::publication_requests::{DATE, date};

/// A complete post that requires approval and has it.
async fn approved(app: &TestApp) -> PostId {
    let id = app.complete().await;
    app.change(id, |post| {
        post.fields.approval_required = true;
        post.decide(Decision::Approve);
    })
    .await;
    id
}

async fn shown(app: &TestApp, id: PostId) -> (Value, Value) {
    let path = format!("/posts/{id}");
    let post = app.get(&app.editor, &path).await.json;
    (
        post["changed_after_approval"].clone(),
        post["approval"].clone(),
    )
}

async fn edit(app: &TestApp, id: PostId, input: Value) {
    let path = format!("/posts/{id}");
    let answer = app.put(&app.editor, &path, input).await;
    assert_eq!(answer.status, StatusCode::OK, "{:?}", answer.json);
}

#[tokio::test]
async fn title_body_faq_and_picture_count_and_other_members_do_not() {
    let app = TestApp::open().await;
    let faq = json!({ "enabled": false, "title": "Outro" });
    for (input, changed) in [
        (json!({ "title": "Outro" }), true),
        (json!({ "body": "<p>Outro</p>" }), true),
        (json!({ "faq_data": faq }), true),
        (json!({ "title": "Título" }), false),
        (json!({ "excerpt": "Outro", "slug": "outro" }), false),
        (
            json!({ "seo_title": "Outro", "meta_description": "Outro" }),
            false,
        ),
        (
            json!({ "focus_keyword": "outro", "host_tag_names": ["outro"] }),
            false,
        ),
    ] {
        let id = approved(&app).await;
        assert_eq!(shown(&app, id).await, (json!(false), json!("Aprovado")));
        edit(&app, id, input.clone()).await;
        let label = if changed {
            "Aprovado (alterado depois)"
        } else {
            "Aprovado"
        };
        assert_eq!(
            shown(&app, id).await,
            (json!(changed), json!(label)),
            "{input}"
        );
        let post = app.stored(id).await;
        assert!(post.aprovado_pelo_cliente, "the flags stay");
    }
    let id = approved(&app).await;
    app.add_picture(id).await;
    assert_eq!(shown(&app, id).await.0, json!(true));
    let list = app.get(&app.editor, "/posts?approval=aprovado").await.json;
    let listed = list["items"].as_array().unwrap().iter();
    let listed: Vec<_> = listed
        .filter(|item| item["id"] == json!(id))
        .map(|item| (&item["changed_after_approval"], &item["approval"]))
        .collect();
    assert_eq!(
        listed,
        [(&json!(true), &json!("Aprovado (alterado depois)"))]
    );
}

#[tokio::test]
async fn a_way_back_to_the_approved_text_is_no_change() {
    let app = TestApp::open().await;
    let id = approved(&app).await;
    edit(&app, id, json!({ "title": "Outro" })).await;
    let revert = format!("/posts/{id}/versions/1/revert");
    app.post(&app.editor, &revert, Value::Null).await;
    assert_eq!(shown(&app, id).await, (json!(false), json!("Aprovado")));
    assert_eq!(app.act(id, "publish").await.status, StatusCode::ACCEPTED);
}

/// Every way to publish or schedule, without a word about changes or with one.
async fn every_way(app: &TestApp, id: PostId, confirm: Option<bool>) -> Vec<TestResponse> {
    let mut answers = Vec::new();
    for (path, body) in [
        (format!("/posts/{id}/publish"), json!({})),
        (
            format!("/posts/{id}/schedule"),
            json!({ "scheduled_at": DATE }),
        ),
        ("/publish/now".to_owned(), json!({ "post_id": id })),
        (
            "/publish/schedule".to_owned(),
            json!({ "post_id": id, "scheduled_at": DATE }),
        ),
    ] {
        let mut body = body;
        if let Some(confirm) = confirm {
            body["confirm_changes"] = json!(confirm);
        }
        answers.push(app.post(&app.editor, &path, body).await);
    }
    answers
}

#[tokio::test]
async fn changes_go_out_only_when_they_are_confirmed() {
    let app = TestApp::open().await;
    for confirm in [None, Some(false)] {
        let id = approved(&app).await;
        edit(&app, id, json!({ "title": "Outro" })).await;
        for answer in every_way(&app, id, confirm).await {
            assert_eq!(answer.error(), (409, "changed_after_approval"));
        }
        let bare = app.act(id, "publish").await;
        assert_eq!(bare.error(), (409, "changed_after_approval"));
        assert_eq!(app.stored(id).await.job_id, None);
    }
    for way in 0..4 {
        let id = approved(&app).await;
        edit(&app, id, json!({ "title": "Outro" })).await;
        let before = app.stored(id).await;
        assert!(before.changes_await_approval());
        let (path, body) = [
            (format!("/posts/{id}/publish"), json!({})),
            (
                format!("/posts/{id}/schedule"),
                json!({ "scheduled_at": DATE }),
            ),
            ("/publish/now".to_owned(), json!({ "post_id": id })),
            (
                "/publish/schedule".to_owned(),
                json!({ "post_id": id, "scheduled_at": DATE }),
            ),
        ][way]
            .clone();
        let mut body = body;
        body["confirm_changes"] = json!(true);
        let answer = app.post(&app.editor, &path, body).await;
        assert_eq!(
            answer.status,
            StatusCode::ACCEPTED,
            "{path}: {:?}",
            answer.json
        );
        let post = app.stored(id).await;
        assert!(post.changed_after_approval() && !post.changes_await_approval());
    }
}

#[tokio::test]
async fn nothing_is_asked_where_no_approval_is_required() {
    let app = TestApp::open().await;
    let id = approved(&app).await;
    edit(
        &app,
        id,
        json!({ "title": "Outro", "approval_required": false }),
    )
    .await;
    assert_eq!(shown(&app, id).await.0, json!(true));
    assert_eq!(app.act(id, "publish").await.status, StatusCode::ACCEPTED);
}

#[tokio::test]
async fn while_the_client_is_asked_again_the_date_alone_is_stored_as_ever() {
    let app = TestApp::open().await;
    let id = approved(&app).await;
    edit(&app, id, json!({ "title": "Outro" })).await;
    app.ask_client(id).await;
    let answer = app.schedule(id).await;
    assert_eq!(answer.status, StatusCode::OK);
    let post = app.stored(id).await;
    assert_eq!(
        (post.status, post.scheduled_at, post.job_id),
        (PostStatus::Draft, Some(date()), None)
    );
    app.change(id, |post| post.decide(Decision::Approve)).await;
    assert_eq!(app.schedule(id).await.status, StatusCode::ACCEPTED);
}

#[tokio::test]
async fn another_try_sends_changes_only_when_they_are_confirmed() {
    let app = TestApp::open().await;
    let id = approved(&app).await;
    assert_eq!(app.act(id, "publish").await.status, StatusCode::ACCEPTED);
    let mut job = app.job(id).await;
    let (stored, now) = (job.revision, app.now());
    job.begin(now).unwrap();
    job.fail(Step::Media, "HTTP 403", false, None, now);
    app.store.save_job(&job, stored).await.unwrap();
    edit(&app, id, json!({ "title": "Outro" })).await;
    assert_eq!(
        app.act(id, "retry").await.error(),
        (409, "changed_after_approval")
    );
    assert_eq!(app.job(id).await.state, JobState::Parked);
    let path = format!("/posts/{id}/retry");
    let confirmed = json!({ "confirm_changes": true });
    let answer = app.post(&app.editor, &path, confirmed).await;
    assert_eq!(answer.status, StatusCode::ACCEPTED, "{:?}", answer.json);
    assert_eq!(app.job(id).await.state, JobState::Queued);
    assert!(!app.stored(id).await.changes_await_approval());
}

#[tokio::test]
async fn a_body_that_is_no_answer_to_the_question_is_refused() {
    let app = TestApp::open().await;
    let id = approved(&app).await;
    for action in ["publish", "retry"] {
        let path = format!("/posts/{id}/{action}");
        for (body, refusal) in [
            (json!({ "confirm_changes": "sim" }), (422, "invalid_fields")),
            (json!([true]), (422, "invalid_fields")),
        ] {
            let answer = app.post(&app.editor, &path, body).await;
            assert_eq!(answer.error(), refusal, "{action}");
        }
    }
}
