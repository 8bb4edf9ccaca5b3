//! Changing, forgetting and choosing a password.

use std::sync::atomic::Ordering;
use std::time::Duration;

use axum::http::header;
use domain::platform::access::Role;
use platform_testkit::{TestRequest, TestResponse};
use serde_json::{Value, json};

use crate::app::{ADMIN, PASSWORD, TestApp, Tokens};

const NEW: &str = "uma outra senha longa";

async fn change(app: &TestApp, tokens: &Tokens, current: &str, new: &str) -> TestResponse {
    let body = json!({ "current_password": current, "new_password": new });
    app.ask("PUT", "/auth/password", &tokens.access, body).await
}

async fn forgot(app: &TestApp, email: &str) -> TestResponse {
    app.ask(
        "POST",
        "/auth/password-reset",
        "",
        json!({ "email": email }),
    )
    .await
}

async fn confirm(app: &TestApp, token: &str, new: &str) -> TestResponse {
    let body = json!({ "token": token, "new_password": new });
    app.ask("POST", "/auth/password-reset/confirm", "", body)
        .await
}

#[tokio::test]
async fn a_change_ends_the_other_sessions() {
    let app = TestApp::new().await;
    let other = app.signed_in(ADMIN).await;
    let tokens = app.signed_in(ADMIN).await;
    assert_eq!(change(&app, &tokens, PASSWORD, NEW).await.status, 204);
    app.me(&tokens).await.expect(200);
    app.refresh(&tokens.refresh).await.expect(200);
    app.me(&other).await.assert_error(401, "unauthenticated");
    app.refresh(&other.refresh)
        .await
        .assert_error(401, "invalid_refresh_token");
    app.login(ADMIN, PASSWORD)
        .await
        .assert_error(401, "invalid_credentials");
    app.login(ADMIN, NEW).await.expect(200);
}

#[tokio::test]
async fn weak_and_wrong_passwords_are_refused() {
    let app = TestApp::new().await;
    let tokens = app.signed_in(ADMIN).await;
    for weak in ["onze letras", "", "aaaaaaaaaaaaaaa", "ADMIN@agencia.test"] {
        let answer = change(&app, &tokens, PASSWORD, weak).await;
        answer.assert_error(422, "weak_password");
        assert_eq!(answer.json["issues"][0]["field"], "new_password");
    }
    for _ in 0..5 {
        change(&app, &tokens, "errada errada", NEW)
            .await
            .assert_error(403, "wrong_password");
    }
    // A stolen session does not help to guess on.
    change(&app, &tokens, PASSWORD, NEW)
        .await
        .assert_error(429, "too_many_requests");
    app.login(ADMIN, PASSWORD).await.expect(200);
}

#[tokio::test(start_paused = true)]
async fn a_link_is_good_once_and_for_an_hour() {
    let app = TestApp::new().await;
    let tokens = app.signed_in(ADMIN).await;
    forgot(&app, "ADMIN@agencia.TEST").await.expect(204);
    let link = app.mailed_token();
    confirm(&app, &link, "curta")
        .await
        .assert_error(422, "weak_password");
    confirm(&app, &link, NEW).await.expect(204);
    confirm(&app, &link, NEW)
        .await
        .assert_error(422, "invalid_reset_token");
    app.me(&tokens).await.assert_error(401, "unauthenticated");
    app.login(ADMIN, NEW).await.expect(200);
    forgot(&app, ADMIN).await.expect(204);
    let link = app.mailed_token();
    app.after(3600);
    confirm(&app, &link, PASSWORD)
        .await
        .assert_error(422, "invalid_reset_token");
    confirm(&app, "", PASSWORD)
        .await
        .assert_error(422, "invalid_reset_token");
}

#[tokio::test(start_paused = true)]
async fn a_link_is_void_after_a_new_password_or_address() {
    let app = TestApp::new().await;
    let editor = app.create_user("Editor", Role::Editor).await;
    forgot(&app, "editor@agencia.test").await.expect(204);
    let first = app.mailed_token();
    forgot(&app, "editor@agencia.test").await.expect(204);
    let second = app.mailed_token();
    confirm(&app, &second, NEW).await.expect(204);
    confirm(&app, &first, PASSWORD)
        .await
        .assert_error(422, "invalid_reset_token");
    forgot(&app, "editor@agencia.test").await.expect(204);
    let third = app.mailed_token();
    app.store
        .change_user(editor.id, |user| {
            user.email = "novo@agencia.test".to_owned()
        })
        .await
        .unwrap();
    confirm(&app, &third, PASSWORD)
        .await
        .assert_error(422, "invalid_reset_token");
}

#[tokio::test(start_paused = true)]
async fn a_request_for_a_link_does_not_reveal_accounts() {
    let app = TestApp::new().await;
    let gone = app.create_user("Gone", Role::Editor).await;
    app.set_active(gone.id, false).await;
    for (email, mails) in [
        (ADMIN, 1),
        ("unknown@agencia.test", 0),
        ("gone@agencia.test", 0),
        ("nonsense", 0),
        ("", 0),
    ] {
        let asked = tokio::time::Instant::now();
        let answer = forgot(&app, email).await;
        assert_eq!((answer.status.as_u16(), answer.text.as_str()), (204, ""));
        assert_eq!(asked.elapsed(), Duration::from_millis(1500), "{email}");
        assert_eq!(app.mail.delivered.take().len(), mails, "{email}");
    }
    app.mail.is_down.store(true, Ordering::SeqCst);
    forgot(&app, ADMIN).await.expect(204);
}

