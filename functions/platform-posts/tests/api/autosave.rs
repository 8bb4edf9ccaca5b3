//! Working copies.

use domain::platform::id::PostId;
use http::{Method, StatusCode};
use jiff::SignedDuration;
use platform_testkit::{TestApi, TestResponse, TestUser};
use serde_json::{Value, json};

use crate::app::TestApp;

fn path(id: PostId) -> String {
    format!("/posts/{id}/autosave")
}

async fn keep(
    app: &TestApp,
    user: &TestUser,
    id: PostId,
    version: u64,
    title: &str,
) -> TestResponse {
    let input = json!({ "version": version, "content": { "title": title } });
    app.put(user, &path(id), input).await
}

async fn kept(app: &TestApp, user: &TestUser, id: PostId) -> Value {
    let answer = app.get(user, &path(id)).await;
    assert_eq!(answer.status, StatusCode::OK, "{:?}", answer.json);
    answer.json["working_copy"].clone()
}

#[tokio::test]
async fn a_working_copy_has_what_was_sent_and_is_no_edit() {
    let app = TestApp::open().await;
    let id = app.draft_of(&app.editor, app.site).await;
    let before = app.get(&app.editor, &format!("/posts/{id}")).await.json;
    assert_eq!(kept(&app, &app.editor, id).await, Value::Null);
    app.clock.advance(SignedDuration::from_secs(20));
    let content = json!({
        "title": "Receita de pão", "body": "<p>Sove<script>x</script> a massa.</p>", "excerpt": "Um resumo",
        "slug": "Receita de Pão", "focus_keyword": "pão", "seo_title": "Pão em casa", "meta_description": "Como fazer",
        "approval_required": true, "host_category_ids": [7, 9], "host_author_id": null,
        "host_tag_names": ["forno"], "faq_data": { "enabled": true, "title": "Dúvidas" },
        "site_id": app.foreign, "status": "published",
    });
    let receipt = app
        .put(
            &app.editor,
            &path(id),
            json!({ "version": 1, "content": content }),
        )
        .await;
    let expected =
        json!({ "current_version": 1, "version": 1, "saved_at": "2026-11-20T12:00:20Z" });
    assert_eq!((receipt.status, receipt.json), (StatusCode::OK, expected));
    let mut copy = kept(&app, &app.editor, id).await;
    let faq = copy["content"]["faq_data"].take();
    assert_eq!(
        (&faq["enabled"], &faq["title"]),
        (&json!(true), &json!("Dúvidas"))
    );
    assert_eq!(
        copy,
        json!({ "version": 1, "saved_at": "2026-11-20T12:00:20Z", "content": {
            "title": "Receita de pão", "body": "<p>Sove a massa.</p>", "excerpt": "Um resumo",
            "slug": "receita-de-pao", "focus_keyword": "pão", "seo_title": "Pão em casa",
            "meta_description": "Como fazer", "approval_required": true, "host_category_ids": [7, 9],
            "host_author_id": null, "host_tag_names": ["forno"], "faq_data": null,
        } })
    );
    let after = app.get(&app.editor, &format!("/posts/{id}")).await.json;
    assert_eq!(after, before);
    let versions = app.get(&app.editor, &format!("/posts/{id}/versions")).await;
    assert_eq!(versions.json["total"], 1);
    // The next one replaces it as a whole: what is not sent is missing.
    keep(&app, &app.editor, id, 1, "Pão").await;
    assert_eq!(
        kept(&app, &app.editor, id).await["content"],
        json!({ "title": "Pão" })
    );
}

#[tokio::test]
async fn each_person_has_a_working_copy_of_their_own() {
    let app = TestApp::open().await;
    let id = app.draft_of(&app.redator, app.site).await;
    keep(&app, &app.redator, id, 1, "Da redatora").await;
    keep(&app, &app.editor, id, 1, "Do editor").await;
    assert_eq!(kept(&app, &app.gerente, id).await, Value::Null);
    assert_eq!(
        kept(&app, &app.editor, id).await["content"]["title"],
        "Do editor"
    );
    let dropped = app.delete(&app.editor, &path(id)).await;
    assert_eq!(dropped.status, StatusCode::NO_CONTENT);
    assert_eq!(kept(&app, &app.editor, id).await, Value::Null);
    assert_eq!(
        app.delete(&app.editor, &path(id)).await.status,
        StatusCode::NO_CONTENT
    );
    assert_eq!(
        kept(&app, &app.redator, id).await["content"]["title"],
        "Da redatora"
    );
}

