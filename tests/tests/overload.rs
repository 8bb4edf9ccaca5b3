//! Sign-ins beyond the capacity for hashing passwords get 503 with Retry-After and are not counted as failures. This
//! is the only test of its binary, because the pool of work memory belongs to the process.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use domain::platform::access::Role;
use http::{Method, header};
use pauta_tests::app::{PASSWORD, TestApp, TestRequest, TestResponse};
use secrecy::SecretString;
use serde_json::json;
use tokio::task::JoinSet;
use vault::password::{BUSY_RETRY_AFTER, CAPACITY, verify_absent};

/// Computes hashes continuously, as many at once as the process allows. On a single-threaded runtime no other task
/// runs between two of them, so the capacity is never available to others.
async fn crowd() -> JoinSet<()> {
    let begun = Arc::<AtomicUsize>::default();
    let mut crowd = JoinSet::new();
    for _ in 0..CAPACITY {
        let begun = begun.clone();
        crowd.spawn(async move {
            begun.fetch_add(1, Ordering::SeqCst);
            loop {
                verify_absent(SecretString::from("qualquer senha"))
                    .await
                    .unwrap();
            }
        });
    }
    while begun.load(Ordering::SeqCst) < CAPACITY {
        tokio::task::yield_now().await;
    }
    crowd
}

#[track_caller]
fn assert_busy(answer: &TestResponse, code: &str) {
    assert_eq!(answer.status, 503, "{}", answer.text);
    assert_eq!(answer.code(), code);
    let wait = answer.headers[header::RETRY_AFTER].to_str().unwrap();
    assert_eq!(wait, BUSY_RETRY_AFTER.to_string());
}

fn sign_in_page(password: &str) -> TestRequest {
    let fields = format!("act=sign_in&login=redacao&password={password}");
    TestRequest::form("/authorize-application?app_name=Editor", fields)
}

#[tokio::test]
async fn both_halves_refuse_what_they_cannot_hash_and_count_nothing() {
    let app = TestApp::new().await;
    let person = app.signed_in_user("ana", Role::Redator).await;
    let email = person.user.email.clone();
    let login = app.basic();
    let secret = "outra-senha-de-teste";
    let change = json!({ "current_password": PASSWORD, "new_password": secret });
    let change = || TestRequest::json(Method::PUT, "/api/v1/auth/password", change.clone());
    let new_user = json!({ "username": "bia", "email": "bia@site.test", "password": "x" });
    let new_user = || TestRequest::post("/rest/core/v2/users", new_user.clone());

    let mut crowd = crowd().await;
    // More often than the limit of wrong passwords.
    for _ in 0..25 {
        assert_busy(&app.log_in(&email, PASSWORD).await, "unavailable");
        assert_busy(
            &app.log_in("ninguem@agencia.test", "x").await,
            "unavailable",
        );
        assert_busy(&app.ask(Some(&person), change()).await, "unavailable");
        assert_busy(&app.ask_site(None, sign_in_page("errada")).await, "");
    }
    assert_busy(&app.ask_site(Some(&login), new_user()).await, "rest_busy");

    crowd.shutdown().await;
    app.ask(Some(&person), change()).await.expect(204);
    app.log_in(&email, secret).await.expect(200);
    app.ask_site(None, sign_in_page("errada")).await.expect(401);
    app.ask_site(Some(&login), new_user()).await.expect(201);
}
