//! Role × state × owner × route, against the table of the specification.

use domain::site::{Caller, Kind, Role, Status, Subject};
use http::Method;
use serde_json::{Value, json};

use crate::support::{Site, Who};

const STATES: [&str; 6] = ["publish", "future", "draft", "pending", "private", "trash"];

fn access(who: Who) -> Caller {
    let role = match who {
        Who::Nobody => return Caller::anonymous(),
        Who::Subscriber => Role::Subscriber,
        Who::Contributor => Role::Contributor,
        Who::Author => Role::Author,
        Who::Editor => Role::Editor,
        Who::Admin => Role::Administrator,
    };
    Caller::user(7, vec![role])
}

/// A post in `state`, made by the administrator and given to `owner`.
async fn post_in(site: &Site, state: &str, owner: u64) -> u64 {
    let mut body = json!({"title": "x", "content": "y", "author": owner, "status": state});
    if state == "future" {
        body["date"] = json!("2030-01-01T00:00:00");
    }
    if state == "trash" {
        body["status"] = json!("publish");
    }
    let id = site.write(Who::Admin, body).await;
    if state == "trash" {
        assert_eq!(
            site.delete(Who::Admin, &format!("/posts/{id}"))
                .await
                .status,
            200
        );
    }
    id
}

fn denied(who: Who) -> u16 {
    if who == Who::Nobody { 401 } else { 403 }
}

#[tokio::test]
async fn single_posts() {
    let site = Site::new().await;
    let stranger = site.user_id(Who::Admin).await;
    let mut checked = 0;
    for who in Who::ALL {
        let own_id = if who == Who::Nobody {
            stranger
        } else {
            site.user_id(who).await
        };
        for state in STATES {
            for own in [true, false] {
                if own && matches!(who, Who::Nobody | Who::Admin) || !own && who == Who::Admin {
                    continue;
                }
                let id = post_in(&site, state, if own { own_id } else { stranger }).await;
                let status = Status::named(state).unwrap();
                let subject = Subject {
                    kind: Kind::Post,
                    status,
                    before_trash: (status == Status::Trash).then_some(Status::Publish),
                    author: if own { 7 } else { 8 },
                };
                let rights = access(who);
                let path = format!("/posts/{id}");
                let told = format!("{who:?} {state} own={own}");
                let expect = |allowed: bool| if allowed { 200 } else { denied(who) };

                let view = site.get(who, &path).await;
                assert_eq!(view.status, expect(rights.may_read(subject)), "view {told}");
                let edit = site.get(who, &format!("{path}?context=edit")).await;
                assert_eq!(edit.status, expect(rights.may_edit(subject)), "edit {told}");
                if edit.status != 200 {
                    assert_eq!(edit.code(), "rest_forbidden_context", "{told}");
                }
                let update = site.post(who, &path, json!({"title": "z"})).await;
                assert_eq!(
                    update.status,
                    expect(rights.may_edit(subject)),
                    "update {told}"
                );
                if update.status != 200 {
                    assert_eq!(update.code(), "rest_cannot_edit", "{told}");
                }
                let hints = methods(&view.json());
                if view.status == 200 {
                    assert_eq!(
                        hints.contains(&"PUT".to_owned()),
                        rights.may_edit(subject),
                        "hints {told}"
                    );
                    assert_eq!(
                        view.header("allow").contains("DELETE"),
                        rights.may_delete(subject),
                        "allow {told}"
                    );
                }
                let delete = site
                    .call(
                        who,
                        Method::DELETE,
                        &format!("{path}?force=true"),
                        json!({}),
                    )
                    .await;
                assert_eq!(
                    delete.status,
                    expect(rights.may_delete(subject)),
                    "delete {told}"
                );
                checked += 5;
            }
        }
    }
    assert_eq!(checked, 270);
}

fn methods(body: &Value) -> Vec<String> {
    let allow = body["_links"]["self"][0]["targetHints"]["allow"]
        .as_array()
        .cloned()
        .unwrap_or_default();
    allow
        .iter()
        .filter_map(|method| method.as_str().map(str::to_owned))
        .collect()
}

#[tokio::test]
async fn lists_by_state() {
    let site = Site::new().await;
    let stranger = site.user_id(Who::Admin).await;
    for state in STATES {
        post_in(&site, state, stranger).await;
    }
    for who in Who::ALL {
        assert_eq!(site.get(who, "/posts").await.ids().len(), 1, "{who:?}");
        for state in STATES {
            let answer = site.get(who, &format!("/posts?status={state}")).await;
            if state == "publish" {
                assert_eq!(answer.status, 200);
                continue;
            }
            if who < Who::Contributor {
                assert_eq!(
                    answer.refusal(),
                    (400, "rest_invalid_param".to_owned()),
                    "{who:?} {state}"
                );
                let detail = &answer.json()["data"]["details"]["status"];
                assert_eq!(
                    (&detail["code"], &detail["data"]["status"]),
                    (&json!("rest_forbidden_status"), &json!(denied(who)))
                );
                continue;
            }
            // Others' unpublished posts are counted but shown to editors only.
            let seen = usize::from(who >= Who::Editor);
            assert_eq!(answer.ids().len(), seen, "{who:?} {state}");
            assert_eq!(answer.header("x-wp-total"), "1");
        }
        if who >= Who::Contributor {
            let any = site.get(who, "/posts?status=any").await;
            assert_eq!(any.header("x-wp-total"), "5", "trash is not part of any");
        }
        let editing = site.get(who, "/posts?context=edit").await;
        if who < Who::Contributor {
            assert_eq!(
                editing.refusal(),
                (denied(who), "rest_forbidden_context".to_owned())
            );
        } else {
            assert_eq!(editing.status, 200);
        }
    }
}
