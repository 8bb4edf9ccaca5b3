//! Sign-in in two steps, and its refusals.

use axum::http::Method;
use domain::platform::access::Role;
use platform_testkit::{RequestBody, TestRequest};
use serde_json::json;

use crate::app::{ADMIN, PASSWORD, TestApp, Tokens};

#[tokio::test]
async fn two_steps_lead_to_a_session() {
    let app = TestApp::new().await;
    let first = app
        .login("admin@AGENCIA.test", PASSWORD)
        .await
        .expect(200)
        .json;
    assert_eq!(first["method"], "email");
    assert_eq!(first["expires_in"], 600);
    assert_eq!(first["code_digits"], 6);
    assert_eq!(first["attempts"], 5);
    assert_eq!(
        first.as_object().unwrap().len(),
        5,
        "never a token: {first}"
    );
    let mail = app.mail.delivered.sent();
    assert_eq!(mail[0].to, ADMIN);
    assert!(
        !mail[0]
            .message_id
            .contains(first["challenge"].as_str().unwrap())
    );
    let code = app.mailed_code();
    let second = app
        .two_factor(&first["challenge"], &code)
        .await
        .expect(200)
        .json;
    assert_eq!(second["token_type"], "Bearer");
    assert_eq!(second["expires_in"], 900);
    assert_eq!(second["user"]["email"], ADMIN);
    assert_eq!(second["user"]["last_login_at"], "2027-01-15T08:00:00Z");
    let me = app.me(&Tokens::of(&second)).await.expect(200).json;
    assert_eq!(me["role"], "admin");
    assert_eq!(me["user"], second["user"]);
}

#[tokio::test]
async fn unknown_wrong_and_deactivated_get_the_same_response() {
    let app = TestApp::new().await;
    let gone = app.create_user("Gone", Role::Editor).await;
    app.set_active(gone.id, false).await;
    let mut answers = Vec::new();
    for (email, password) in [
        ("unknown@agencia.test", PASSWORD),
        (ADMIN, "outra senha bem longa"),
        ("gone@agencia.test", PASSWORD),
        ("gone@agencia.test", "outra senha bem longa"),
        ("", ""),
        (&"longo".repeat(1000), PASSWORD),
    ] {
        let mut answer = app.login(email, password).await;
        answer.assert_error(401, "invalid_credentials");
        answer.json.as_object_mut().unwrap().remove("request_id");
        answers.push(answer.json);
    }
    assert!(answers.iter().all(|answer| *answer == answers[0]));
    assert!(app.mail.delivered.sent().is_empty());
}

#[tokio::test]
async fn a_refusal_costs_the_same_whatever_its_reason() {
    let app = TestApp::new().await;
    let gone = app.create_user("Gone", Role::Editor).await;
    app.set_active(gone.id, false).await;
    let mut costs = Vec::new();
    for (place, email) in ["unknown@agencia.test", ADMIN, "gone@agencia.test"]
        .iter()
        .enumerate()
    {
        let address = format!("203.0.113.{place}");
        app.store.table().meter().take();
        let body = json!({ "email": email, "password": "outra senha bem longa" });
        app.ask_from(&address, "POST", "/auth/login", "", body)
            .await;
        costs.push(app.store.table().meter().take().operations);
    }
    assert!(costs.iter().all(|cost| *cost == costs[0]), "{costs:?}");
}

#[tokio::test]
async fn five_failures_close_an_account_known_or_not() {
    for email in [ADMIN, "unknown@agencia.test"] {
        let app = TestApp::new().await;
        for round in 0..5 {
            let answer = app.login(email, "errada errada").await;
            answer.assert_error(401, "invalid_credentials");
            app.after(round);
        }
        let refused = app.login(&email.to_uppercase(), PASSWORD).await;
        refused.assert_error(429, "too_many_requests");
        assert_eq!(refused.retry_after(), 890);
        app.after(889);
        app.login(email, PASSWORD)
            .await
            .assert_error(429, "too_many_requests");
        // The first failure leaves the window.
        app.after(1);
        let answer = app.login(email, PASSWORD).await;
        assert_eq!(answer.status == 200, email == ADMIN, "{}", answer.text);
    }
}

#[tokio::test]
async fn twenty_failures_close_an_address() {
    let app = TestApp::new().await;
    for place in 0..20 {
        let body = json!({ "email": format!("n{place}@agencia.test"), "password": "x" });
        let answer = app
            .ask_from("203.0.113.9", "POST", "/auth/login", "", body)
            .await;
        answer.assert_error(401, "invalid_credentials");
    }
    let body = json!({ "email": ADMIN, "password": PASSWORD });
    let refused = app
        .ask_from("203.0.113.9", "POST", "/auth/login", "", body.clone())
        .await;
    refused.assert_error(429, "too_many_requests");
    assert_eq!(refused.retry_after(), 900);
    app.ask_from("203.0.113.8", "POST", "/auth/login", "", body)
        .await
        .expect(200);
}

