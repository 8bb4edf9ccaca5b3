//! Storage of the client's token.

use axum::http::{Method, StatusCode};
use domain::platform::access::Role;
use domain::platform::approval::ApprovalStatus;
use items::{Condition, Entry, Key, Write};
use platform_store::{PostChange, approval_token};
use serde_json::{Value, json};

use crate::app::TestApp;

impl TestApp {
    /// Everything that is stored, as text.
    async fn dump(&self) -> String {
        let client = self.engine.client();
        let page = client.scan().table_name("platform").send().await.unwrap();
        format!("{:?}", page.items())
    }

    /// Stores the open round as an earlier release did, its token in clear.
    async fn store_in_clear(&self, token: &str) {
        let round = self.rounds().await.remove(0);
        let pointer = json!({ "post_id": round.post_id, "round": round.round });
        let mut stored = serde_json::to_value(&round).unwrap();
        stored["token"] = json!(token);
        stored.as_object_mut().unwrap().remove("sealed_token");
        let key = |pk: String, sk: &str| Key::new(pk, sk);
        let post = format!("POST#{}", round.post_id);
        let round = key(post, &format!("APPROVAL#{:08}", round.round));
        let keyring = &self.ports.keyring;
        let hash = platform_store::approval_token_hash(keyring, token.parse().unwrap());
        let hashed = key(format!("APPROVAL#{}", hash.as_str()), "APPROVAL");
        let pointer_key = key(format!("APPROVAL#{token}"), "APPROVAL");
        let entry = Entry::new(round, &stored).unwrap().revision(1);
        self.ports
            .store
            .table()
            .transact(vec![
                Write::Put(entry, Condition::Any),
                Write::Put(Entry::new(pointer_key, &pointer).unwrap(), Condition::Any),
                Write::Delete(hashed, Condition::Any),
            ])
            .await
            .unwrap();
    }
}

#[tokio::test]
async fn the_store_holds_no_token_in_clear_and_the_link_can_be_shown_again() {
    let app = TestApp::new().await;
    let page = app.request_approval().await;
    let token = page.rsplit('/').next().unwrap().to_owned();
    let dump = app.dump().await;
    assert!(dump.contains("sealed_token"));
    assert!(!dump.contains(&token) && !dump.contains(&token.replace('-', "")));
    let round = app.rounds().await.remove(0);
    let opened = approval_token(&app.ports.keyring, &round).unwrap();
    assert_eq!(opened.to_string(), token);
    // A sealed token that was moved to another round opens nothing.
    let mut other = round;
    other.round += 1;
    assert_eq!(approval_token(&app.ports.keyring, &other), None);
}

#[tokio::test]
async fn a_repeated_request_is_answered_without_storing_the_link() {
    let app = TestApp::new().await;
    let bearer = app.token(&app.author).await;
    let path = format!("/api/v1/posts/{}/request-approval", app.post);
    let first = app.call_keyed(&path, &bearer, "uma-vez").await;
    assert_eq!(first.status, StatusCode::ACCEPTED, "{}", first.text);
    let second = app.call_keyed(&path, &bearer, "uma-vez").await;
    assert_eq!(second.json, first.json);
    assert_eq!(second.headers["idempotency-replayed"], "true");
    assert_eq!(app.rounds().await.len(), 1);
    let link = first.json["link"].as_str().unwrap().to_owned();
    assert!(!app.dump().await.contains(link.rsplit('/').next().unwrap()));
}

#[tokio::test]
async fn a_round_of_an_earlier_release_is_answered_and_loses_its_clear_token() {
    const TOKEN: &str = "6f1c2a1e-1111-4222-8333-444455556666";
    let app = TestApp::new().await;
    app.request_approval().await;
    app.store_in_clear(TOKEN).await;
    let page = format!("/aprovacao/{TOKEN}");
    assert_eq!(app.get(&page).await.status, StatusCode::OK);
    let bearer = app.token(&app.author).await;
    let path = format!("/api/v1/posts/{}/approvals", app.post);
    let list = app.call(Method::GET, &path, Some(&bearer), "").await.json;
    assert_eq!(
        list["items"][0]["link"],
        format!("https://pauta.example{page}")
    );
    let answer = app.post(&format!("{page}/aprovar"), "version=1").await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
    assert_eq!(app.rounds().await[0].status, ApprovalStatus::Approved);
    assert!(!app.dump().await.contains(TOKEN));
    assert_eq!(app.get(&page).await.status, StatusCode::GONE);
}

#[tokio::test]
async fn a_round_of_an_earlier_release_gives_way_to_a_new_one() {
    const TOKEN: &str = "6f1c2a1e-1111-4222-8333-444455556666";
    let app = TestApp::new().await;
    app.request_approval().await;
    app.store_in_clear(TOKEN).await;
    app.clock.advance(jiff::SignedDuration::from_mins(1));
    app.request_approval().await;
    let old = app.get(&format!("/aprovacao/{TOKEN}")).await;
    assert_eq!(old.status, StatusCode::GONE);
    let rounds = app.rounds().await;
    assert_eq!(rounds[1].status, ApprovalStatus::Superseded);
    assert_eq!(rounds[1].clear_token, None);
}

#[tokio::test]
async fn the_version_that_was_approved_is_kept_with_the_round() {
    let app = TestApp::new().await;
    let page = app.request_approval().await;
    app.alter(|post| post.version = 3).await;
    app.post(&format!("{page}/aprovar"), "").await;
    assert_eq!(app.rounds().await[0].approved_version, Some(3));
    let mark = app.reread().await.approved_content.unwrap();
    assert_eq!(mark.version, 3);
    let bearer = app.token(&app.author).await;
    let path = format!("/api/v1/posts/{}/approvals", app.post);
    let list = app.call(Method::GET, &path, Some(&bearer), "").await.json;
    assert_eq!(list["items"][0]["approved_version"], 3);
}

#[tokio::test]
async fn a_deleted_post_shows_its_rounds_only_to_those_who_may_restore_it() {
    let app = TestApp::new().await;
    app.request_approval().await;
    let writer = app.colleague("Rui Dias", Role::Redator).await;
    let site = app.ports.store.site(domain::platform::id::SiteId(1)).await;
    let before = site.unwrap().unwrap();
    let mut after = before.clone();
    (after.member_ids, after.version) = (vec![writer.id], before.version + 1);
    let keep = platform_store::SecretChange::Keep;
    app.ports
        .store
        .update_site(&before, &after, keep)
        .await
        .unwrap();
    app.alter(|post| post.user_id = writer.id).await;
    let path = format!("/api/v1/posts/{}/approvals", app.post);
    let (own, restores) = (app.token(&writer).await, app.token(&app.author).await);
    let status = async |bearer: &str| app.call(Method::GET, &path, Some(bearer), "").await.status;
    assert_eq!(status(&own).await, StatusCode::OK);
    let now = app.reread().await.created_at;
    let deleted = PostChange::of(&app.reread().await, |post| post.deleted_at = Some(now));
    app.ports.store.save_post(deleted).await.unwrap();
    assert_eq!(status(&own).await, StatusCode::NOT_FOUND);
    assert_eq!(status(&restores).await, StatusCode::OK);
    let list: Value = app.call(Method::GET, &path, Some(&restores), "").await.json;
    assert_eq!(list["total"], 1);
}
