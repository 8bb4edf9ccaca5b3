//! Words of a site, and its people.

use domain::platform::access::Role;
use http::{Method, StatusCode};
use platform_testkit::{TestApi, TestUser};
use serde_json::{Value, json};

use crate::app::TestApp;

/// A site of `owner` with these members.
async fn site(app: &TestApp, owner: &TestUser, members: &[&TestUser]) -> u64 {
    let members: Vec<_> = members.iter().map(|user| user.id.0).collect();
    let site = json!({ "name": "Padaria", "url": "http://127.0.0.1:9", "member_ids": members });
    let made = app.request(owner, Method::POST, "/sites", site).await;
    made.json["id"].as_u64().unwrap()
}

async fn words(app: &TestApp, user: &TestUser, site: u64) -> Value {
    let path = format!("/sites/{site}/words");
    let answer = app.request(user, Method::GET, &path, Value::Null).await;
    assert_eq!(answer.status, StatusCode::OK, "{:?}", answer.json);
    answer.json["words"].clone()
}

/// Path of a word, whose characters outside of ASCII are encoded.
fn path(site: u64, word: &str) -> String {
    let encoded: String = word
        .bytes()
        .map(|byte| match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' => char::from(byte).to_string(),
            other => format!("%{other:02X}"),
        })
        .collect();
    format!("/sites/{site}/words/{encoded}")
}

#[tokio::test]
async fn words_of_a_site_are_added_and_removed() {
    let app = TestApp::local().await;
    let writer = app.create_user("rita", Role::Redator).await;
    let admin = app.create_user("dona", Role::Admin).await;
    let (own, other) = (
        site(&app, &admin, &[&writer]).await,
        site(&app, &admin, &[]).await,
    );
    assert_eq!(words(&app, &writer, own).await, json!([]));
    for word in ["kombucha", "iFood", "pão-d’água", "kombucha", " Zumbrex "] {
        let added = app
            .request(&writer, Method::PUT, &path(own, word), Value::Null)
            .await;
        assert_eq!(
            added.status,
            StatusCode::NO_CONTENT,
            "{word}: {:?}",
            added.json
        );
    }
    let expected = json!(["Zumbrex", "iFood", "kombucha", "pão-d'água"]);
    assert_eq!(words(&app, &writer, own).await, expected);
    assert_eq!(words(&app, &admin, other).await, json!([]));
    for _ in 0..2 {
        let removed = app
            .request(
                &writer,
                Method::DELETE,
                &path(own, "pão-d’água"),
                Value::Null,
            )
            .await;
        assert_eq!(removed.status, StatusCode::NO_CONTENT);
    }
    assert_eq!(
        words(&app, &writer, own).await,
        json!(["Zumbrex", "iFood", "kombucha"])
    );
}

#[tokio::test]
async fn what_is_no_word_is_refused() {
    let app = TestApp::local().await;
    let admin = app.create_user("dona", Role::Admin).await;
    let site = site(&app, &admin, &[]).await;
    let long = "a".repeat(61);
    for (word, code) in [
        ("duas palavras", "invalid_word"),
        ("a", "invalid_word"),
        ("42", "invalid_word"),
        ("-pão", "invalid_word"),
        ("pão'", "invalid_word"),
        ("<b>pão", "invalid_word"),
        ("p/ão", "invalid_word"),
        ("pão\u{0}", "invalid_word"),
        ("%", "invalid_word"),
        (long.as_str(), "too_long"),
    ] {
        for method in [Method::PUT, Method::DELETE] {
            let refused = app
                .request(&admin, method, &path(site, word), Value::Null)
                .await;
            assert_eq!(refused.error(), (422, "invalid_fields"), "{word}");
            let issue = &refused.json["issues"][0];
            assert_eq!(
                (&issue["field"], &issue["code"]),
                (&json!("word"), &json!(code))
            );
        }
    }
    assert_eq!(words(&app, &admin, site).await, json!([]));
}

#[tokio::test]
async fn words_that_are_added_at_the_same_time_are_all_kept() {
    let app = TestApp::local().await;
    let admin = app.create_user("dona", Role::Admin).await;
    let site = site(&app, &admin, &[]).await;
    let add = async |word: &str| {
        let path = path(site, word);
        let added = app.request(&admin, Method::PUT, &path, Value::Null).await;
        assert_eq!(added.status, StatusCode::NO_CONTENT, "{:?}", added.json);
    };
    tokio::join!(
        add("kombucha"),
        add("tapioca"),
        add("mandioca"),
        add("rapadura")
    );
    let expected = json!(["kombucha", "mandioca", "rapadura", "tapioca"]);
    assert_eq!(words(&app, &admin, site).await, expected);
}

#[tokio::test]
async fn a_site_has_a_limit_of_words_and_takes_them_along() {
    let app = TestApp::local().await;
    let admin = app.create_user("dona", Role::Admin).await;
    let site = site(&app, &admin, &[]).await;
    let id = domain::platform::id::SiteId(site);
    let store = app.store();
    for number in 0..platform_store::SITE_WORDS {
        store
            .add_site_word(id, &format!("palavra{number}"))
            .await
            .unwrap();
    }
    let full = app
        .request(&admin, Method::PUT, &path(site, "demais"), Value::Null)
        .await;
    assert_eq!(full.error(), (422, "invalid_fields"));
    assert_eq!(full.json["issues"][0]["code"], "too_many");
    let known = app
        .request(&admin, Method::PUT, &path(site, "palavra7"), Value::Null)
        .await;
    assert_eq!(known.status, StatusCode::NO_CONTENT);
    let gone = format!("/sites/{site}");
    app.request(&admin, Method::DELETE, &gone, Value::Null)
        .await;
    assert!(store.site_words(id).await.unwrap().is_empty());
    assert!(store.add_site_word(id, "tarde").await.is_err());
}

#[tokio::test]
async fn who_works_on_a_site_sees_the_names_of_its_people() {
    let app = TestApp::local().await;
    let admin = app.create_user("dona", Role::Admin).await;
    let writer = app.create_user("rita", Role::Redator).await;
    let editor = app.create_user("edu", Role::Editor).await;
    let stranger = app.create_user("sol", Role::Editor).await;
    let site = site(&app, &admin, &[&writer, &editor, &admin]).await;
    let path = format!("/sites/{site}/members");
    let name = async |user: &TestUser| app.store().user(user.id).await.unwrap().unwrap().name;
    let expected = json!({ "members": [
        { "id": admin.id, "name": name(&admin).await, "owner": true },
        { "id": writer.id, "name": name(&writer).await, "owner": false },
        { "id": editor.id, "name": name(&editor).await, "owner": false },
    ] });
    for user in [&writer, &editor, &admin] {
        let shown = app.request(user, Method::GET, &path, Value::Null).await;
        assert_eq!(
            (shown.status, shown.json),
            (StatusCode::OK, expected.clone())
        );
    }
    let hidden = app
        .request(&stranger, Method::GET, &path, Value::Null)
        .await;
    assert_eq!(hidden.error(), (404, "not_found"));
}
