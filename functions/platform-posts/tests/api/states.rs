//! The state of a post, in lists, in the history and on the post, and the filters of the list by state and day.

use domain::platform::approval::Decision;
use domain::platform::id::PostId;
use domain::platform::publication::Step;
use jiff::SignedDuration;
use serde_json::{Value, json};

use crate::app::TestApp;

/// The state of a post, which is the same wherever it is shown.
async fn state(app: &TestApp, id: PostId) -> String {
    let post = app.get(&app.editor, &format!("/posts/{id}")).await.json;
    let list = app.get(&app.editor, "/posts?per_page=100").await.json;
    let history = app
        .get(&app.editor, "/posts/history?per_page=100")
        .await
        .json;
    let of = |items: &Value| {
        let items = items["items"].as_array().unwrap();
        let item = items.iter().find(|item| item["id"] == json!(id));
        item.unwrap()["state"].clone()
    };
    assert_eq!(of(&list), post["state"]);
    assert_eq!(of(&history), post["state"]);
    post["state"].as_str().unwrap().to_owned()
}

async fn ids(app: &TestApp, query: &str) -> Vec<u64> {
    let list = app.get(&app.editor, &format!("/posts?{query}")).await;
    assert_eq!(list.status, 200, "{query}: {:?}", list.json);
    let items = list.json["items"].as_array().unwrap();
    let mut ids: Vec<u64> = items
        .iter()
        .map(|item| item["id"].as_u64().unwrap())
        .collect();
    assert_eq!(list.json["total"], ids.len(), "{query}");
    ids.sort_unstable();
    ids
}

#[tokio::test]
async fn a_publication_is_followed_from_its_request_to_its_end() {
    let app = TestApp::open().await;
    let id = app.complete().await;
    assert_eq!(state(&app, id).await, "draft");
    app.act(id, "publish").await;
    assert_eq!(state(&app, id).await, "sending");
    let now = app.now();
    app.change_job(id, |job| {
        job.begin(now).unwrap();
        job.fail(Step::Media, "HTTP 503", true, None, now);
    })
    .await;
    assert_eq!(state(&app, id).await, "retrying");
    app.clock.advance(SignedDuration::from_mins(5));
    app.park(id, "HTTP 401: senha recusada").await;
    assert_eq!(state(&app, id).await, "parked");
    app.act(id, "retry").await;
    assert_eq!(state(&app, id).await, "sending");
    app.work(id, |post| {
        post.mark_published("https://a.example/a".into(), now)
    })
    .await;
    assert_eq!(state(&app, id).await, "published");
}

#[tokio::test]
async fn a_publication_that_was_given_up_leaves_no_trace_in_the_state() {
    let app = TestApp::open().await;
    let dated = app.complete().await;
    let date = json!({ "scheduled_at": "2026-12-24T10:00:00Z" });
    app.post(&app.editor, &format!("/posts/{dated}/schedule"), date)
        .await;
    app.park(dated, "HTTP 401").await;
    assert_eq!(state(&app, dated).await, "parked");
    app.act(dated, "cancel-schedule").await;
    assert_eq!(state(&app, dated).await, "draft");
    let deleted = app.complete().await;
    app.act(deleted, "publish").await;
    app.park(deleted, "HTTP 401").await;
    app.delete(&app.editor, &format!("/posts/{deleted}")).await;
    app.act(deleted, "restore").await;
    assert_eq!(state(&app, deleted).await, "draft");
}

#[tokio::test]
async fn lists_are_filtered_by_several_sites_and_states() {
    let app = TestApp::open().await;
    let second = app.add_site(&[app.editor.id]).await;
    let draft = app.draft_of(&app.editor, app.site).await;
    let asked = app.draft_of(&app.editor, second).await;
    let adjusted = app.draft_of(&app.editor, second).await;
    let foreign = app.draft_of(&app.admin, app.foreign).await;
    app.ask_client(asked).await;
    app.change(adjusted, |post| post.decide(Decision::Adjustments))
        .await;
    assert_eq!(ids(&app, "state=draft").await, [draft.0]);
    assert_eq!(
        ids(&app, "state=with_client,adjustments").await,
        [asked.0, adjusted.0]
    );
    assert_eq!(ids(&app, "state=parked,retrying").await, [0_u64; 0]);
    let both = format!("site_id={},{second}", app.site);
    assert_eq!(ids(&app, &both).await, [draft.0, asked.0, adjusted.0]);
    assert_eq!(ids(&app, &format!("{both}&state=draft")).await, [draft.0]);
    // A foreign site adds nothing to the caller's reach.
    let wide = format!("site_id={second},{}", app.foreign);
    assert_eq!(ids(&app, &wide).await, [asked.0, adjusted.0]);
    let of_admin = app.get(&app.admin, &format!("/posts?{wide}")).await.json;
    assert_eq!(of_admin["total"], 3);
    assert_eq!(of_admin["items"][0]["id"], json!(foreign));
}

#[tokio::test]
async fn lists_are_filtered_by_the_days_of_the_platforms_zone() {
    let app = TestApp::open().await;
    let first = app.draft_of(&app.editor, app.site).await;
    // 02:00 in UTC is the evening before in São Paulo.
    app.clock.set("2026-11-22T02:00:00Z".parse().unwrap());
    let second = app.draft_of(&app.editor, app.site).await;
    app.change(first, |post| {
        post.scheduled_at = Some("2026-12-02T02:59:59Z".parse().unwrap());
        post.published_at = Some("2026-12-03T15:00:00Z".parse().unwrap());
    })
    .await;
    for (query, expected) in [
        (
            "created_from=2026-11-20&created_to=2026-11-21",
            vec![first.0, second.0],
        ),
        ("created_from=2026-11-21", vec![second.0]),
        ("created_from=2026-11-22", vec![]),
        ("created_to=2026-11-20", vec![first.0]),
        (
            "scheduled_from=2026-12-01&scheduled_to=2026-12-01",
            vec![first.0],
        ),
        ("scheduled_from=2026-12-02", vec![]),
        ("scheduled_to=2030-01-01", vec![first.0]),
        (
            "published_from=2026-12-03&published_to=2026-12-03",
            vec![first.0],
        ),
        ("published_to=2026-12-02", vec![]),
        ("created_from=2026-11-21&published_from=2026-01-01", vec![]),
    ] {
        assert_eq!(ids(&app, query).await, expected, "{query}");
    }
}

#[tokio::test]
async fn bad_states_sites_and_days_are_refused_by_name() {
    let app = TestApp::open().await;
    for (query, field) in [
        ("state=gone", "state"),
        ("state=", "state"),
        ("state=draft,", "state"),
        ("site_id=3,0", "site_id"),
        ("site_id=3;4", "site_id"),
        ("created_from=2026-02-30", "created_from"),
        ("created_from=hoje", "created_from"),
        ("scheduled_to=2026-2-3", "scheduled_to"),
        ("published_from=2026-02-03T00:00:00Z", "published_from"),
        (
            "created_from=2026-02-03&created_to=2026-02-02",
            "created_to",
        ),
    ] {
        let refused = app.get(&app.editor, &format!("/posts?{query}")).await;
        assert_eq!(refused.error(), (422, "invalid_parameter"), "{query}");
        assert_eq!(refused.json["issues"][0]["field"], field, "{query}");
    }
    let many = vec!["3"; 101].join(",");
    let refused = app
        .get(&app.editor, &format!("/posts?site_id={many}"))
        .await;
    assert_eq!(refused.error(), (422, "invalid_parameter"));
}
