//! Sends secrets into every route and searches responses, logs and the store for them.

use std::io::Write;
use std::sync::{Arc, Mutex};

use serde_json::{Value, json};
use tracing_subscriber::fmt::MakeWriter;

use crate::app::{ADMIN, PASSWORD, TestApp};

#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl MakeWriter<'_> for Log {
    type Writer = Self;

    fn make_writer(&self) -> Self {
        self.clone()
    }
}

const CANARY: &str = "canario-7f3a9c51";
const NUMBER: u64 = 918_273_645_546;

/// Routes that take secrets, with the members that hold them.
const ROUTES: &[(&str, &str, &[&str])] = &[
    ("POST", "/auth/login", &["password"]),
    ("POST", "/auth/two-factor", &["challenge", "code"]),
    ("POST", "/auth/refresh", &["refresh_token"]),
    ("POST", "/auth/logout", &["refresh_token"]),
    (
        "PUT",
        "/auth/password",
        &["current_password", "new_password"],
    ),
    ("POST", "/auth/totp/confirm", &["code"]),
    ("DELETE", "/auth/totp", &["password"]),
    (
        "POST",
        "/auth/password-reset/confirm",
        &["token", "new_password"],
    ),
    ("POST", "/auth/password-reset", &["token"]),
];

#[tokio::test(start_paused = true)]
async fn no_secret_comes_back_or_is_logged() {
    let log = Log::default();
    let subscriber = tracing_subscriber::fmt()
        .with_max_level(tracing_subscriber::filter::LevelFilter::TRACE)
        .with_writer(log.clone())
        .finish();
    let _logging = tracing::subscriber::set_default(subscriber);
    let app = TestApp::new().await;
    let tokens = app.signed_in(ADMIN).await;
    for (method, path, fields) in ROUTES {
        for value in [
            json!(CANARY),
            json!(NUMBER),
            json!([CANARY]),
            json!({ CANARY: NUMBER }),
            json!(true),
        ] {
            for field in *fields {
                let mut body = json!({
                    "email": ADMIN, "password": CANARY, "challenge": CANARY, "code": CANARY, "token": CANARY,
                    "refresh_token": CANARY, "current_password": CANARY, "new_password": CANARY,
                });
                body[*field] = value.clone();
                for token in ["", &tokens.access, CANARY] {
                    let answer = app.ask(method, path, token, body.clone()).await;
                    assert!(
                        answer.status.as_u16() < 500,
                        "{method} {path} {}",
                        answer.text
                    );
                    for secret in [CANARY, &NUMBER.to_string()] {
                        assert!(
                            !answer.text.contains(secret),
                            "{method} {path} {}",
                            answer.text
                        );
                    }
                }
            }
        }
    }
    let login = app
        .ask_from(
            "203.0.113.77",
            "POST",
            "/auth/login",
            "",
            json!({ "email": "b@b.test", "password": CANARY }),
        )
        .await;
    assert!(login.status == 401);
    let logged = String::from_utf8(log.0.lock().unwrap().clone()).unwrap();
    assert!(logged.contains("request"), "something was logged");
    for secret in [
        CANARY,
        &NUMBER.to_string(),
        PASSWORD,
        &tokens.refresh,
        &tokens.access,
    ] {
        assert!(!logged.contains(secret), "{secret} was logged");
    }
}

#[tokio::test]
async fn a_password_hash_never_leaves() {
    let app = TestApp::new().await;
    let tokens = app.signed_in(ADMIN).await;
    for path in ["/users", "/users/1", "/auth/me"] {
        let answer = app.ask("GET", path, &tokens.access, Value::Null).await;
        // The shortest password is a limit, not one.
        let text = answer.text.replace("\"password_min_chars\":", "");
        for word in [
            "argon2",
            "password",
            "hash",
            "totp\":\"",
            "recovery",
            "epoch",
            "revision",
        ] {
            assert!(!text.contains(word), "{path}: {word}");
        }
    }
    let account = app.store.account_by_email(ADMIN).await.unwrap().unwrap();
    assert!(!format!("{account:?}").contains("argon2"));
}