#[tokio::test]
async fn what_went_well_is_no_failure() {
    let app = TestApp::new().await;
    for _ in 0..30 {
        app.login(ADMIN, PASSWORD).await.expect(200);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn asking_in_parallel_gives_no_more_tries() {
    let app = TestApp::new().await;
    let asked: Vec<_> = (0..12)
        .map(|_| {
            let app = app.clone();
            tokio::spawn(async move { app.login(ADMIN, "errada errada").await.status.as_u16() })
        })
        .collect();
    let mut tried = 0;
    for answer in asked {
        match answer.await.unwrap() {
            401 => tried += 1,
            429 => {}
            other => panic!("{other}"),
        }
    }
    assert_eq!(tried, 5);
}

#[tokio::test]
async fn five_wrong_codes_end_the_challenge() {
    let app = TestApp::new().await;
    let first = app.login(ADMIN, PASSWORD).await.expect(200).json;
    let code = app.mailed_code();
    let wrong = if code == "000000" { "000001" } else { "000000" };
    for _ in 0..5 {
        app.two_factor(&first["challenge"], wrong)
            .await
            .assert_error(401, "invalid_code");
    }
    app.two_factor(&first["challenge"], &code)
        .await
        .assert_error(401, "invalid_code");
    // A new challenge is good again.
    app.signed_in(ADMIN).await;
}

#[tokio::test]
async fn new_challenges_do_not_give_codes_without_end() {
    let app = TestApp::new().await;
    for _ in 0..4 {
        let first = app.login(ADMIN, PASSWORD).await.expect(200).json;
        let code = app.mailed_code();
        let wrong = if code == "000000" { "000001" } else { "000000" };
        for _ in 0..5 {
            app.two_factor(&first["challenge"], wrong)
                .await
                .assert_error(401, "invalid_code");
        }
    }
    let first = app.login(ADMIN, PASSWORD).await.expect(200).json;
    let refused = app
        .two_factor(&first["challenge"], &app.mailed_code())
        .await;
    refused.assert_error(429, "too_many_requests");
    assert_eq!(refused.retry_after(), 3600);
}

#[tokio::test]
async fn a_code_is_good_once_and_for_ten_minutes_and_for_its_challenge() {
    let app = TestApp::new().await;
    let first = app.login(ADMIN, PASSWORD).await.expect(200).json;
    let code = app.mailed_code();
    let other = app.login(ADMIN, PASSWORD).await.expect(200).json;
    let other_code = app.mailed_code();
    app.two_factor(&other["challenge"], &code)
        .await
        .assert_error(401, "invalid_code");
    app.two_factor(&first["challenge"], &format!(" {code} "))
        .await
        .expect(200);
    app.two_factor(&first["challenge"], &code)
        .await
        .assert_error(401, "invalid_code");
    app.after(600);
    app.two_factor(&other["challenge"], &other_code)
        .await
        .assert_error(401, "invalid_code");
    for nonsense in [
        json!(""),
        json!("x".repeat(5000)),
        json!("0b7e1a52-93e1-4f0e-8f5f-2d4f0f2b9a11"),
    ] {
        app.two_factor(&nonsense, "123456")
            .await
            .assert_error(401, "invalid_code");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn one_code_opens_one_session() {
    let app = TestApp::new().await;
    let first = app.login(ADMIN, PASSWORD).await.expect(200).json;
    let code = app.mailed_code();
    let asked: Vec<_> = (0..4)
        .map(|_| {
            let (app, challenge, code) = (app.clone(), first["challenge"].clone(), code.clone());
            tokio::spawn(async move { app.two_factor(&challenge, &code).await.status.as_u16() })
        })
        .collect();
    let mut opened = 0;
    for answer in asked {
        opened += usize::from(answer.await.unwrap() == 200);
    }
    assert_eq!(opened, 1);
}

#[tokio::test]
async fn a_challenge_does_not_outlive_its_password_or_its_person() {
    let app = TestApp::new().await;
    let editor = app.create_user("Editor", Role::Editor).await;
    let tokens = app.signed_in("editor@agencia.test").await;
    let pending = app
        .login("editor@agencia.test", PASSWORD)
        .await
        .expect(200)
        .json;
    let code = app.mailed_code();
    let body = json!({ "current_password": PASSWORD, "new_password": "outra senha bem longa" });
    app.ask("PUT", "/auth/password", &tokens.access, body)
        .await
        .expect(204);
    app.two_factor(&pending["challenge"], &code)
        .await
        .assert_error(401, "invalid_code");
    let pending = app
        .login("editor@agencia.test", "outra senha bem longa")
        .await
        .expect(200)
        .json;
    let code = app.mailed_code();
    app.set_active(editor.id, false).await;
    app.two_factor(&pending["challenge"], &code)
        .await
        .assert_error(401, "invalid_code");
}

#[tokio::test]
async fn a_code_that_cannot_be_mailed_is_reported() {
    let app = TestApp::new().await;
    app.mail
        .is_down
        .store(true, std::sync::atomic::Ordering::SeqCst);
    app.login(ADMIN, PASSWORD)
        .await
        .assert_error(502, "mail_failed");
    app.login(ADMIN, "errada errada")
        .await
        .assert_error(401, "invalid_credentials");
}

#[tokio::test]
async fn bodies_that_do_not_fit_are_refused() {
    let app = TestApp::new().await;
    let answer = app
        .ask("POST", "/auth/login", "", json!({ "email": ADMIN }))
        .await;
    answer.assert_error(422, "invalid_fields");
    let answer = app.ask("POST", "/auth/login", "", json!([])).await;
    assert_eq!(answer.status, 422);
    for (kind, text, status, code) in [
        ("application/json", "{", 400, "invalid_json"),
        ("text/plain", "{}", 415, "unsupported_media_type"),
    ] {
        let body = RequestBody::Raw(kind, text.into());
        let request = TestRequest::new(Method::POST, "/api/v1/auth/login").body(body);
        let answer = request.send(&app.router).await;
        answer.assert_error(status, code);
    }
}
