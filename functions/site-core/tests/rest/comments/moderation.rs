//! Approval, trash and deletion of comments.

use serde_json::json;

use super::{post, wait};
use crate::support::{Site, Who};

#[tokio::test]
async fn the_first_comment_of_an_author_needs_approval() {
    let site = Site::new().await;
    let id = post(&site).await;
    let first = site
        .post(
            Who::Subscriber,
            "/comments",
            json!({"post": id, "content": "um"}),
        )
        .await;
    assert_eq!(
        (first.status, &first.json()["status"]),
        (201, &json!("hold"))
    );
    assert_eq!(
        first.json().get("author_email"),
        None,
        "not in view context"
    );
    let list = |who| site.get(who, "/comments");
    assert_eq!(list(Who::Anonymous).await.ids(), [] as [u64; 0]);
    // Only the comment's author and the post's author may read it.
    for (who, status) in [
        (Who::Subscriber, 200),
        (Who::Author, 200),
        (Who::Anonymous, 401),
        (Who::Contributor, 403),
    ] {
        assert_eq!(site.get(who, "/comments/1").await.status, status, "{who:?}");
    }
    let approved = site
        .post(Who::Author, "/comments/1", json!({"status": "approve"}))
        .await;
    assert_eq!(approved.json()["status"], "approved");
    assert_eq!(list(Who::Anonymous).await.ids(), [1]);
    wait(&site);
    let second = site
        .post(
            Who::Subscriber,
            "/comments",
            json!({"post": id, "content": "dois"}),
        )
        .await;
    assert_eq!(second.json()["status"], "approved");
    wait(&site);
    let links = "<a href=\"https://a.example\">a</a> <a href=\"https://b.example\">b</a>";
    let third = site
        .post(
            Who::Subscriber,
            "/comments",
            json!({"post": id, "content": links}),
        )
        .await;
    assert_eq!(third.json()["status"], "hold");
}

#[tokio::test]
async fn comments_are_trashed_and_deleted() {
    let site = Site::new().await;
    let id = post(&site).await;
    site.post(
        Who::Admin,
        "/comments",
        json!({"post": id, "content": "um"}),
    )
    .await
    .id();
    site.post(
        Who::Admin,
        "/comments",
        json!({"post": id, "content": "dois", "parent": 1}),
    )
    .await
    .id();
    assert_eq!(
        site.delete(Who::Subscriber, "/comments/1").await.refusal(),
        (403, "rest_cannot_delete".to_owned())
    );
    assert_eq!(
        site.delete(Who::Author, "/comments/1").await.json()["status"],
        "trash"
    );
    assert_eq!(
        site.delete(Who::Author, "/comments/1").await.refusal(),
        (410, "rest_already_trashed".to_owned())
    );
    let back = site
        .post(Who::Author, "/comments/1", json!({"status": "untrash"}))
        .await;
    assert_eq!(back.json()["status"], "approved");
    let gone = site
        .delete(Who::Author, "/comments/1?force=true")
        .await
        .json();
    assert_eq!(
        (&gone["deleted"], &gone["previous"]["id"]),
        (&json!(true), &json!(1))
    );
    assert_eq!(gone["previous"].get("_links"), None);
    assert_eq!(
        site.get(Who::Admin, "/comments/1").await.refusal(),
        (404, "rest_comment_invalid_id".to_owned())
    );
    assert_eq!(
        site.get(Who::Anonymous, "/comments/2").await.json()["parent"],
        0
    );
    assert_eq!(
        site.post(Who::Admin, "/comments/2", json!({"type": "ping"}))
            .await
            .refusal(),
        (404, "rest_comment_invalid_type".to_owned())
    );
    assert_eq!(
        site.post(Who::Admin, "/comments/2", json!({"post": 999}))
            .await
            .refusal(),
        (403, "rest_comment_invalid_post_id".to_owned())
    );
}

#[tokio::test]
async fn trashed_replies_are_not_counted() {
    let site = Site::new().await;
    let post = post(&site).await;
    let comment = json!({"post": post, "content": "um"});
    let first = site.post(Who::Admin, "/comments", comment).await.id();
    wait(&site);
    let answer = json!({"post": post, "content": "dois", "parent": first});
    let answer = site.post(Who::Admin, "/comments", answer).await.id();
    let (path, answer) = (format!("/comments/{first}"), format!("/comments/{answer}"));
    let leads_on = async || {
        let shown = site.get(Who::Admin, &path).await.json();
        shown["_links"].get("children").is_some()
    };
    assert!(leads_on().await);
    for (status, counts) in [("hold", true), ("spam", false), ("approve", true)] {
        let moved = site.post(Who::Admin, &answer, json!({"status": status}));
        assert_eq!(moved.await.status, 200);
        assert_eq!(leads_on().await, counts, "{status}");
    }
    assert_eq!(site.delete(Who::Admin, &answer).await.status, 200);
    assert!(!leads_on().await);
}

#[tokio::test]
async fn comments_follow_their_item() {
    let site = Site::new().await;
    let id = post(&site).await;
    site.post(
        Who::Admin,
        "/comments",
        json!({"post": id, "content": "um"}),
    )
    .await
    .id();
    site.delete(Who::Admin, &format!("/posts/{id}")).await;
    assert_eq!(
        site.get(Who::Anonymous, "/comments")
            .await
            .header("x-wp-total"),
        "0"
    );
    assert_eq!(
        site.get(Who::Admin, "/comments/1").await.json()["status"],
        "post-trashed"
    );
    site.delete(Who::Admin, &format!("/posts/{id}?force=true"))
        .await;
    assert_eq!(
        site.get(Who::Admin, "/comments/1").await.refusal(),
        (404, "rest_comment_invalid_id".to_owned())
    );
}
