//! Notes: comments of editors about an item, which readers do not see.

use serde_json::{Value, json};

use super::{post, wait};
use crate::support::{Answer, Site, Who};

/// Creates a note about an item and returns the response.
async fn note(site: &Site, who: Who, about: u64, body: Value) -> Answer {
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
    let refused = note(&site, Who::Anonymous, draft, json!({})).await;
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
    for who in [Who::Anonymous, Who::Admin] {
        assert_eq!(site.get(who, &list).await.ids(), Vec::<u64>::new());
    }
    let notes = format!("{list}&type=note");
    let both = vec![again.id(), first.id()];
    assert_eq!(site.get(Who::Author, &notes).await.ids(), both);
    assert_eq!(
        site.get(Who::Contributor, &notes).await.ids(),
        Vec::<u64>::new()
    );
    let public = site.get(Who::Anonymous, &notes).await;
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
