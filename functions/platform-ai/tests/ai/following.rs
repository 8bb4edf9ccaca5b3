//! Following a generation: whose it is, which part of its text, and how long it is there.

use domain::platform::access::Role;
use domain::platform::generation::{KEPT, LEASE, QUEUE_LIFE};
use http::Method;
use jiff::SignedDuration;
use platform_testkit::TestApi;
use serde_json::{Value, json};
use settings::AiProvider::OpenAi;

use crate::app::TestApp;
use crate::fixtures::{bill, done};

#[tokio::test]
async fn a_generation_is_shown_to_its_user_alone() {
    let app = TestApp::with_keys(&[(OpenAi, "")]).await;
    let path = format!("/generations/{}", app.article().await);
    app.get(&path).await.expect(200);
    let admin = app.create_user("ada", Role::Admin).await;
    let gerente = app.create_user("gil", Role::Gerente).await;
    for user in [&app.editor, &gerente, &admin] {
        for method in [Method::GET, Method::DELETE] {
            let refused = app.send(user, method, &path, Value::Null, &[]).await;
            refused.assert_error(404, "not_found");
        }
    }
    for path in ["/generations/99", "/generations/0", "/generations/abc"] {
        app.get(path).await.assert_error(404, "not_found");
    }
    assert_eq!(app.get(&path).await.json["state"], "queued");
}

#[tokio::test]
async fn the_text_is_sliced_by_characters() {
    let app = TestApp::with_keys(&[(OpenAi, "")]).await;
    let parts = ["<p>Maçã, ", "pão 🥖 e ", "café ☕️.</p>"];
    let mut running = app.running(parts[0]).await;
    for part in &parts[1..] {
        running = app.write(&running, part, 50).await;
    }
    let text = parts.concat();
    let length = text.chars().count();
    for after in 0..=length {
        let path = format!("/generations/{}?after={after}", running.id);
        let body = app.get(&path).await.expect(200).json;
        let rest: String = text.chars().skip(after).collect();
        assert_eq!(body["partial"], rest, "{after}");
        assert_eq!(body["partial_length"], length);
        assert_eq!(body["attempt"], 1);
    }
    let beyond = app
        .get(&format!("/generations/{}?after=1000", running.id))
        .await;
    assert_eq!(
        (&beyond.json["partial"], &beyond.json["partial_length"]),
        (&json!(""), &json!(length))
    );
    for after in ["-1", "x", "1.5"] {
        let refused = app
            .get(&format!("/generations/{}?after={after}", running.id))
            .await;
        refused.assert_error(422, "invalid_parameter");
    }
}

#[tokio::test]
async fn a_long_text_is_sliced_across_its_stored_pieces() {
    let app = TestApp::with_keys(&[(OpenAi, "")]).await;
    let first: String = "maçã 🍎 ".chars().cycle().take(9_000).collect();
    let running = app.running(&first).await;
    let second: String = "pêra ".chars().cycle().take(3_000).collect();
    let running = app.write(&running, &second, 60).await;
    let text = first + &second;
    for after in [
        0, 1, 3_999, 4_000, 4_001, 8_000, 8_999, 9_000, 9_001, 11_999,
    ] {
        let path = format!("/generations/{}?after={after}", running.id);
        let body = app.get(&path).await.expect(200).json;
        let rest: String = text.chars().skip(after).collect();
        assert_eq!(body["partial"], rest, "{after}");
        assert_eq!(body["partial_length"], 12_000);
    }
}

#[tokio::test]
async fn the_end_has_the_rest_of_the_text() {
    let app = TestApp::with_keys(&[(OpenAi, "")]).await;
    let running = app.running("<p>O café coado").await;
    app.end(&running, done(), &[]).await;
    let path = format!("/generations/{}?after=15", running.id);
    let body = app.get(&path).await.expect(200).json;
    assert_eq!(
        (&body["partial"], &body["partial_length"]),
        (&json!(" é o mais simples.</p>"), &json!(37))
    );
}

#[tokio::test]
async fn another_provider_begins_the_text_anew() {
    let app = TestApp::with_keys(&[(OpenAi, "")]).await;
    let running = app.running("<p>Primeira tentativa, bem longa</p>").await;
    let path = format!("/generations/{}", running.id);
    let body = app.get(&path).await.json;
    assert_eq!(
        (&body["attempt"], &body["provider"]),
        (&json!(1), &json!("openai"))
    );
    let second = app.call(&running, "gemini", "gemini-3.8-flash").await;
    let body = app.get(&path).await.json;
    assert_eq!(
        (&body["attempt"], &body["provider"]),
        (&json!(2), &json!("gemini"))
    );
    assert_eq!(
        (&body["partial"], &body["partial_length"]),
        (&json!(""), &json!(0))
    );
    app.write(&second, "<p>Outra</p>", 40).await;
    let body = app.get(&format!("{path}?after=3")).await.json;
    assert_eq!(
        (&body["partial"], &body["partial_length"]),
        (&json!("Outra</p>"), &json!(12))
    );
}

#[tokio::test]
async fn a_generation_is_there_for_a_day() {
    let app = TestApp::with_keys(&[(OpenAi, "")]).await;
    let running = app.running("<p>Café</p>").await;
    app.end(
        &running,
        done(),
        &[bill("openai", "gpt-6.1-sol", (1, 2), None)],
    )
    .await;
    let path = format!("/generations/{}", running.id);
    app.clock.advance(KEPT - SignedDuration::from_secs(1));
    app.get(&path).await.expect(200);
    app.clock.advance(SignedDuration::from_secs(1));
    app.get(&path).await.assert_error(404, "not_found");
    let deleted = app
        .send(&app.writer, Method::DELETE, &path, Value::Null, &[])
        .await;
    deleted.assert_error(404, "not_found");
}

#[tokio::test]
async fn a_lost_worker_is_shown_as_a_failure_before_the_tick_notices_it() {
    let app = TestApp::with_keys(&[(OpenAi, "")]).await;
    let running = app.running("<p>Café</p>").await;
    let path = format!("/generations/{}", running.id);
    app.clock.advance(LEASE);
    let body = app.get(&path).await.expect(200).json;
    assert_eq!(
        (&body["state"], &body["error"]["code"]),
        (&json!("failed"), &json!("interrupted"))
    );
    let message = body["error"]["message"].as_str().unwrap();
    assert!(message.contains("pode ter cobrado"), "{message}");
    assert_eq!(
        (&body["usage"], &body["partial"]),
        (&Value::Null, &json!("<p>Café</p>"))
    );
}

#[tokio::test]
async fn a_generation_that_nothing_begins_is_shown_as_a_failure_after_an_hour() {
    let app = TestApp::with_keys(&[(OpenAi, "")]).await;
    let path = format!("/generations/{}", app.article().await);
    app.clock.advance(QUEUE_LIFE);
    let body = app.get(&path).await.expect(200).json;
    assert_eq!(
        (&body["state"], &body["error"]["code"]),
        (&json!("failed"), &json!("not_started"))
    );
    assert!(
        body["error"]["message"]
            .as_str()
            .unwrap()
            .contains("Nada foi cobrado")
    );
    assert_eq!(body["usage"]["input_tokens"], 0);
}