#[tokio::test(start_paused = true)]
async fn a_mailbox_is_not_flooded() {
    let app = TestApp::new().await;
    for _ in 0..8 {
        forgot(&app, ADMIN).await.expect(204);
    }
    assert_eq!(app.mail.delivered.take().len(), 5);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_two_uses_of_a_link_one_wins() {
    let app = TestApp::new().await;
    for round in 0..4 {
        forgot(&app, ADMIN).await.expect(204);
        let link = app.mailed_token();
        let asked = [0, 1].map(|place| {
            let (app, link) = (app.clone(), link.clone());
            let new = format!("senha nova {round} {place}");
            tokio::spawn(async move { (confirm(&app, &link, &new).await, new) })
        });
        let mut winners = Vec::new();
        for answer in asked {
            let (answer, new) = answer.await.unwrap();
            if answer.status == 204 {
                winners.push(new);
            } else {
                answer.assert_error(422, "invalid_reset_token");
            }
        }
        assert_eq!(winners.len(), 1);
        app.login(ADMIN, &winners[0]).await.expect(200);
        app.mail.delivered.take();
    }
}

async fn page(app: &TestApp, method: &str, query: &str, form: &str) -> TestResponse {
    let request = TestRequest::form(format!("/definir-senha{query}"), form);
    let method = method.parse().unwrap();
    TestRequest { method, ..request }.send(&app.router).await
}

#[tokio::test(start_paused = true)]
async fn the_page_of_a_link_acts_only_when_sent() {
    let app = TestApp::new().await;
    forgot(&app, ADMIN).await.expect(204);
    let link = app.mailed_token();
    for method in ["GET", "HEAD", "GET"] {
        let shown = page(&app, method, &format!("?token={link}"), "").await;
        assert_eq!(shown.status, 200);
        assert_eq!(shown.headers[header::REFERRER_POLICY], "no-referrer");
        assert_eq!(shown.headers[header::CACHE_CONTROL], "no-store");
        assert_eq!(shown.text.contains(&link), method == "GET");
    }
    let unequal = page(
        &app,
        "POST",
        "",
        &format!("token={link}&new_password=uma+senha+longa&repeated=outra"),
    )
    .await;
    assert_eq!(unequal.status, 422);
    let weak = page(
        &app,
        "POST",
        "",
        &format!("token={link}&new_password=curta&repeated=curta"),
    )
    .await;
    assert!(weak.status == 422 && weak.text.contains("12 caracteres"));
    let chosen =
        format!("token={link}&new_password=uma+senha+nova+longa&repeated=uma+senha+nova+longa");
    assert!(
        page(&app, "POST", "", &chosen)
            .await
            .text
            .contains("Senha definida")
    );
    assert_eq!(page(&app, "POST", "", &chosen).await.status, 422);
    app.login(ADMIN, "uma senha nova longa").await.expect(200);
}

#[tokio::test(start_paused = true)]
async fn a_link_that_is_over_says_so_and_offers_a_new_one() {
    let app = TestApp::new().await;
    forgot(&app, ADMIN).await.expect(204);
    let link = app.mailed_token();
    confirm(&app, &link, NEW).await.expect(204);
    app.mail.delivered.take();
    for token in [link.as_str(), "nenhum"] {
        let over = page(&app, "GET", &format!("?token={token}"), "").await;
        assert_eq!(over.status, 410);
        assert!(over.text.contains("Este link não vale mais"));
        assert!(over.text.contains("name=\"email\""));
        assert!(!over.text.contains(token));
    }
    // Known or not, the answer is the same.
    let mut answers = Vec::new();
    for email in [ADMIN, "ninguem@agencia.test", "%3Cb%3E"] {
        let asked = page(&app, "POST", "", &format!("email={email}")).await;
        assert_eq!(asked.status, 200, "{email}");
        answers.push(asked.text);
    }
    assert!(answers.iter().all(|answer| *answer == answers[0]));
    let fresh = app.mailed_token();
    let shown = page(&app, "GET", &format!("?token={fresh}"), "").await;
    assert_eq!(shown.status, 200);
    app.after(3600);
    let late = page(&app, "GET", &format!("?token={fresh}"), "").await;
    assert_eq!(late.status, 410);
}

#[tokio::test]
async fn the_page_repeats_nothing_that_is_no_token() {
    let app = TestApp::new().await;
    for query in ["", "?token=", "?token=%22%3E%3Cscript%3E", "?x=1"] {
        let shown = page(&app, "GET", query, "").await;
        assert_eq!(shown.status, 404, "{query}");
        assert!(!shown.text.contains("<script"));
    }
    assert_eq!(
        page(&app, "POST", "", "token=%3Cb%3E&new_password=a&repeated=a")
            .await
            .status,
        404
    );
    assert_eq!(page(&app, "POST", "", "").await.status, 404);
}

#[tokio::test]
async fn an_invited_person_has_no_password_until_they_set_one() {
    let app = TestApp::new().await;
    let admin = app.signed_in(ADMIN).await;
    let body = json!({ "name": "Bia", "email": "bia@agencia.test", "role": "redator" });
    let added = app
        .ask("POST", "/users", &admin.access, body)
        .await
        .expect(201)
        .json;
    assert_eq!(added["invitation_sent"], true);
    let link = app.mailed_token();
    app.login("bia@agencia.test", "")
        .await
        .assert_error(401, "invalid_credentials");
    app.after(6 * 86_400);
    confirm(&app, &link, PASSWORD).await.expect(204);
    app.signed_in("bia@agencia.test").await;
    let nothing = app.ask("PUT", "/auth/password", "", Value::Null).await;
    nothing.assert_error(401, "unauthenticated");
}
