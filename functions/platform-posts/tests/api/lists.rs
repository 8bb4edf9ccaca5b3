//! Lists: filters, order, paging and reach.

use domain::approval::Decision;
use http::StatusCode;
use jiff::SignedDuration;
use serde_json::{Value, json};

use crate::support::{Agency, Person};

async fn ids(agency: &Agency, person: &Person, query: &str) -> Vec<u64> {
    let answer = agency.get(person, &format!("/posts{query}")).await;
    assert_eq!(answer.status, StatusCode::OK, "{query}: {:?}", answer.body);
    let items = answer.body["items"].as_array().unwrap();
    items
        .iter()
        .map(|item| item["id"].as_u64().unwrap())
        .collect()
}

#[tokio::test]
async fn the_newest_edit_comes_first_and_pages_have_a_total() {
    let agency = Agency::open().await;
    let mut posts = Vec::new();
    for _ in 0..3 {
        posts.push(agency.draft_of(&agency.editor, agency.site).await.0);
        agency.clock.advance(SignedDuration::from_secs(1));
    }
    agency
        .put(
            &agency.editor,
            &format!("/posts/{}", posts[0]),
            json!({ "title": "Novo" }),
        )
        .await;
    assert_eq!(
        ids(&agency, &agency.editor, "").await,
        [posts[0], posts[2], posts[1]]
    );
    let page = agency
        .get(&agency.editor, "/posts?page=2&per_page=2")
        .await
        .body;
    assert_eq!(
        (&page["page"], &page["per_page"], &page["total"]),
        (&json!(2), &json!(2), &json!(3))
    );
    assert_eq!(page["items"][0]["id"], json!(posts[1]));
    assert_eq!(page["items"][0].get("body"), None);
}

#[tokio::test]
async fn a_list_shows_what_the_role_reaches() {
    let agency = Agency::open().await;
    let own = agency.draft_of(&agency.redator, agency.site).await.0;
    let others = agency.draft_of(&agency.editor, agency.site).await.0;
    let foreign = agency.draft_of(&agency.admin, agency.foreign).await.0;
    assert_eq!(ids(&agency, &agency.redator, "").await, [own]);
    assert_eq!(ids(&agency, &agency.editor, "").await, [others, own]);
    assert_eq!(
        ids(&agency, &agency.gerente, "").await,
        [foreign, others, own]
    );
    let theirs = format!("?user_id={}", agency.editor.id);
    assert!(ids(&agency, &agency.redator, &theirs).await.is_empty());
    assert_eq!(ids(&agency, &agency.admin, &theirs).await, [others]);
    let site = format!("?site_id={}", agency.foreign);
    assert!(ids(&agency, &agency.editor, &site).await.is_empty());
    assert_eq!(ids(&agency, &agency.admin, &site).await, [foreign]);
}

#[tokio::test]
async fn filters_hold_together() {
    let agency = Agency::open().await;
    let waiting = agency.draft_of(&agency.editor, agency.site).await;
    let approved = agency.draft_of(&agency.editor, agency.site).await;
    let online = agency.draft_of(&agency.editor, agency.site).await;
    agency
        .change(waiting, |post| post.pending_approval = true)
        .await;
    agency
        .change(approved, |post| {
            post.decide(Decision::Approve);
            post.fields.title = "Receita de PÃO".into();
        })
        .await;
    let now = agency.now();
    agency
        .change(online, |post| {
            post.mark_published("https://a.example/a".into(), now)
        })
        .await;
    let editor = &agency.editor;
    assert_eq!(
        ids(&agency, editor, "?approval=pendente").await,
        [waiting.0]
    );
    assert_eq!(
        ids(&agency, editor, "?approval=aprovado").await,
        [approved.0]
    );
    assert!(ids(&agency, editor, "?approval=rejeitado").await.is_empty());
    assert_eq!(ids(&agency, editor, "?status=published").await, [online.0]);
    assert_eq!(
        ids(&agency, editor, "?status=draft&q=p%C3%A3o").await,
        [approved.0]
    );
    let shown = agency.get(editor, "/posts?approval=pendente").await.body;
    assert_eq!(shown["items"][0]["approval"], json!("Pendente"));
}

