//! Access and refresh tokens, and how sessions end.

use axum::http::header;
use domain::platform::access::Role;
use ports::Clock;
use serde_json::{Value, json};

use crate::app::{ADMIN, TestApp, Tokens};

#[tokio::test]
async fn an_access_token_is_good_for_fifteen_minutes() {
    let app = TestApp::new().await;
    let tokens = app.signed_in(ADMIN).await;
    app.after(899);
    app.me(&tokens).await.expect(200);
    app.after(1);
    let refused = app.me(&tokens).await;
    refused.assert_error(401, "unauthenticated");
    assert_eq!(refused.headers[header::WWW_AUTHENTICATE], "Bearer");
    for token in ["", "x", "a.b.c", &tokens.refresh] {
        app.ask("GET", "/auth/me", token, Value::Null)
            .await
            .assert_error(401, "unauthenticated");
    }
}

#[tokio::test]
async fn refreshing_rotates_and_lasts_thirty_days() {
    let app = TestApp::new().await;
    let mut tokens = app.signed_in(ADMIN).await;
    for _ in 0..3 {
        app.after(29 * 86_400);
        let answer = app.refresh(&tokens.refresh).await.expect(200).json;
        assert_eq!(answer["expires_in"], 900);
        assert_eq!(answer["user"]["email"], ADMIN);
        let next = Tokens::of(&answer);
        assert_ne!(next.refresh, tokens.refresh);
        app.me(&next).await.expect(200);
        tokens = next;
    }
    app.after(30 * 86_400);
    app.refresh(&tokens.refresh)
        .await
        .assert_error(401, "invalid_refresh_token");
}

#[tokio::test]
async fn a_refresh_token_seen_twice_ends_its_family_only() {
    let app = TestApp::new().await;
    let other = app.signed_in(ADMIN).await;
    let first = app.signed_in(ADMIN).await;
    let second = Tokens::of(&app.refresh(&first.refresh).await.expect(200).json);
    let third = Tokens::of(&app.refresh(&second.refresh).await.expect(200).json);
    app.me(&third).await.expect(200);
    // Any earlier one, not only the last.
    app.refresh(&first.refresh)
        .await
        .assert_error(401, "invalid_refresh_token");
    app.refresh(&third.refresh)
        .await
        .assert_error(401, "invalid_refresh_token");
    app.me(&third).await.assert_error(401, "unauthenticated");
    app.me(&other).await.expect(200);
}

#[tokio::test]
async fn a_made_up_refresh_token_ends_nothing() {
    let app = TestApp::new().await;
    let tokens = app.signed_in(ADMIN).await;
    let mut parts: Vec<_> = tokens.refresh.split('.').collect();
    parts[2] = "bWFkZSB1cA";
    for made_up in [
        parts.join("."),
        tokens.access.clone(),
        String::new(),
        "1".repeat(5000),
    ] {
        app.refresh(&made_up)
            .await
            .assert_error(401, "invalid_refresh_token");
        let body = json!({ "refresh_token": made_up });
        app.ask("POST", "/auth/logout", "", body).await.expect(204);
    }
    app.me(&tokens).await.expect(200);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn two_refreshes_with_one_token_end_the_session() {
    for _ in 0..8 {
        let app = TestApp::new().await;
        let tokens = app.signed_in(ADMIN).await;
        let asked = [0, 1].map(|_| {
            let (app, token) = (app.clone(), tokens.refresh.clone());
            tokio::spawn(async move { app.refresh(&token).await })
        });
        let mut good = Vec::new();
        for answer in asked {
            let answer = answer.await.unwrap();
            if answer.status == 200 {
                good.push(Tokens::of(&answer.json));
            } else {
                answer.assert_error(401, "invalid_refresh_token");
            }
        }
        assert_eq!(good.len(), 1);
        app.me(&good[0]).await.assert_error(401, "unauthenticated");
        app.refresh(&good[0].refresh)
            .await
            .assert_error(401, "invalid_refresh_token");
    }
}

#[tokio::test]
async fn logging_out_ends_the_session_at_once() {
    let app = TestApp::new().await;
    let tokens = app.signed_in(ADMIN).await;
    let body = json!({ "refresh_token": tokens.refresh });
    app.ask("POST", "/auth/logout", "", body.clone())
        .await
        .expect(204);
    app.me(&tokens).await.assert_error(401, "unauthenticated");
    app.refresh(&tokens.refresh)
        .await
        .assert_error(401, "invalid_refresh_token");
    app.ask("POST", "/auth/logout", "", body).await.expect(204);
}

#[tokio::test]
async fn deactivation_and_removal_end_sessions_at_once() {
    let app = TestApp::new().await;
    let editor = app.create_user("Editor", Role::Editor).await;
    let tokens = app.signed_in("editor@agencia.test").await;
    app.set_active(editor.id, false).await;
    app.me(&tokens).await.assert_error(401, "unauthenticated");
    app.refresh(&tokens.refresh)
        .await
        .assert_error(401, "invalid_refresh_token");
    app.set_active(editor.id, true).await;
    // What was ended stays ended.
    app.me(&tokens).await.assert_error(401, "unauthenticated");
    let tokens = app.signed_in("editor@agencia.test").await;
    let now = app.clock.now_seconds();
    app.store.delete_user(editor.id, now).await.unwrap();
    app.me(&tokens).await.assert_error(401, "unauthenticated");
    app.refresh(&tokens.refresh)
        .await
        .assert_error(401, "invalid_refresh_token");
}

#[tokio::test]
async fn the_role_is_the_one_of_now() {
    let app = TestApp::new().await;
    let person = app.create_user("Person", Role::Admin).await;
    let tokens = app.signed_in("person@agencia.test").await;
    app.ask("GET", "/users", &tokens.access, Value::Null)
        .await
        .expect(200);
    app.store
        .change_user(person.id, |user| user.role = Role::Editor)
        .await
        .unwrap();
    app.ask("GET", "/users", &tokens.access, Value::Null)
        .await
        .assert_error(403, "forbidden");
    let me = app.me(&tokens).await.expect(200).json;
    assert_eq!(me["role"], "editor");
    let permissions = me["permissions"].as_array().unwrap();
    assert!(permissions.contains(&json!({ "name": "posts.publish", "reach": "own_sites" })));
    assert!(
        !permissions
            .iter()
            .any(|permission| permission["name"] == "users.manage")
    );
}
