//! Lists: filters, order, paging and scope.

use domain::platform::approval::Decision;
use http::StatusCode;
use jiff::SignedDuration;
use platform_testkit::TestUser;
use serde_json::{Value, json};

use crate::app::TestApp;

async fn ids(app: &TestApp, person: &TestUser, query: &str) -> Vec<u64> {
    let answer = app.get(person, &format!("/posts{query}")).await;
    assert_eq!(answer.status, StatusCode::OK, "{query}: {:?}", answer.json);
    let items = answer.json["items"].as_array().unwrap();
    items
        .iter()
        .map(|item| item["id"].as_u64().unwrap())
        .collect()
}

#[tokio::test]
async fn the_newest_edit_comes_first_and_pages_have_a_total() {
    let app = TestApp::open().await;
    let mut posts = Vec::new();
    for _ in 0..3 {
        posts.push(app.draft_of(&app.editor, app.site).await.0);
        app.clock.advance(SignedDuration::from_secs(1));
    }
    app.put(
        &app.editor,
        &format!("/posts/{}", posts[0]),
        json!({ "title": "Novo" }),
    )
    .await;
    assert_eq!(
        ids(&app, &app.editor, "").await,
        [posts[0], posts[2], posts[1]]
    );
    let page = app.get(&app.editor, "/posts?page=2&per_page=2").await.json;
    assert_eq!(
        (&page["page"], &page["per_page"], &page["total"]),
        (&json!(2), &json!(2), &json!(3))
    );
    assert_eq!(page["items"][0]["id"], json!(posts[1]));
    assert_eq!(page["items"][0].get("body"), None);
}

#[tokio::test]
async fn a_list_shows_the_scope_of_the_role() {
    let app = TestApp::open().await;
    let own = app.draft_of(&app.redator, app.site).await.0;
    let others = app.draft_of(&app.editor, app.site).await.0;
    let foreign = app.draft_of(&app.admin, app.foreign).await.0;
    assert_eq!(ids(&app, &app.redator, "").await, [own]);
    assert_eq!(ids(&app, &app.editor, "").await, [others, own]);
    assert_eq!(ids(&app, &app.gerente, "").await, [foreign, others, own]);
    let theirs = format!("?user_id={}", app.editor.id);
    assert!(ids(&app, &app.redator, &theirs).await.is_empty());
    assert_eq!(ids(&app, &app.admin, &theirs).await, [others]);
    let site = format!("?site_id={}", app.foreign);
    assert!(ids(&app, &app.editor, &site).await.is_empty());
    assert_eq!(ids(&app, &app.admin, &site).await, [foreign]);
}

#[tokio::test]
async fn filters_hold_together() {
    let app = TestApp::open().await;
    let waiting = app.draft_of(&app.editor, app.site).await;
    let approved = app.draft_of(&app.editor, app.site).await;
    let online = app.draft_of(&app.editor, app.site).await;
    app.change(waiting, |post| post.pending_approval = true)
        .await;
    app.change(approved, |post| {
        post.decide(Decision::Approve);
        post.fields.title = "Receita de PÃO".into();
    })
    .await;
    let now = app.now();
    app.change(online, |post| {
        post.mark_published("https://a.example/a".into(), now)
    })
    .await;
    let editor = &app.editor;
    assert_eq!(ids(&app, editor, "?approval=pendente").await, [waiting.0]);
    assert_eq!(ids(&app, editor, "?approval=aprovado").await, [approved.0]);
    assert!(ids(&app, editor, "?approval=rejeitado").await.is_empty());
    assert_eq!(ids(&app, editor, "?status=published").await, [online.0]);
    assert_eq!(
        ids(&app, editor, "?status=draft&q=p%C3%A3o").await,
        [approved.0]
    );
    let shown = app.get(editor, "/posts?approval=pendente").await.json;
    assert_eq!(shown["items"][0]["approval"], json!("Pendente"));
}

#[tokio::test]
async fn bad_parameters_are_refused() {
    let app = TestApp::open().await;
    let long = format!("q={}", "a".repeat(201));
    for query in [
        "status=gone",
        "approval=Aprovado!",
        "site_id=a",
        "user_id=-1",
        "site_id=0",
        "user_id=0",
        "page=0",
        "per_page=101",
        long.as_str(),
    ] {
        let answer = app.get(&app.admin, &format!("/posts?{query}")).await;
        assert_eq!(answer.error(), (422, "invalid_parameter"), "{query}");
    }
}

