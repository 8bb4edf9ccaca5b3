//! The history of posts, and the clearing of their events.

use domain::platform::post::{Post, PostFields};
use http::StatusCode;
use jiff::SignedDuration;
use platform_testkit::{TestUser, first_version};
use serde_json::{Value, json};
use std::time::Duration;

use crate::app::TestApp;

/// The password of users with one.
const PASSWORD: &str = "uma-senha-de-teste-comprida";

async fn history(app: &TestApp, person: &TestUser, query: &str) -> Value {
    let answer = app.get(person, &format!("/posts/history{query}")).await;
    assert_eq!(answer.status, StatusCode::OK, "{query}: {:?}", answer.json);
    answer.json
}

fn ids(page: &Value) -> Vec<u64> {
    let items = page["items"].as_array().unwrap();
    items
        .iter()
        .map(|item| item["id"].as_u64().unwrap())
        .collect()
}

async fn events(app: &TestApp, id: domain::platform::id::PostId) -> Value {
    let path = format!("/posts/{id}/events");
    app.get(&app.admin, &path).await.json
}

#[tokio::test]
async fn the_whole_team_sees_the_posts_of_all_sites_and_deleted_ones() {
    let app = TestApp::open().await;
    let own = app.draft_of(&app.redator, app.site).await;
    let foreign = app.draft_of(&app.admin, app.foreign).await;
    let deleted = app.draft_of(&app.editor, app.site).await;
    app.clock.advance(SignedDuration::from_secs(7));
    app.delete(&app.gerente, &format!("/posts/{deleted}")).await;
    for person in [&app.admin, &app.gerente, &app.editor, &app.redator] {
        let page = history(&app, person, "").await;
        assert_eq!(ids(&page), [deleted.0, foreign.0, own.0]);
    }
    let page = history(&app, &app.redator, "").await;
    let item = &page["items"][0];
    assert_eq!(item["deleted_at"], "2026-11-20T12:00:07Z");
    assert_eq!(
        item["deleted_by"],
        json!({ "id": app.gerente.id, "name": "gerente" })
    );
    assert_eq!(
        item["author"],
        json!({ "id": app.editor.id, "name": "editor" })
    );
    assert_eq!(item["status"], "draft");
    assert_eq!(item["words"], 80);
    assert_eq!(page["items"][1]["deleted_by"], Value::Null);
    assert_eq!(page["items"][1].get("body"), None);
}

#[tokio::test]
async fn a_client_is_a_site_with_the_number_of_its_posts() {
    let app = TestApp::open().await;
    for _ in 0..3 {
        app.draft_of(&app.editor, app.site).await;
    }
    app.draft_of(&app.admin, app.foreign).await;
    let page = history(&app, &app.editor, "?per_page=2").await;
    assert_eq!(
        page["clients"],
        json!([
            { "site_id": app.foreign, "name": format!("Cliente {}", app.foreign), "posts": 1 },
            { "site_id": app.site, "name": format!("Cliente {}", app.site), "posts": 3 },
        ])
    );
    assert_eq!((&page["total"], &page["page"]), (&json!(4), &json!(1)));
    let second = history(&app, &app.editor, "?per_page=2&page=2").await;
    assert_eq!(second["clients"].as_array().unwrap().len(), 1);
    assert_eq!(second["clients"][0]["posts"], 3);
}

#[tokio::test]
async fn filters_of_the_history_hold_together() {
    let app = TestApp::open().await;
    let first = app.store.next_post_id().await.unwrap();
    let at = "2025-11-21T01:30:00Z".parse().unwrap();
    let fields = PostFields::default();
    let old = Post::draft(first, app.editor.id, app.site, fields, 0, at);
    let version = first_version(&old, "");
    app.store.create_post(&old, &version, &[]).await.unwrap();
    app.clock.advance(SignedDuration::from_hours(24 * 20));
    let second = app.draft_of(&app.editor, app.site).await;
    let third = app.draft_of(&app.admin, app.foreign).await;
    app.delete(&app.admin, &format!("/posts/{second}")).await;
    let now = app.now();
    app.change(third, |post| {
        post.mark_published("https://a.example/a".into(), now)
    })
    .await;
    let site = format!("?site_id={}", app.foreign);
    for (query, expected) in [
        ("?year=2025", vec![first]),
        ("?year=2026", vec![third, second]),
        ("?year=2026&month=12&day=10", vec![third, second]),
        ("?month=11", vec![first]),
        ("?day=20", vec![first]),
        ("?month=2", vec![]),
        ("?deleted=true", vec![second]),
        ("?deleted=false", vec![third, first]),
        ("?status=published", vec![third]),
        ("?status=draft&deleted=false", vec![first]),
        (site.as_str(), vec![third]),
        ("?site_id=999", vec![]),
    ] {
        let page = history(&app, &app.redator, query).await;
        let expected: Vec<_> = expected.iter().map(|id| id.0).collect();
        assert_eq!(ids(&page), expected, "{query}");
        assert_eq!(page["total"], expected.len(), "{query}");
    }
    let years = app.get(&app.redator, "/posts/history/years").await.json;
    assert_eq!(years, json!({ "years": [2026, 2025] }));
}

