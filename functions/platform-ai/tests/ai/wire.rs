//! The bodies of responses, with every member filled.

use domain::platform::access::Role;
use domain::platform::generation::{AnsweredBy, GenerationResult};
use domain::platform::id::MediaId;
use domain::platform::token_usage::BilledCall;
use http::Method;
use insta::assert_json_snapshot;
use jiff::SignedDuration;
use platform_store::GenerationEnd;
use platform_testkit::TestApi;
use serde_json::{Value, json};
use service_fakes::Service;
use settings::AiProvider::OpenAi;

use crate::app::{TestApp, key};
use crate::fixtures::{bill, done, failed};

impl TestApp {
    async fn shown(&self, id: impl std::fmt::Display) -> Value {
        self.get(&format!("/generations/{id}"))
            .await
            .expect(200)
            .json
    }

    fn later(&self, seconds: i64) {
        self.clock.advance(SignedDuration::from_secs(seconds));
    }
}

#[tokio::test]
async fn a_generation_that_waits_and_one_that_runs() {
    let app = TestApp::with_keys(&[(OpenAi, "")]).await;
    assert_json_snapshot!("queued", app.shown(app.article().await).await);
    let running = app.running("<p>Maçã</p>").await;
    assert_json_snapshot!("running", app.shown(running.id).await);
}

#[tokio::test]
async fn a_generated_article() {
    let app = TestApp::with_keys(&[(OpenAi, "")]).await;
    let running = app.running("<p>Maçã</p>").await;
    let second = app.call(&running, "anthropic", "claude-sonnet-5-5").await;
    let second = app.write(&second, "<p>O café</p>", 60).await;
    app.later(40);
    let estimated = BilledCall {
        estimated: true,
        ..bill("openai", "gpt-6.1-sol", (70, 30), Some(1))
    };
    let calls = [
        estimated,
        bill("anthropic", "claude-sonnet-5-5", (500, 4), Some(2)),
    ];
    app.end(&second, done(), &calls).await;
    assert_json_snapshot!("article", app.shown(running.id).await);
}

#[tokio::test]
async fn a_generated_image() {
    let app = TestApp::with_keys(&[(OpenAi, "")]).await;
    let post = app.draft(&app.writer).await;
    let queued = app
        .post("/media/generate", json!({ "content_id": post.0 }))
        .await;
    let id = queued.expect(202).json["id"].as_u64().unwrap();
    let taken = app.take(domain::platform::id::GenerationId(id)).await;
    let called = app.call(&taken, "openai", "gpt-image-2").await;
    app.later(12);
    let end = GenerationEnd::Done {
        result: GenerationResult::Image {
            media_id: MediaId(77),
            alt_text: Some("Xícara de café".into()),
        },
        answered_by: AnsweredBy {
            provider: "openai".into(),
            model: "gpt-image-2".into(),
        },
    };
    app.end(
        &called,
        end,
        &[bill("openai", "gpt-image-2", (9, 1_800), Some(3))],
    )
    .await;
    assert_json_snapshot!("image", app.shown(id).await);
}

#[tokio::test]
async fn a_failed_generation_and_a_canceled_one() {
    let app = TestApp::with_keys(&[(OpenAi, "")]).await;
    let running = app.running("<p>Maçã</p>").await;
    app.later(5);
    app.end(&running, failed(), &[]).await;
    assert_json_snapshot!("failed", app.shown(running.id).await);
    let running = app.running("<p>Pêra</p>").await;
    app.later(7);
    let path = format!("/generations/{}", running.id);
    let canceled = app
        .send(&app.writer, Method::DELETE, &path, Value::Null, &[])
        .await;
    assert_json_snapshot!("canceled", canceled.expect(200).json);
}

#[tokio::test]
async fn a_short_text() {
    let app = TestApp::with_keys(&[(OpenAi, "")]).await;
    let long = json!({ "text": "Café coado em casa, da moagem à xícara, com todos os detalhes de cada passo" });
    app.fakes.answer_with(Service::OpenAi, long.to_string());
    let text = app.title().await.expect(200).json;
    // Tokens depend on the wording of the instructions.
    assert_json_snapshot!("short_text", text, { ".usage.input_tokens" => "[tokens]" });
}

#[tokio::test]
async fn a_faq() {
    let app = TestApp::with_keys(&[(OpenAi, "")]).await;
    let answer = "A água para o café fica entre 90 e 96 graus. Ferva, espere um minuto e despeje devagar, em \
                  círculos, para molhar todo o pó por igual.";
    let item = json!({ "question": "Qual é a temperatura?", "answer": answer });
    for _ in 0..2 {
        let items = json!({ "items": [item] }).to_string();
        app.fakes.answer_with(Service::OpenAi, items);
    }
    let body = json!({
        "site_id": app.site.0, "count": 3, "title": "Café", "items": [{ "question": "Minha?", "answer": "Sim." }],
    });
    let faq = app.post("/posts/generate-faq", body).await.expect(200).json;
    assert_json_snapshot!("faq", faq, { ".usage.input_tokens" => "[tokens]" });
}

#[tokio::test]
async fn a_token_summary() {
    let app = TestApp::new().await;
    for (id, calls) in [
        (
            "a",
            vec![bill("gemini", "gemini-3.8-flash", (1, 2), Some(3))],
        ),
        (
            "b",
            vec![
                bill("openai", "gpt-6-luna", (10, 20), Some(30_000)),
                bill("openai", "gpt-9-nova", (100, 200), None),
            ],
        ),
        (
            "c",
            vec![BilledCall {
                estimated: true,
                ..bill("openai", "gpt-6-luna", (1_000, 2_000), Some(3_000_000))
            }],
        ),
    ] {
        let recorded = app
            .ports
            .store
            .record_usage(id, &calls, &app.ports.zone, app.now());
        assert!(recorded.await.unwrap());
        // To the next day, and to the next month.
        app.later(if id == "a" {
            10 * 24 * 3_600
        } else {
            24 * 3_600
        });
    }
    app.later(-24 * 3_600);
    assert_json_snapshot!(
        "token_summary",
        app.get("/tokens/summary").await.expect(200).json
    );
}

#[tokio::test]
async fn quotas() {
    let key = key(OpenAi, "");
    let environment = [
        ("OPENAI_API_KEY", key.as_str()),
        ("AI_IMAGE_MONTHLY_QUOTA", "10"),
    ];
    let app = TestApp::at("2026-11-23T15:00:00Z", &environment).await;
    let admin = app.create_user("ada", Role::Admin).await;
    let post = app.draft(&app.writer).await;
    for (user, times) in [(&admin, 3), (&app.writer, 2)] {
        for _ in 0..times {
            let body = json!({ "content_id": post.0 });
            let queued = app
                .send(user, Method::POST, "/media/generate", body, &[])
                .await;
            queued.expect(202);
        }
    }
    let quotas = app
        .send(&admin, Method::GET, "/quotas", Value::Null, &[])
        .await;
    assert_json_snapshot!("quotas", quotas.expect(200).json);
}