#[tokio::test]
async fn events_tell_the_story_newest_first() {
    let app = TestApp::open().await;
    let id = app.draft_of(&app.editor, app.site).await;
    app.clock.advance(SignedDuration::from_secs(5));
    app.delete(&app.editor, &format!("/posts/{id}")).await;
    app.clock.advance(SignedDuration::from_secs(5));
    app.post(&app.editor, &format!("/posts/{id}/restore"), Value::Null)
        .await;
    let events = app
        .get(&app.editor, &format!("/posts/{id}/events"))
        .await
        .json;
    let kinds: Vec<_> = events["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|e| e["kind"].clone())
        .collect();
    assert_eq!(kinds, ["restored", "deleted", "created"]);
    assert_eq!(events["items"][0]["user_id"], json!(app.editor.id));
    assert_eq!(
        events["items"][0]["created_at"],
        json!("2026-11-20T12:00:10Z")
    );
}

#[tokio::test]
async fn events_come_in_pages_newest_first_with_a_total() {
    let app = TestApp::open().await;
    let id = app.draft_of(&app.editor, app.site).await;
    let path = format!("/posts/{id}");
    for _ in 0..3 {
        app.clock.advance(SignedDuration::from_secs(1));
        app.delete(&app.editor, &path).await;
        app.clock.advance(SignedDuration::from_secs(1));
        app.act(id, "restore").await;
    }
    let all = app
        .get(&app.editor, &format!("{path}/events?per_page=100"))
        .await
        .json;
    let events = all["items"].as_array().unwrap();
    assert!(events.len() >= 6, "{all}");
    assert!(
        events
            .windows(2)
            .all(|pair| pair[0]["created_at"].as_str() >= pair[1]["created_at"].as_str()),
        "{all}"
    );
    for page in 1..=3 {
        let shown = app
            .get(
                &app.editor,
                &format!("{path}/events?per_page=2&page={page}"),
            )
            .await
            .json;
        assert_eq!(
            shown["items"].as_array().unwrap(),
            &events[2 * page - 2..2 * page]
        );
        assert_eq!(shown["total"], events.len());
    }
}

#[tokio::test]
async fn events_of_one_second_are_listed_in_the_order_of_the_saves() {
    let app = TestApp::open().await;
    let id = app.complete().await;
    let path = format!("/posts/{id}");
    for _ in 0..3 {
        app.delete(&app.editor, &path).await;
        app.act(id, "restore").await;
    }
    app.act(id, "publish").await;
    let events = app.get(&app.editor, &format!("{path}/events")).await.json;
    let events = events["items"].as_array().unwrap();
    let kinds: Vec<_> = events
        .iter()
        .map(|event| event["kind"].as_str().unwrap())
        .collect();
    let mut expected = vec!["publication_requested"];
    expected.extend(["restored", "deleted"].repeat(3));
    expected.push("created");
    assert_eq!(kinds, expected);
    assert!(
        events
            .iter()
            .all(|event| event["created_at"] == events[0]["created_at"])
    );
}

#[tokio::test]
async fn details_name_the_author_and_the_publication_when_they_are_asked_for() {
    let app = TestApp::open().await;
    let parked = app.complete().await;
    app.post(&app.editor, &format!("/posts/{parked}/publish"), json!({}))
        .await;
    app.park(parked, "HTTP 401: senha recusada").await;
    let draft = app.draft_of(&app.redator, app.site).await;
    let plain = app.get(&app.editor, "/posts").await.json;
    assert_eq!(plain["items"][0].get("details"), None);
    let list = app.get(&app.editor, "/posts?details=true").await.json;
    let details = |id: u64| {
        let items = list["items"].as_array().unwrap();
        let item = items.iter().find(|item| item["id"] == json!(id)).unwrap();
        item["details"].clone()
    };
    let of_draft = details(draft.0);
    let author = app.store.user(app.redator.id).await.unwrap().unwrap();
    assert_eq!(of_draft["author_name"], json!(author.name));
    assert_eq!(of_draft["publication"], Value::Null);
    assert_eq!(of_draft["client_comment"], Value::Null);
    let publication = &details(parked.0)["publication"];
    assert_eq!(publication["state"], "failed");
    assert_eq!(publication["error"], "HTTP 401: senha recusada");
    let answer = app.get(&app.editor, "/posts?details=talvez").await;
    answer.assert_error(422, "invalid_parameter");
}
