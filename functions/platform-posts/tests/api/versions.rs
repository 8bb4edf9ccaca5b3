//! Versions, their differences, and reverting to one.

use domain::platform::post::PostVersion;
use http::{Method, StatusCode};
use platform_store::PostChange;
use platform_testkit::TestApi;
use serde_json::{Value, json};

use crate::app::TestApp;

#[tokio::test]
async fn leftovers_of_word_go_with_a_change_of_the_body_only() {
    let app = TestApp::open().await;
    let id = app.draft_of(&app.editor, app.site).await;
    let path = format!("/posts/{id}");
    let word = "<p class=\"MsoNormal\" style=\"mso-a:b\">Pão<o:p></o:p></p>";
    let clean = app.put(&app.editor, &path, json!({ "body": word })).await;
    assert_eq!(clean.json["body"], "<p>Pão</p>");
    // As an earlier release stored it.
    let stored = "<p class=\"MsoNormal\">Pão</p>";
    let post = app.stored(id).await;
    let mut change = PostChange::of(&post, |post| post.version += 1);
    change.version = Some(PostVersion {
        number: change.post.version,
        title: "Pão".to_owned(),
        body: stored.to_owned(),
        user_id: app.editor.id,
        created_at: app.now(),
    });
    app.store.save_post(change).await.unwrap();
    let body = async |sent: Value| app.put(&app.editor, &path, sent).await.json["body"].clone();
    assert_eq!(body(json!({ "excerpt": "Resumo" })).await, stored);
    assert_eq!(
        body(json!({ "excerpt": "R", "body": stored })).await,
        stored
    );
    let changed = json!({ "body": format!("{stored}<p>Vinho</p>") });
    assert_eq!(body(changed).await, "<p>Pão</p><p>Vinho</p>");
}

#[tokio::test]
async fn every_edit_makes_one_version_of_title_and_body() {
    let app = TestApp::open().await;
    let editor = &app.editor;
    let first = app
        .post(
            editor,
            "/posts",
            json!({ "site_id": app.site, "title": "Um", "body": "<p>a</p>" }),
        )
        .await;
    assert_eq!(
        (first.status, first.etag().as_str()),
        (StatusCode::CREATED, "\"1\"")
    );
    let path = format!("/posts/{}", first.json["id"]);
    assert_eq!(
        first.headers["location"].to_str().unwrap(),
        format!("/api/v1{path}")
    );
    let second = app
        .put(editor, &path, json!({ "body": "<p>a b</p>" }))
        .await;
    assert_eq!(
        (second.status, second.etag().as_str()),
        (StatusCode::OK, "\"2\"")
    );
    assert_eq!(second.json["title"], "Um");
    let third = app.put(editor, &path, json!({ "excerpt": "Resumo" })).await;
    assert_eq!(
        (third.etag().as_str(), &third.json["body"]),
        ("\"3\"", &json!("<p>a b</p>"))
    );
    let list = app
        .get(editor, &format!("{path}/versions?per_page=2"))
        .await
        .json;
    assert_eq!(
        (
            &list["total"],
            &list["items"][0]["number"],
            &list["items"][1]["number"]
        ),
        (&json!(3), &json!(3), &json!(2))
    );
    let rest = app
        .get(editor, &format!("{path}/versions?per_page=2&page=2"))
        .await
        .json;
    assert_eq!(rest["items"].as_array().unwrap().len(), 1);
    let past = app
        .get(editor, &format!("{path}/versions?page=9"))
        .await
        .json;
    assert_eq!(
        (past["items"].as_array().unwrap().len(), &past["total"]),
        (0, &json!(3))
    );
    let one = app.get(editor, &format!("{path}/versions/1")).await.json;
    assert_eq!(
        (&one["title"], &one["body"]),
        (&json!("Um"), &json!("<p>a</p>"))
    );
    for missing in ["4", "0", "x", "99999999999999999999"] {
        assert_eq!(
            app.get(editor, &format!("{path}/versions/{missing}"))
                .await
                .status,
            404
        );
    }
    let shown = app.get(editor, &path).await;
    assert_eq!(
        (shown.etag().as_str(), &shown.json["version"]),
        ("\"3\"", &json!(3))
    );
}

#[tokio::test]
async fn a_diff_gives_both_texts_back() {
    let app = TestApp::open().await;
    let id = app.draft_of(&app.editor, app.site).await;
    let path = format!("/posts/{id}");
    app.put(
        &app.editor,
        &path,
        json!({ "title": "Outro título", "body": "<h2>Novo</h2><p>Texto.</p>" }),
    )
    .await;
    let versions = [
        app.get(&app.editor, &format!("{path}/versions/1"))
            .await
            .json,
        app.get(&app.editor, &format!("{path}/versions/2"))
            .await
            .json,
    ];
    let diff = app
        .get(&app.editor, &format!("{path}/versions/1/diff/2"))
        .await
        .json;
    assert_eq!((&diff["from"], &diff["to"]), (&json!(1), &json!(2)));
    for member in ["title", "body"] {
        let parts = diff[member].as_array().unwrap();
        for (place, only) in [(0, "delete"), (1, "insert")] {
            let text: String = parts
                .iter()
                .filter(|part| part["kind"] == "equal" || part["kind"] == only)
                .map(|part| part["text"].as_str().unwrap())
                .collect();
            assert_eq!(json!(text), versions[place][member]);
        }
    }
}

#[tokio::test]
async fn a_revert_is_a_new_version_and_says_when_nothing_changed() {
    let app = TestApp::open().await;
    let editor = &app.editor;
    let input =
        json!({ "site_id": app.site, "title": "Um", "body": "<p>abc</p>", "excerpt": "Resumo" });
    let id = app.post(editor, "/posts", input).await.json["id"].clone();
    let path = format!("/posts/{id}");
    app.put(
        editor,
        &path,
        json!({ "title": "Dois", "body": "<p>a</p>", "excerpt": "Outro" }),
    )
    .await;
    let back = app
        .post(editor, &format!("{path}/versions/1/revert"), Value::Null)
        .await;
    assert_eq!(
        (back.status, back.etag().as_str()),
        (StatusCode::OK, "\"3\"")
    );
    assert_eq!(back.json["changed"], true);
    assert_eq!(
        (
            &back.json["title"],
            &back.json["body"],
            &back.json["body_chars"]
        ),
        (&json!("Um"), &json!("<p>abc</p>"), &json!(3))
    );
    // A version holds title and body only.
    assert_eq!(back.json["excerpt"], "Outro");
    let again = app
        .post(editor, &format!("{path}/versions/1/revert"), Value::Null)
        .await;
    assert_eq!(
        (again.status, again.etag().as_str(), &again.json["changed"]),
        (StatusCode::OK, "\"3\"", &json!(false))
    );
    assert_eq!(
        app.get(editor, &format!("{path}/versions")).await.json["total"],
        3
    );
    assert_eq!(
        app.post(editor, &format!("{path}/versions/9/revert"), Value::Null)
            .await
            .status,
        404
    );
    let stale = app
        .request_with(
            editor,
            Method::POST,
            &format!("{path}/versions/2/revert"),
            Value::Null,
            &[("if-match", "\"1\"")],
        )
        .await;
    assert_eq!(stale.error(), (412, "precondition_failed"));
    let events = app.get(editor, &format!("{path}/events")).await.json;
    let reverted = events["items"]
        .as_array()
        .unwrap()
        .iter()
        .find(|e| e["kind"] == "reverted")
        .unwrap()
        .clone();
    assert_eq!(reverted["detail"], json!({ "from": 1, "version": 3 }));
}
