//! A host that fails and repeats its login, in every way; and the mail that tells of it.

use http::Method;
use jiff::SignedDuration;
use pauta_tests::agency::{Call, Echo};
use pauta_tests::stage::Stage;
use serde_json::{Value, json};

use super::{Walk, Walking, searched, stage};

/// What people look at when a publication fails.
const SHOWN: [&str; 6] = [
    "/posts/{id}",
    "/posts/{id}/checklist",
    "/posts/{id}/events",
    "/queue",
    "/sites/1",
    "/health",
];

async fn ask(stage: &Stage, method: Method, path: &str, body: Value) {
    let path = path.replace("{id}", &stage.objects.post.to_string());
    let call = Call::json(method, format!("/api/v1{path}"), body);
    stage.agency.ask(Some(&stage.chief), call).await;
}

async fn look(stage: &Stage) {
    for path in SHOWN {
        ask(stage, Method::GET, path, Value::Null).await;
    }
}

/// Works and waits until a publication has had all its attempts.
async fn attempts(stage: &Stage) {
    let workers = stage.workers();
    for _ in 0..4 {
        stage.work().await;
        look(stage).await;
        stage.agency.clock.advance(SignedDuration::from_mins(2));
        // The access token lives longer than this.
        publishing_tick::run(&workers.publishing).await.unwrap();
        stage.agency.clock.advance(SignedDuration::from_mins(1));
    }
}

async fn failing(way: usize) -> Walk {
    let (stage, moods) = stage().await;
    let echo = &stage.agency.echo;
    echo.set(way);
    for route in ["categories", "authors", "faq-capability"] {
        ask(
            &stage,
            Method::GET,
            &format!("/sites/1/{route}"),
            Value::Null,
        )
        .await;
    }
    let connection = "/sites/1/test-connection";
    ask(&stage, Method::POST, connection, Value::Null).await;
    ask(&stage, Method::POST, "/posts/{id}/publish", Value::Null).await;
    attempts(&stage).await;
    // The author is told, through a mail server that repeats things as well.
    moods.mail_fails(true);
    stage.work().await;
    moods.mail_fails(false);
    echo.set(0);
    ask(&stage, Method::POST, "/posts/{id}/retry", Value::Null).await;
    attempts(&stage).await;
    echo.set(way);
    let media = format!("/media/{}", stage.objects.media);
    ask(&stage, Method::PUT, &media, json!({ "title": "Novo" })).await;
    let edit = json!({ "title": "Pão de fermentação lenta" });
    ask(&stage, Method::PUT, "/posts/{id}", edit).await;
    ask(&stage, Method::POST, "/posts/{id}/publish", Value::Null).await;
    attempts(&stage).await;
    searched(
        format!("a host that fails in way {way}"),
        &stage.agency,
        &moods,
    )
    .await
}

/// All of it.
pub fn walks() -> Vec<Walking> {
    (1..=Echo::WAYS)
        .map(|way| -> Walking { Box::pin(failing(way)) })
        .collect()
}
