//! Comments: rights, error codes, moderation.

use jiff::SignedDuration;
use serde_json::{Value, json};

use crate::support::{Site, Who};

/// Creates a published post of the author and returns its identifier.
async fn post(site: &Site) -> u64 {
    site.write(
        Who::Author,
        json!({"title": "Comentado", "status": "publish", "slug": "comentado"}),
    )
    .await
}

/// Advances the clock until the same author may comment again.
fn wait(site: &Site) {
    site.clock.advance(SignedDuration::from_secs(20));
}

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
    assert_eq!(list(Who::Nobody).await.ids(), [] as [u64; 0]);
    // Only the comment's author and the post's author may read it.
    for (who, status) in [
        (Who::Subscriber, 200),
        (Who::Author, 200),
        (Who::Nobody, 401),
        (Who::Contributor, 403),
    ] {
        assert_eq!(site.get(who, "/comments/1").await.status, status, "{who:?}");
    }
    let approved = site
        .post(Who::Author, "/comments/1", json!({"status": "approve"}))
        .await;
    assert_eq!(approved.json()["status"], "approved");
    assert_eq!(list(Who::Nobody).await.ids(), [1]);
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
            Who::Nobody,
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

#[tokio::test]
async fn reserved_filters_need_the_right_to_edit_posts() {
    let site = Site::new().await;
    let id = post(&site).await;
    for text in ["um", "dois", "três"] {
        site.post(
            Who::Editor,
            "/comments",
            json!({"post": id, "content": text}),
        )
        .await
        .id();
        wait(&site);
    }
    site.post(Who::Editor, "/comments/2", json!({"status": "hold"}))
        .await;
    let refused = site
        .get(Who::Nobody, "/comments?status=hold&author=3")
        .await;
    assert_eq!(refused.refusal(), (401, "rest_forbidden_param".to_owned()));
    assert_eq!(
        site.get(Who::Nobody, "/comments?status=approve&type=comment")
            .await
            .ids(),
        [3, 1]
    );
    assert_eq!(
        site.get(Who::Editor, "/comments?status=hold").await.ids(),
        [2]
    );
    assert_eq!(
        site.get(Who::Editor, "/comments?status=all&order=asc")
            .await
            .ids(),
        [1, 2, 3]
    );
    assert_eq!(
        site.get(Who::Editor, "/comments?search=tres").await.ids(),
        [3]
    );
    assert_eq!(
        site.get(Who::Nobody, "/comments?exclude=1").await.ids(),
        [3]
    );
    assert_eq!(
        site.get(Who::Nobody, "/comments?include=1,3&orderby=include")
            .await
            .ids(),
        [1, 3]
    );
    assert_eq!(
        site.get(Who::Nobody, "/comments?post=999").await.ids(),
        [] as [u64; 0]
    );
    let page = site.get(Who::Nobody, "/comments?per_page=1&page=2").await;
    assert_eq!((page.ids(), page.header("x-wp-total")), (vec![1], "2"));
    let beyond = site.get(Who::Nobody, "/comments?page=9").await;
    assert_eq!((beyond.ids().len(), beyond.header("x-wp-total")), (0, "2"));
    assert_eq!(
        site.get(Who::Author, "/comments?context=edit")
            .await
            .refusal(),
        (403, "rest_forbidden_context".to_owned())
    );
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
        site.get(Who::Nobody, "/comments/2").await.json()["parent"],
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
        site.get(Who::Nobody, "/comments")
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

#[tokio::test]
async fn the_password_of_an_item_protects_its_comments() {
    let site = Site::new().await;
    let id = site
        .write(
            Who::Author,
            json!({"title": "x", "status": "publish", "password": "abc"}),
        )
        .await;
    site.post(
        Who::Admin,
        "/comments",
        json!({"post": id, "content": "um"}),
    )
    .await
    .id();
    assert_eq!(
        site.get(Who::Nobody, "/comments/1").await.refusal(),
        (401, "rest_cannot_read".to_owned())
    );
    assert_eq!(
        site.get(Who::Nobody, "/comments/1?password=abc")
            .await
            .status,
        200
    );
    assert_eq!(
        site.get(Who::Nobody, &format!("/comments?post={id}"))
            .await
            .refusal(),
        (401, "rest_cannot_read_post".to_owned())
    );
    assert_eq!(
        site.get(Who::Nobody, &format!("/comments?post={id}&password=abc"))
            .await
            .ids(),
        [1]
    );
    let all = site.get(Who::Nobody, "/comments?password=abc").await;
    assert_eq!((all.ids().len(), all.header("x-wp-total")), (0, "1"));
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

/// Creates a note about an item and returns the response.
async fn note(
    site: &Site,
    who: Who,
    about: u64,
    body: serde_json::Value,
) -> crate::support::Answer {
    let mut note = json!({"post": about, "type": "note", "content": "Falta a fonte."});
    let members = body.as_object().unwrap().clone();
    note.as_object_mut().unwrap().extend(members);
    site.post(who, "/comments", note).await
}

#[tokio::test]
async fn notes_need_the_right_to_edit_the_item() {
    let site = Site::new().await;
    // A draft that is closed for comments accepts notes, even two equal ones.
    let body = json!({"title": "x", "comment_status": "closed"});
    let draft = site.write(Who::Author, body).await;
    let first = note(&site, Who::Author, draft, json!({})).await;
    assert_eq!(first.status, 201, "{}", first.json());
    let made = first.json();
    assert_eq!(
        (&made["type"], &made["status"], &made["meta"]),
        (
            &json!("note"),
            &json!("approved"),
            &json!({"note_status": null})
        )
    );
    let again = note(&site, Who::Editor, draft, json!({"parent": first.id()})).await;
    assert_eq!(again.status, 201);
    let refused = note(&site, Who::Contributor, draft, json!({})).await;
    assert_eq!(
        refused.refusal(),
        (403, "rest_cannot_create_note".to_owned())
    );
    let refused = note(&site, Who::Nobody, draft, json!({})).await;
    assert_eq!(
        refused.refusal(),
        (401, "rest_comment_login_required".to_owned())
    );
    let block = json!({"title": "b", "content": "x", "status": "publish"});
    let block = site.post(Who::Editor, "/blocks", block).await.id();
    let refused = note(&site, Who::Editor, block, json!({})).await;
    let unsupported = (403, "rest_comment_not_supported_post_type".to_owned());
    assert_eq!(refused.refusal(), unsupported);
    let list = site
        .get(Who::Editor, &format!("/comments?type=note&post={block}"))
        .await;
    assert_eq!(list.refusal(), unsupported);
}

/// Readers see no notes, whether the item is published or not, and lists of comments contain none.
#[tokio::test]
async fn only_editors_of_the_item_read_its_notes() {
    let site = Site::new().await;
    let draft = site.write(Who::Author, json!({"title": "x"})).await;
    let first = note(&site, Who::Author, draft, json!({})).await;
    let again = note(&site, Who::Editor, draft, json!({"parent": first.id()})).await;
    let publish = json!({"status": "publish"});
    site.post(Who::Editor, &format!("/posts/{draft}"), publish)
        .await;
    let path = format!("/comments/{}", first.id());
    let unreadable = site.get(Who::Subscriber, &path).await;
    assert_eq!(unreadable.refusal(), (403, "rest_cannot_read".to_owned()));
    let list = format!("/comments?post={draft}");
    for who in [Who::Nobody, Who::Admin] {
        assert_eq!(site.get(who, &list).await.ids(), Vec::<u64>::new());
    }
    let notes = format!("{list}&type=note");
    let both = vec![again.id(), first.id()];
    assert_eq!(site.get(Who::Author, &notes).await.ids(), both);
    assert_eq!(
        site.get(Who::Contributor, &notes).await.ids(),
        Vec::<u64>::new()
    );
    let public = site.get(Who::Nobody, &notes).await;
    assert_eq!(public.refusal(), (401, "rest_forbidden_param".to_owned()));
    let shown = site
        .get(Who::Author, &format!("{path}?context=edit"))
        .await
        .json();
    assert_eq!(shown["content"]["raw"], "Falta a fonte.");
    assert_eq!(
        shown["_links"]["children"][0]["href"],
        format!(
            "https://exemplo.com.br/rest/core/v2/comments?parent={}&type=note&status=all",
            first.id()
        )
    );
    // The edit context of notes is for callers who may edit the item.
    let raw = site
        .get(Who::Author, &format!("{notes}&context=edit"))
        .await;
    assert_eq!(raw.json()[0]["content"]["raw"], "Falta a fonte.");
    let refused = site
        .get(Who::Contributor, &format!("{notes}&context=edit"))
        .await;
    assert_eq!(
        refused.refusal(),
        (403, "rest_forbidden_context".to_owned())
    );
}

#[tokio::test]
async fn a_note_is_resolved_and_reopened() {
    let site = Site::new().await;
    let post = post(&site).await;
    let first = note(&site, Who::Author, post, json!({})).await.id();
    let settled = json!({"parent": first, "content": "", "meta": {"note_status": "resolved"}});
    let settled = note(&site, Who::Author, post, settled).await;
    assert_eq!(settled.json()["meta"], json!({"note_status": "resolved"}));
    // An invalid kind must not turn a note into a public comment.
    for kind in [json!(["note"]), json!("nota"), json!(1)] {
        let refused = note(&site, Who::Author, post, json!({"type": kind})).await;
        assert_eq!(
            refused.refusal(),
            (400, "rest_invalid_comment_type".to_owned())
        );
    }
    let empty = note(&site, Who::Author, post, json!({"content": ""})).await;
    assert_eq!(
        empty.refusal(),
        (400, "rest_comment_content_invalid".to_owned())
    );
    for (status, code) in [
        (json!("done"), "rest_not_in_enum"),
        (json!(5), "rest_invalid_type"),
    ] {
        let bad = json!({"meta": {"note_status": status}});
        let refused = note(&site, Who::Author, post, bad).await;
        assert_eq!(refused.refusal(), (400, code.to_owned()));
    }
    let path = format!("/comments/{first}");
    for (status, stored) in [("reopen", json!("reopen")), ("", json!(null))] {
        let status = if status.is_empty() {
            json!(null)
        } else {
            json!(status)
        };
        let changed = site.post(Who::Author, &path, json!({"meta": {"note_status": status}}));
        assert_eq!(changed.await.json()["meta"]["note_status"], stored);
    }
    // A comment that is not a note cannot be resolved by a subscriber.
    wait(&site);
    let body = json!({"post": post, "content": "a", "meta": {"note_status": "resolved"}});
    let refused = site.post(Who::Subscriber, "/comments", body).await;
    assert_eq!(refused.refusal(), (403, "rest_cannot_update".to_owned()));
    // The whole thread is moved to the trash.
    assert_eq!(
        site.delete(Who::Author, &path).await.json()["status"],
        "trash"
    );
    let list = format!("/comments?post={post}&type=note&status=all");
    assert_eq!(site.get(Who::Author, &list).await.ids(), Vec::<u64>::new());
    let trash = format!("/comments?post={post}&type=note&status=trash");
    assert_eq!(
        site.get(Who::Author, &trash).await.ids(),
        [settled.id(), first]
    );
}
