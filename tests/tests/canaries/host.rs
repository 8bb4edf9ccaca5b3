//! A host that fails in every way and repeats its login, and the mail that reports it.

use http::Method;
use jiff::SignedDuration;
use pauta_tests::app::{Echo, TestRequest};
use pauta_tests::prepared_app::PreparedApp;
use serde_json::{Value, json};

use super::{Walk, Walking, prepared, searched};

/// Addresses that users open when a publication fails.
const SHOWN: [&str; 6] = [
    "/posts/{id}",
    "/posts/{id}/checklist",
    "/posts/{id}/events",
    "/queue",
    "/sites/1",
    "/health",
];

async fn ask(prepared: &PreparedApp, method: Method, path: &str, body: Value) {
    let path = path.replace("{id}", &prepared.objects.post.to_string());
    let call = TestRequest::json(method, format!("/api/v1{path}"), body);
    prepared.app.ask(Some(&prepared.admin), call).await;
}

async fn look(prepared: &PreparedApp) {
    for path in SHOWN {
        ask(prepared, Method::GET, path, Value::Null).await;
    }
}

/// Runs workers and waits until a publication has had all its attempts.
async fn attempts(prepared: &PreparedApp) {
    let workers = prepared.workers();
    for _ in 0..4 {
        prepared.work().await;
        look(prepared).await;
        prepared.app.clock.advance(SignedDuration::from_mins(2));
        // The access token is valid for longer than this.
        publishing_tick::run(&workers.publishing).await.unwrap();
        prepared.app.clock.advance(SignedDuration::from_mins(1));
    }
}

async fn failing(way: usize) -> Walk {
    let (prepared, failures) = prepared().await;
    let echo = &prepared.app.echo;
    echo.set(way);
    for route in ["categories", "authors", "faq-capability"] {
        ask(
            &prepared,
            Method::GET,
            &format!("/sites/1/{route}"),
            Value::Null,
        )
        .await;
    }
    let connection = "/sites/1/test-connection";
    ask(&prepared, Method::POST, connection, Value::Null).await;
    ask(&prepared, Method::POST, "/posts/{id}/publish", Value::Null).await;
    attempts(&prepared).await;
    // The author is notified through a mail server that repeats its input too.
    failures.mail_fails(true);
    prepared.work().await;
    failures.mail_fails(false);
    echo.set(0);
    ask(&prepared, Method::POST, "/posts/{id}/retry", Value::Null).await;
    attempts(&prepared).await;
    echo.set(way);
    let media = format!("/media/{}", prepared.objects.media);
    ask(&prepared, Method::PUT, &media, json!({ "title": "Novo" })).await;
    let edit = json!({ "title": "Pão de fermentação lenta" });
    ask(&prepared, Method::PUT, "/posts/{id}", edit).await;
    ask(&prepared, Method::POST, "/posts/{id}/publish", Value::Null).await;
    attempts(&prepared).await;
    searched(
        format!("a host that fails in way {way}"),
        &prepared.app,
        &failures,
    )
    .await
}

/// All walks of this module.
pub fn walks() -> Vec<Walking> {
    (1..=Echo::WAYS)
        .map(|way| -> Walking { Box::pin(failing(way)) })
        .collect()
}
