//! The webhook of the spam service.

use domain::site::{Kind, Status};
use http::Method;
use serde_json::{Value, json};
use site_spam::Circumstances;
use site_store::{
    CommentChange, CommentStatus, ContentChange, Freshness, NewComment, StatusChange,
};

use crate::spam::KEY;
use crate::support::{Site, Who};

const SPAM: &str = "akismet-guaranteed-spam";

impl Site {
    /// Creates a checked comment of a new author as the interface does; returns its number and the identifier of its
    /// check.
    async fn checked_comment(&self, content: &str) -> (u64, String) {
        let change = ContentChange {
            title: Some("Pão".into()),
            status: Some(Status::Publish),
            ..ContentChange::default()
        };
        let post = self.store.create(Kind::Post, 1, &change).await.unwrap();
        let mut new = NewComment {
            post: post.id,
            author_name: format!("Ana {}", post.id),
            author_email: format!("ana{}@mail.example", post.id),
            author_ip: "192.0.2.7".into(),
            content: content.into(),
            skips_flood_check: true,
            ..NewComment::default()
        };
        let circumstances = Circumstances::default();
        let judged = self.spam.judge_comment(&new, &circumstances).await.unwrap();
        new.filtered = judged.status();
        let id = self.store.create_comment(&new).await.unwrap().id;
        self.spam.keep(id, judged, false).await.unwrap();
        let check = self.spam.check_of(id).await.unwrap().unwrap();
        (id, check.guid.unwrap())
    }

    async fn comment_status(&self, id: u64) -> CommentStatus {
        self.store.refresh(Freshness::Asked).await.unwrap();
        self.store.comment(id).unwrap().status
    }

    /// Calls the webhook with the key.
    async fn webhook(&self, mut body: Value) -> Value {
        body["key"] = json!(KEY);
        let uri = "/rest/spam-filter/v1/webhook";
        self.call(Who::Anonymous, Method::POST, uri, &body)
            .await
            .ok()
    }

    async fn verdict(&self, guid: &str, result: &str) -> Value {
        let comments = json!([{ "guid": guid, "result": result }]);
        self.webhook(json!({ "endpoint": "comment-check", "comments": comments }))
            .await
    }

    /// What a moderator does.
    async fn moderate(&self, id: u64, status: CommentStatus) {
        let before = self.comment_status(id).await;
        let change = CommentChange {
            status: Some(StatusChange::To(status)),
            ..CommentChange::default()
        };
        let comment = self.store.update_comment(id, &change).await.unwrap();
        self.spam.moderated(before, &comment, true).await.unwrap();
    }
}

fn success(guid: &str) -> Value {
    json!({ "comments": { guid: { "status": "success" } } })
}

#[tokio::test]
async fn the_service_changes_its_mind() {
    let site = Site::new().await;
    site.store_spam_key().await;
    let (id, guid) = site.checked_comment(SPAM).await;
    assert_eq!(site.comment_status(id).await, CommentStatus::Spam);
    for (result, expected) in [
        ("false", CommentStatus::Hold),
        ("false", CommentStatus::Hold),
        ("true", CommentStatus::Spam),
        ("false", CommentStatus::Hold),
        ("maybe", CommentStatus::Hold),
    ] {
        assert_eq!(site.verdict(&guid, result).await, success(&guid));
        assert_eq!(site.comment_status(id).await, expected, "{result}");
    }
    let history = site.spam.check_of(id).await.unwrap().unwrap().history;
    let names: Vec<Value> = history
        .iter()
        .map(|event| serde_json::to_value(event.what).unwrap())
        .collect();
    assert_eq!(
        json!(names),
        json!([
            "check-spam",
            "webhook-ham",
            "webhook-ham",
            "webhook-spam",
            "webhook-ham"
        ])
    );
}

#[tokio::test]
async fn the_decision_of_a_person_stays() {
    let site = Site::new().await;
    site.store_spam_key().await;
    let (approved, first) = site.checked_comment("Que receita boa").await;
    site.moderate(approved, CommentStatus::Approved).await;
    let (spam, second) = site.checked_comment("Que receita linda").await;
    site.moderate(spam, CommentStatus::Spam).await;
    assert_eq!(site.verdict(&first, "true").await, success(&first));
    assert_eq!(site.comment_status(approved).await, CommentStatus::Approved);
    assert_eq!(site.verdict(&second, "false").await, success(&second));
    assert_eq!(site.comment_status(spam).await, CommentStatus::Spam);
}

#[tokio::test]
async fn entries_that_match_no_comment_are_errors() {
    let site = Site::new().await;
    site.store_spam_key().await;
    let (id, guid) = site.checked_comment(SPAM).await;
    let comment = site.store.comment(id).unwrap();
    let missing = "Could not find matching comment.";
    let error = |guid: &str| json!({ guid: { "status": "error", "message": missing } });
    for (entry, expected) in [
        (
            json!({ "guid": "unknown", "result": "false" }),
            error("unknown"),
        ),
        (
            json!({ "guid": guid, "result": "false", "comment_post_ID": comment.post + 1 }),
            error(&guid),
        ),
        (
            json!({ "guid": guid, "result": "false", "comment_parent": "9" }),
            error(&guid),
        ),
        (
            json!({ "guid": guid, "result": "false", "comment_author_email": "x@mail.example" }),
            error(&guid),
        ),
        (json!({ "guid": "", "result": "false" }), json!([])),
        (json!({ "result": "false" }), json!([])),
        (
            json!({ "guid": "x".repeat(2_000), "result": "false" }),
            error(&"x".repeat(2_000)),
        ),
    ] {
        let body = json!({ "endpoint": "comment-check", "comments": [entry] });
        let answer = site.webhook(body.clone()).await;
        assert_eq!(answer, json!({ "comments": expected }), "{body}");
    }
    assert_eq!(site.comment_status(id).await, CommentStatus::Spam);
    let exact = json!([{
        "guid": guid, "result": "false", "comment_post_ID": comment.post.to_string(),
        "comment_parent": 0, "comment_author_email": comment.author_email,
    }]);
    let body = json!({ "endpoint": "comment-check", "comments": exact });
    assert_eq!(site.webhook(body).await, success(&guid));
    assert_eq!(site.comment_status(id).await, CommentStatus::Hold);
}

#[tokio::test]
async fn other_endpoints_and_malformed_calls_change_nothing() {
    let site = Site::new().await;
    site.store_spam_key().await;
    site.was_written();
    for body in [
        json!({}),
        json!({ "endpoint": "submit-ham", "comments": [{ "guid": "x", "result": "true" }] }),
        json!({ "endpoint": "submit-spam" }),
        json!({ "endpoint": 5 }),
    ] {
        assert_eq!(
            site.webhook(body.clone()).await,
            json!({ "comments": [] }),
            "{body}"
        );
    }
    for comments in [json!(null), json!("x"), json!(5)] {
        let body = json!({ "key": KEY, "endpoint": "comment-check", "comments": comments });
        let uri = "/rest/spam-filter/v1/webhook";
        let answer = site.call(Who::Anonymous, Method::POST, uri, &body).await;
        assert_eq!(
            answer.refusal(),
            (400, "malformed_request".to_owned()),
            "{body}"
        );
    }
    assert!(!site.was_written());
}