#[tokio::test]
async fn bad_parameters_are_refused() {
    let agency = Agency::open().await;
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
        let answer = agency.get(&agency.admin, &format!("/posts?{query}")).await;
        assert_eq!(answer.refusal(), (422, "invalid_parameter"), "{query}");
    }
}

#[tokio::test]
async fn events_tell_the_story_newest_first() {
    let agency = Agency::open().await;
    let id = agency.draft_of(&agency.editor, agency.site).await;
    agency.clock.advance(SignedDuration::from_secs(5));
    agency.delete(&agency.editor, &format!("/posts/{id}")).await;
    agency.clock.advance(SignedDuration::from_secs(5));
    agency
        .post(&agency.editor, &format!("/posts/{id}/restore"), Value::Null)
        .await;
    let events = agency
        .get(&agency.editor, &format!("/posts/{id}/events"))
        .await
        .body;
    let kinds: Vec<_> = events["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|e| e["kind"].clone())
        .collect();
    assert_eq!(kinds, ["restored", "deleted", "created"]);
    assert_eq!(events["items"][0]["user_id"], json!(agency.editor.id));
    assert_eq!(
        events["items"][0]["created_at"],
        json!("2026-11-20T12:00:10Z")
    );
}

#[tokio::test]
async fn the_queue_comes_in_pages_newest_first_with_a_total() {
    let agency = Agency::open().await;
    let mut posts = Vec::new();
    for _ in 0..5 {
        let id = agency.complete().await;
        agency.act(id, "publish").await;
        posts.push(json!(id));
    }
    posts.reverse();
    for (query, expected) in [
        ("", &posts[..]),
        ("?per_page=2", &posts[..2]),
        ("?per_page=2&page=2", &posts[2..4]),
        ("?per_page=2&page=3", &posts[4..]),
        ("?per_page=2&page=4", &[]),
        ("?page=4294967295&per_page=100", &[]),
    ] {
        let page = agency
            .get(&agency.gerente, &format!("/queue{query}"))
            .await
            .body;
        let shown: Vec<&Value> = page["items"]
            .as_array()
            .unwrap()
            .iter()
            .map(|item| &item["post_id"])
            .collect();
        assert_eq!(shown, expected.iter().collect::<Vec<_>>(), "{query}");
        assert_eq!(page["total"], 5, "{query}");
    }
}

#[tokio::test]
async fn events_come_in_pages_newest_first_with_a_total() {
    let agency = Agency::open().await;
    let id = agency.draft_of(&agency.editor, agency.site).await;
    let path = format!("/posts/{id}");
    for _ in 0..3 {
        agency.clock.advance(SignedDuration::from_secs(1));
        agency.delete(&agency.editor, &path).await;
        agency.clock.advance(SignedDuration::from_secs(1));
        agency.act(id, "restore").await;
    }
    let all = agency
        .get(&agency.editor, &format!("{path}/events?per_page=100"))
        .await
        .body;
    let events = all["items"].as_array().unwrap();
    assert!(events.len() >= 6, "{all}");
    assert!(
        events
            .windows(2)
            .all(|pair| pair[0]["created_at"].as_str() >= pair[1]["created_at"].as_str()),
        "{all}"
    );
    for page in 1..=3 {
        let shown = agency
            .get(
                &agency.editor,
                &format!("{path}/events?per_page=2&page={page}"),
            )
            .await
            .body;
        assert_eq!(
            shown["items"].as_array().unwrap(),
            &events[2 * page - 2..2 * page]
        );
        assert_eq!(shown["total"], events.len());
    }
}
