//! Authenticator apps and recovery codes.

use ports::Clock;
use serde_json::{Value, json};
use totp_rs::{Algorithm, Builder, Secret};

use crate::app::{ADMIN, PASSWORD, TestApp, Tokens};

fn code(app: &TestApp, secret: &str) -> String {
    let totp = Builder::new()
        .with_algorithm(Algorithm::SHA1)
        .with_digits(6)
        .with_step_duration(30)
        .with_secret(Secret::try_from_base32(secret).unwrap())
        .build()
        .unwrap();
    let now = app.clock.now().as_second();
    totp.generate(now.unsigned_abs()).to_string()
}

/// Switches the administrator to an app; gives the secret and the recovery codes.
async fn switch(app: &TestApp, tokens: &Tokens) -> (String, Vec<String>) {
    let begun = app
        .ask("POST", "/auth/totp", &tokens.access, Value::Null)
        .await
        .expect(200)
        .json;
    let secret = begun["secret"].as_str().unwrap().to_owned();
    assert!(begun["otpauth_url"].as_str().unwrap().contains(&secret));
    let body = json!({ "code": code(app, &secret) });
    let done = app
        .ask("POST", "/auth/totp/confirm", &tokens.access, body)
        .await
        .expect(200)
        .json;
    let codes = done["recovery_codes"].as_array().unwrap();
    (
        secret,
        codes
            .iter()
            .map(|code| code.as_str().unwrap().to_owned())
            .collect(),
    )
}

#[tokio::test]
async fn the_app_replaces_the_mail() {
    let app = TestApp::new().await;
    let tokens = app.signed_in(ADMIN).await;
    let (secret, _) = switch(&app, &tokens).await;
    app.after(30);
    let first = app.login(ADMIN, PASSWORD).await.expect(200).json;
    assert_eq!(first["method"], "totp");
    assert!(app.mail.delivered.sent().is_empty());
    let right = code(&app, &secret);
    let second = app
        .two_factor(&first["challenge"], &right)
        .await
        .expect(200)
        .json;
    assert_eq!(second["user"]["second_factor"], "totp");
    // A code is good once, also for another challenge.
    let again = app.login(ADMIN, PASSWORD).await.expect(200).json;
    app.two_factor(&again["challenge"], &right)
        .await
        .assert_error(401, "invalid_code");
    app.after(30);
    let next = code(&app, &secret);
    app.two_factor(&again["challenge"], &next).await.expect(200);
}

#[tokio::test]
async fn the_code_that_confirmed_does_not_sign_in() {
    let app = TestApp::new().await;
    let tokens = app.signed_in(ADMIN).await;
    let (secret, _) = switch(&app, &tokens).await;
    let first = app.login(ADMIN, PASSWORD).await.expect(200).json;
    app.two_factor(&first["challenge"], &code(&app, &secret))
        .await
        .assert_error(401, "invalid_code");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn one_code_of_the_app_opens_one_session() {
    let app = TestApp::new().await;
    let tokens = app.signed_in(ADMIN).await;
    let (secret, _) = switch(&app, &tokens).await;
    app.after(60);
    let right = code(&app, &secret);
    let mut challenges = Vec::new();
    for _ in 0..4 {
        challenges.push(app.login(ADMIN, PASSWORD).await.expect(200).json["challenge"].clone());
    }
    let asked: Vec<_> = challenges
        .into_iter()
        .map(|challenge| {
            let (app, right) = (app.clone(), right.clone());
            tokio::spawn(async move { app.two_factor(&challenge, &right).await.status.as_u16() })
        })
        .collect();
    let mut opened = 0;
    for answer in asked {
        opened += usize::from(answer.await.unwrap() == 200);
    }
    assert_eq!(opened, 1);
}

#[tokio::test]
async fn ten_recovery_codes_each_good_once() {
    let app = TestApp::new().await;
    let tokens = app.signed_in(ADMIN).await;
    let (_, codes) = switch(&app, &tokens).await;
    assert_eq!(codes.len(), 10);
    for recovery in &codes {
        let first = app.login(ADMIN, PASSWORD).await.expect(200).json;
        let typed = recovery.to_uppercase().replace('-', " ");
        app.two_factor(&first["challenge"], &typed)
            .await
            .expect(200);
    }
    let first = app.login(ADMIN, PASSWORD).await.expect(200).json;
    app.two_factor(&first["challenge"], &codes[3])
        .await
        .assert_error(401, "invalid_code");
}

#[tokio::test]
async fn going_back_to_mail_needs_the_password() {
    let app = TestApp::new().await;
    let tokens = app.signed_in(ADMIN).await;
    let remove = |password: &str| {
        let body = json!({ "password": password });
        let (app, access) = (app.clone(), tokens.access.clone());
        async move { app.ask("DELETE", "/auth/totp", &access, body).await }
    };
    remove(PASSWORD).await.assert_error(409, "totp_not_enabled");
    let (_, codes) = switch(&app, &tokens).await;
    remove("errada errada")
        .await
        .assert_error(403, "wrong_password");
    let pending = app.login(ADMIN, PASSWORD).await.expect(200).json;
    remove(PASSWORD).await.expect(204);
    // A challenge for the app is void, and so are the recovery codes.
    app.two_factor(&pending["challenge"], &codes[0])
        .await
        .assert_error(401, "invalid_code");
    app.signed_in(ADMIN).await;
}

#[tokio::test]
async fn steps_out_of_order_are_refused() {
    let app = TestApp::new().await;
    let tokens = app.signed_in(ADMIN).await;
    let confirm = |code: String| {
        let (app, access) = (app.clone(), tokens.access.clone());
        async move {
            app.ask(
                "POST",
                "/auth/totp/confirm",
                &access,
                json!({ "code": code }),
            )
            .await
        }
    };
    confirm("123456".to_owned())
        .await
        .assert_error(409, "totp_not_started");
    let first = app
        .ask("POST", "/auth/totp", &tokens.access, Value::Null)
        .await
        .expect(200)
        .json;
    let second = app
        .ask("POST", "/auth/totp", &tokens.access, Value::Null)
        .await
        .expect(200)
        .json;
    // Begun anew, the first secret counts no more; until a code is confirmed, mail stays.
    confirm(code(&app, first["secret"].as_str().unwrap()))
        .await
        .assert_error(422, "invalid_fields");
    assert_eq!(
        app.login(ADMIN, PASSWORD).await.expect(200).json["method"],
        "email"
    );
    confirm(code(&app, second["secret"].as_str().unwrap()))
        .await
        .expect(200);
    app.ask("POST", "/auth/totp", &tokens.access, Value::Null)
        .await
        .assert_error(409, "totp_already_enabled");
    confirm("123456".to_owned())
        .await
        .assert_error(409, "totp_already_enabled");
}