#[tokio::test]
async fn invalid_filters_of_the_history_are_refused() {
    let app = TestApp::open().await;
    for query in [
        "year=0",
        "year=dois",
        "year=99999",
        "month=0",
        "month=13",
        "day=0",
        "day=32",
        "status=gone",
        "site_id=0",
        "deleted=talvez",
        "page=0",
        "per_page=101",
    ] {
        let answer = app
            .get(&app.admin, &format!("/posts/history?{query}"))
            .await;
        assert_eq!(answer.error(), (422, "invalid_parameter"), "{query}");
    }
}

#[tokio::test]
async fn parameters_that_the_history_does_not_have_are_refused() {
    let app = TestApp::open().await;
    app.draft_of(&app.editor, app.site).await;
    for (query, unknown) in [
        ("mes=2", "mes"),
        ("q=a&page=1", "q"),
        ("year=2026&Day=1", "Day"),
    ] {
        let path = format!("/posts/history?{query}");
        let answer = app.get(&app.redator, &path).await;
        assert_eq!(answer.error(), (422, "invalid_parameter"), "{query}");
        let expected = json!([{
            "code": "unknown_parameter",
            "field": unknown,
            "message": format!(
                "O parâmetro “{unknown}” não existe. Use estes: day, deleted, month, page, per_page, site_id, status, year."
            ),
        }]);
        assert_eq!(answer.json["issues"], expected, "{query}");
    }
    let all = "?year=2026&month=11&day=20&status=draft&site_id=1&deleted=false&page=1&per_page=5";
    history(&app, &app.redator, all).await;
}

#[tokio::test]
async fn the_history_names_people_who_are_gone() {
    let app = TestApp::open().await;
    let id = app.draft_of(&app.redator, app.site).await;
    app.delete(&app.editor, &format!("/posts/{id}")).await;
    for gone in [&app.redator, &app.editor] {
        app.store.delete_user(gone.id, app.now()).await.unwrap();
    }
    let page = history(&app, &app.gerente, "").await;
    let item = &page["items"][0];
    assert_eq!(
        item["author"],
        json!({ "id": app.redator.id, "name": "redator" })
    );
    assert_eq!(
        item["deleted_by"],
        json!({ "id": app.editor.id, "name": "editor" })
    );
}

#[tokio::test]
async fn only_an_administrator_with_the_password_clears_the_history() {
    let app = TestApp::open().await;
    let id = app.draft_of(&app.editor, app.site).await;
    let chief = app.user_with_password("chefe", PASSWORD).await;
    let clear = "/posts/history/clear";
    for person in [&app.gerente, &app.editor, &app.redator] {
        // The role is judged before the password, and before the body.
        for body in [
            json!({ "password": PASSWORD }),
            json!({ "password": 5 }),
            Value::Null,
        ] {
            let answer = app.post(person, clear, body).await;
            assert_eq!(answer.error(), (403, "forbidden"));
            assert_eq!(answer.json["message"], "Apenas administradores");
        }
    }
    let answer = app
        .post(&chief, clear, json!({ "password": "errada" }))
        .await;
    assert_eq!(answer.error(), (403, "wrong_password"));
    assert_eq!(answer.json["message"], "Senha incorreta");
    let answer = app.post(&chief, clear, json!({ "password": 5 })).await;
    assert_eq!(answer.error(), (422, "invalid_fields"));
    assert_eq!(events(&app, id).await["total"], 1);

    let answer = app
        .post(&chief, clear, json!({ "password": PASSWORD }))
        .await;
    assert_eq!(answer.status, StatusCode::NO_CONTENT);
    assert_eq!(events(&app, id).await["total"], 0);
}

#[tokio::test]
async fn guesses_of_the_password_are_limited() {
    let app = TestApp::open().await;
    let chief = app.user_with_password("chefe", PASSWORD).await;
    let mut last = (0, String::new());
    for _ in 0..12 {
        let answer = app
            .post(
                &chief,
                "/posts/history/clear",
                json!({ "password": "errada" }),
            )
            .await;
        let (status, code) = answer.error();
        last = (status, code.to_owned());
    }
    assert_eq!(last, (429, "too_many_requests".to_owned()));
}

#[tokio::test]
async fn clearing_touches_nothing_but_events() {
    let app = TestApp::open().await;
    let id = app.complete().await;
    let other = app.draft_of(&app.editor, app.site).await;
    app.act(id, "publish").await;
    let chief = app.user_with_password("chefe", PASSWORD).await;
    let path = format!("/posts/{id}");
    let before = (
        app.get(&app.admin, &path).await.json,
        app.get(&app.admin, &format!("{path}/versions")).await.json,
        app.get(&app.admin, "/posts/history").await.json,
        app.get(&app.admin, "/queue").await.json,
    );
    let body = json!({ "password": PASSWORD });
    app.post(&chief, "/posts/history/clear", body).await;
    let removed = app
        .store
        .remove_cleared_events(Duration::from_secs(60))
        .await
        .unwrap();
    assert_eq!(removed, 3, "two created, one publication requested");
    let after = (
        app.get(&app.admin, &path).await.json,
        app.get(&app.admin, &format!("{path}/versions")).await.json,
        app.get(&app.admin, "/posts/history").await.json,
        app.get(&app.admin, "/queue").await.json,
    );
    assert_eq!(before, after);

    app.clock.advance(SignedDuration::from_secs(1));
    app.delete(&app.admin, &format!("/posts/{other}")).await;
    let later = events(&app, other).await;
    assert_eq!(later["total"], 1);
    assert_eq!(later["items"][0]["kind"], "deleted");
}
