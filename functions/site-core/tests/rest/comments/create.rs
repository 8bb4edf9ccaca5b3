//! Creation of comments, and the requests that are refused.

use serde_json::{Value, json};

use super::{post, wait};
use crate::support::{Site, Who};

#[tokio::test]
async fn moderators_publish_and_read_all_comments() {
    let site = Site::new().await;
    let id = post(&site).await;
    let answer = site
        .post(
            Who::Admin,
            "/comments",
            json!({"post": id, "content": "Olá <b>mundo</b>", "author_user_agent": "teste/1"}),
        )
        .await;
    assert_eq!(answer.status, 201);
    assert_eq!(
        answer.header("location"),
        "https://exemplo.com.br/rest/core/v2/comments/1"
    );
    insta::assert_json_snapshot!(answer.json());
}

#[tokio::test]
async fn bare_addresses_of_comments_are_links_and_links_recommend_nothing() {
    let site = Site::new().await;
    let id = post(&site).await;
    let content = "Veja <a href=\"https://a.example/\" rel=\"dofollow\">a</a>, https://b.example/?c=1&amp;d=--2 e ana@c.example.";
    let body = json!({"post": id, "content": content});
    let made = site.post(Who::Admin, "/comments", body).await.json();
    assert_eq!(
        made["content"]["rendered"].as_str().unwrap().trim(),
        "<p>Veja <a href=\"https://a.example/\" rel=\"nofollow ugc\">a</a>, \
         <a href=\"https://b.example/?c=1&amp;d=--2\" rel=\"nofollow ugc\">https://b.example/?c=1&amp;d=&#8211;2</a> e \
         <a href=\"mailto:ana@c.example\" rel=\"nofollow ugc\">ana@c.example</a>.</p>"
    );
}

/// Sends each comment and compares status and code of the error.
async fn assert_refused(site: &Site, cases: impl IntoIterator<Item = (Who, Value, u16, &str)>) {
    for (who, body, status, code) in cases {
        let answer = site.post(who, "/comments", body.clone()).await;
        let expected = (status, code.to_owned());
        assert_eq!(answer.refusal(), expected, "{who:?} {body}");
    }
}

#[tokio::test]
async fn refusals_for_missing_rights_or_items() {
    let site = Site::new().await;
    let id = post(&site).await;
    let draft = site.write(Who::Author, json!({"title": "r"})).await;
    let closed = site
        .write(
            Who::Author,
            json!({"title": "f", "status": "publish", "comment_status": "closed"}),
        )
        .await;
    let author = site.user_id(Who::Author).await;
    let cases = [
        (
            Who::Anonymous,
            json!({"post": id, "content": "x"}),
            401,
            "rest_comment_login_required",
        ),
        (
            Who::Subscriber,
            json!({"post": id, "content": "x", "author": author}),
            403,
            "rest_comment_invalid_author",
        ),
        (
            Who::Subscriber,
            json!({"post": id, "content": "x", "author_ip": "10.0.0.1"}),
            403,
            "rest_comment_invalid_author_ip",
        ),
        (
            Who::Subscriber,
            json!({"post": id, "content": "x", "status": "approve"}),
            403,
            "rest_comment_invalid_status",
        ),
        (
            Who::Subscriber,
            json!({"content": "x"}),
            403,
            "rest_comment_invalid_post_id",
        ),
        (
            Who::Subscriber,
            json!({"post": 999, "content": "x"}),
            403,
            "rest_comment_invalid_post_id",
        ),
        (
            Who::Admin,
            json!({"post": draft, "content": "x"}),
            403,
            "rest_comment_draft_post",
        ),
        (
            Who::Admin,
            json!({"post": closed, "content": "x"}),
            403,
            "rest_comment_closed",
        ),
    ];
    assert_refused(&site, cases).await;
}

#[tokio::test]
async fn refusals_of_invalid_members() {
    let site = Site::new().await;
    let id = post(&site).await;
    let cases = [
        (
            Who::Admin,
            json!({"post": id}),
            400,
            "rest_comment_content_invalid",
        ),
        (
            Who::Admin,
            json!({"post": id, "content": "x", "type": "ping"}),
            400,
            "rest_invalid_comment_type",
        ),
        (
            Who::Admin,
            json!({"post": id, "content": "x", "author": 999}),
            400,
            "rest_comment_author_invalid",
        ),
        (
            Who::Admin,
            json!({"post": id, "content": "x", "author_name": "Z"}),
            400,
            "rest_comment_author_data_required",
        ),
        (
            Who::Admin,
            json!({"post": id, "content": "x", "id": 7}),
            400,
            "rest_comment_exists",
        ),
        (
            Who::Admin,
            json!({"post": id, "content": "x", "author_name": "z".repeat(246), "author_email": "z@exemplo.com.br"}),
            400,
            "comment_author_column_length",
        ),
        (
            Who::Admin,
            json!({"post": id, "content": "x", "author_email": "z"}),
            400,
            "rest_invalid_param",
        ),
    ];
    assert_refused(&site, cases).await;
}

#[tokio::test]
async fn duplicates_and_floods_are_refused() {
    let site = Site::new().await;
    let id = post(&site).await;
    let say =
        |who, text: &'static str| site.post(who, "/comments", json!({"post": id, "content": text}));
    assert_eq!(say(Who::Subscriber, "um").await.status, 201);
    assert_eq!(
        say(Who::Subscriber, "dois").await.refusal(),
        (400, "comment_flood".to_owned())
    );
    wait(&site);
    assert_eq!(
        say(Who::Subscriber, "um").await.refusal(),
        (409, "comment_duplicate".to_owned())
    );
    assert_eq!(say(Who::Admin, "um").await.status, 201);
    assert_eq!(say(Who::Admin, "dois").await.status, 201);
}