#[tokio::test]
async fn a_working_copy_ends_with_the_persons_edit_and_outlives_that_of_others() {
    let app = TestApp::open().await;
    let id = app.draft_of(&app.redator, app.site).await;
    let post = format!("/posts/{id}");
    keep(&app, &app.redator, id, 1, "Da redatora").await;
    keep(&app, &app.editor, id, 1, "Do editor").await;
    app.put(&app.editor, &post, json!({ "title": "Salvo" }))
        .await;
    assert_eq!(kept(&app, &app.editor, id).await, Value::Null);
    let copy = app.get(&app.redator, &path(id)).await.json;
    assert_eq!(copy["current_version"], 2);
    assert_eq!(copy["working_copy"]["version"], 1);
    // It goes on from where it began.
    let receipt = keep(&app, &app.redator, id, 1, "Da redatora, adiante").await;
    assert_eq!(
        (receipt.status, &receipt.json["current_version"]),
        (StatusCode::OK, &json!(2))
    );
    // A late one of the editor does not come back.
    let late = keep(&app, &app.editor, id, 1, "Atrasado").await;
    assert_eq!(late.error(), (409, "working_copy_outdated"));
    assert_eq!(kept(&app, &app.editor, id).await, Value::Null);
    assert_eq!(
        keep(&app, &app.editor, id, 2, "Novo").await.status,
        StatusCode::OK
    );
    // An edit that is refused ends nothing.
    let headers = [("if-match", "\"1\"")];
    let body = json!({ "title": "Outro" });
    let refused = app
        .request_with(&app.editor, Method::PUT, &post, body, &headers)
        .await;
    assert_eq!(refused.error(), (412, "precondition_failed"));
    assert_eq!(
        kept(&app, &app.editor, id).await["content"]["title"],
        "Novo"
    );
}

#[tokio::test]
async fn what_an_edit_refuses_a_working_copy_refuses_too() {
    let app = TestApp::open().await;
    let id = app.draft_of(&app.editor, app.site).await;
    for (input, field) in [
        (
            json!({ "version": 1, "content": { "title": "t".repeat(301) } }),
            "content.title",
        ),
        (
            json!({ "version": 1, "content": { "title": 7 } }),
            "content.title",
        ),
        (
            json!({ "version": 1, "content": { "host_author_id": 0 } }),
            "content.host_author_id",
        ),
        (json!({ "version": 1 }), "content"),
        (json!({ "version": 1, "content": [null, null] }), "content"),
        (json!({ "version": "um", "content": {} }), "version"),
        (json!({ "version": 0, "content": {} }), "version"),
        (json!({ "version": 2, "content": {} }), "version"),
        (json!({ "content": {} }), "version"),
    ] {
        let refused = app.put(&app.editor, &path(id), input.clone()).await;
        assert_eq!(refused.error(), (422, "invalid_fields"), "{input}");
        assert_eq!(refused.json["issues"][0]["field"], field, "{input}");
    }
    let long = json!({ "version": 1, "content": { "body": "a ".repeat(460_000) } });
    let refused = app.put(&app.editor, &path(id), long).await;
    assert_eq!(refused.error(), (413, "payload_too_large"));
    assert_eq!(refused.json["issues"][0]["field"], "content.body");
    assert_eq!(kept(&app, &app.editor, id).await, Value::Null);
    app.delete(&app.editor, &format!("/posts/{id}")).await;
    assert_eq!(
        keep(&app, &app.editor, id, 1, "x").await.error(),
        (409, "post_deleted")
    );
}

#[tokio::test]
async fn working_copies_follow_the_reach_of_their_person() {
    let app = TestApp::open().await;
    let foreign = app.draft_of(&app.admin, app.foreign).await;
    let colleague = app.draft_of(&app.editor, app.site).await;
    for (user, id) in [
        (&app.editor, foreign),
        (&app.redator, colleague),
        (&app.editor, PostId(999)),
    ] {
        for method in [Method::GET, Method::PUT, Method::DELETE] {
            let body = match method {
                Method::PUT => json!({ "version": 1, "content": {} }),
                _ => Value::Null,
            };
            let refused = app.request(user, method.clone(), &path(id), body).await;
            assert_eq!(refused.error(), (404, "not_found"), "{method} {id}");
        }
    }
}

/// However the writes meet: afterwards no working copy is older than the person's edit.
#[tokio::test]
async fn working_copies_that_meet_the_persons_edit_do_not_outlive_it() {
    for _ in 0..20 {
        let app = TestApp::open().await;
        let id = app.draft_of(&app.editor, app.site).await;
        let post = format!("/posts/{id}");
        let edit = app.put(&app.editor, &post, json!({ "title": "Salvo" }));
        let (one, saved, two, other) = tokio::join!(
            keep(&app, &app.editor, id, 1, "Primeira"),
            edit,
            keep(&app, &app.editor, id, 1, "Segunda"),
            keep(&app, &app.gerente, id, 1, "Da gerente"),
        );
        assert_eq!(saved.status, StatusCode::OK, "{:?}", saved.json);
        for answer in [one, two] {
            let outdated = answer.status == StatusCode::CONFLICT;
            assert!(
                outdated || answer.status == StatusCode::OK,
                "{:?}",
                answer.json
            );
            if outdated {
                assert_eq!(answer.error(), (409, "working_copy_outdated"));
            }
        }
        assert_eq!(kept(&app, &app.editor, id).await, Value::Null);
        assert_eq!(other.status, StatusCode::OK);
        let copy = kept(&app, &app.gerente, id).await;
        assert_eq!(copy["content"]["title"], "Da gerente");
    }
}

#[tokio::test]
async fn a_store_without_space_keeps_the_earlier_copy() {
    let app = TestApp::open().await;
    let id = app.draft_of(&app.editor, app.site).await;
    keep(&app, &app.editor, id, 1, "Antes").await;
    app.full.store(true, std::sync::atomic::Ordering::Relaxed);
    let refused = keep(&app, &app.editor, id, 1, "Depois").await;
    assert!(refused.status.is_server_error());
    app.full.store(false, std::sync::atomic::Ordering::Relaxed);
    assert_eq!(
        kept(&app, &app.editor, id).await["content"]["title"],
        "Antes"
    );
}
