//! Requests for images: what is accepted, stored and sent.

use std::sync::Arc;

use domain::platform::access::Role;
use domain::platform::generation::{GenerationTask, ImageTask};
use domain::platform::id::GenerationId;
use domain::platform::month::Month;
use futures_util::future::join_all;
use http::{Method, header};
use platform_store::{Begun, ImageAllowance, RequestIdentity, body_hash};
use platform_testkit::TestApi;
use ports::WorkMessage;
use serde_json::json;
use settings::AiProvider::{Anthropic, Gemini, OpenAi};

use crate::app::{Broken, TestApp};

const ROUTE: &str = "/media/generate";

#[tokio::test]
async fn an_image_is_queued_and_counts_at_once() {
    let app = TestApp::with_keys(&[(OpenAi, "")]).await;
    let post = app.draft(&app.writer).await;
    let body = json!({ "content_id": post.0, "prompt": "Uma xícara azul", "provider": "gemini" });
    let accepted = app.post(ROUTE, body).await.expect(202);
    let generation_id = GenerationId(accepted.json["id"].as_u64().unwrap());
    let place = format!("/api/v1/generations/{generation_id}");
    assert_eq!(accepted.headers[header::LOCATION], place.as_str());
    assert_eq!(accepted.json["kind"], "image");
    assert_eq!(
        app.queue.try_next(),
        Some(WorkMessage::Generation { generation_id })
    );
    let quotas = app.get("/quotas").await.expect(200).json;
    assert_eq!(
        quotas["images"],
        json!({ "used": 1, "allowed": 50, "remaining": 49, "users": null })
    );
    let (_, task) = app
        .ports
        .store
        .take_generation(generation_id, app.now())
        .await
        .unwrap()
        .unwrap();
    let GenerationTask::Image(image) = task else {
        panic!("{task:?}");
    };
    assert_eq!(
        (image.content_id, image.prompt.as_str()),
        (post, "Uma xícara azul")
    );
    assert_eq!(app.asked(OpenAi), 0);
}

#[tokio::test]
async fn a_repeated_request_counts_once() {
    let app = TestApp::with_keys(&[(OpenAi, "")]).await;
    let post = app.draft(&app.writer).await;
    let body = json!({ "content_id": post.0, "prompt": "Uma xícara azul" });
    let key = [("idempotency-key", "imagem-1")];
    let first = app.post_with(ROUTE, body.clone(), &key).await.expect(202);
    let again = app.post_with(ROUTE, body.clone(), &key).await.expect(202);
    assert_eq!(first.json, again.json);
    assert_eq!(again.headers["idempotency-replayed"], "true");
    app.queue.try_next().unwrap();
    assert_eq!(app.queue.try_next(), None);
    assert_eq!(app.get("/quotas").await.json["images"]["used"], 1);
}

#[tokio::test]
async fn parallel_repetitions_make_one_image() {
    let app = TestApp::with_keys(&[(OpenAi, "")]).await;
    let post = app.draft(&app.writer).await;
    let body = json!({ "content_id": post.0 });
    let key = [("idempotency-key", "imagem-1")];
    let requests = (0..10).map(|_| app.post_with(ROUTE, body.clone(), &key));
    for answer in join_all(requests).await {
        match answer.status.as_u16() {
            202 => assert_eq!(answer.json["id"], 1),
            _ => answer.assert_error(409, "idempotency_in_progress"),
        }
    }
    assert_eq!(app.get("/quotas").await.json["images"]["used"], 1);
}

#[tokio::test]
async fn a_request_whose_process_died_after_its_transaction_is_answered_from_its_work() {
    let app = TestApp::with_keys(&[(OpenAi, "")]).await;
    let (store, now) = (&app.ports.store, app.now());
    let post = app.draft(&app.writer).await;
    let body = json!({ "content_id": post.0, "prompt": "Uma xícara" });
    let hash = body_hash([body.to_string().as_bytes()]);
    let path = "/api/v1/media/generate";
    let identity = RequestIdentity::new(app.writer.id.0, "POST", path, "imagem-1", hash);
    let Begun::Start(claim) = store.begin_request(identity, now).await.unwrap() else {
        panic!("the key is new");
    };
    let task = GenerationTask::Image(ImageTask {
        content_id: post,
        prompt: "Uma xícara".into(),
        in_text: false,
    });
    let allowance = ImageAllowance {
        month: Month::of(now, &app.ports.zone),
        images: 1,
    };
    let stored = store.request_generation(&claim, app.writer.id, &task, Some(allowance), now);
    let stored = stored.await.unwrap();
    let key = [("idempotency-key", "imagem-1")];
    let answer = app.post_with(ROUTE, body, &key).await.expect(202);
    assert_eq!(answer.json["id"], stored.id.0);
    assert_eq!(answer.headers["idempotency-replayed"], "true");
    assert_eq!(app.get("/quotas").await.json["images"]["used"], 1);
}

#[tokio::test]
async fn posts_of_others_and_deleted_ones_get_no_image() {
    let app = TestApp::with_keys(&[(OpenAi, "")]).await;
    let stranger = app.create_user("ivo", Role::Editor).await;
    let post = app.draft(&app.editor).await;
    let body = json!({ "content_id": post.0, "prompt": "Uma xícara" });
    for user in [&app.writer, &stranger] {
        let refused = app.send(user, Method::POST, ROUTE, body.clone(), &[]).await;
        refused.assert_error(404, "not_found");
    }
    let absent = json!({ "content_id": 99, "prompt": "Uma xícara" });
    app.post(ROUTE, absent).await.assert_error(404, "not_found");
    app.delete(post).await;
    let refused = app.send(&app.editor, Method::POST, ROUTE, body, &[]).await;
    refused.assert_error(409, "post_deleted");
    assert_eq!(app.get("/quotas").await.json["images"]["used"], 0);
}

#[tokio::test]
async fn a_prompt_is_needed_only_where_the_post_has_no_title() {
    let app = TestApp::with_keys(&[(OpenAi, "")]).await;
    let post = app.draft(&app.writer).await;
    app.post(ROUTE, json!({ "content_id": post.0 }))
        .await
        .expect(202);
    for (body, field) in [
        (json!({ "prompt": "Uma xícara" }), "content_id"),
        (
            json!({ "content_id": post.0, "prompt": "é".repeat(4_001) }),
            "prompt",
        ),
    ] {
        let refused = app.post(ROUTE, body).await;
        refused.assert_error(422, "invalid_fields");
        assert_eq!(refused.issue_fields(), [field]);
    }
    let stored = app.ports.store.post(post).await.unwrap().unwrap();
    let change = platform_store::PostChange::of(&stored, |post| post.fields.title.clear());
    app.ports.store.save_post(change).await.unwrap();
    let refused = app
        .post(ROUTE, json!({ "content_id": post.0, "prompt": " " }))
        .await;
    refused.assert_error(422, "invalid_fields");
    assert_eq!(refused.issue_fields(), ["prompt"]);
    assert_eq!(app.get("/quotas").await.json["images"]["used"], 1);
}

#[tokio::test]
async fn a_failing_queue_does_not_lose_the_request() {
    let mut app = TestApp::with_keys(&[(Gemini, "")]).await;
    app.ports.generations = Arc::new(Broken);
    let post = app.draft(&app.writer).await;
    app.post(ROUTE, json!({ "content_id": post.0 }))
        .await
        .expect(202);
}

#[tokio::test]
async fn a_provider_of_texts_alone_does_not_count_as_one_of_images() {
    let app = TestApp::with_keys(&[(Anthropic, "")]).await;
    let post = app.draft(&app.writer).await;
    let refused = app.post(ROUTE, json!({ "content_id": post.0 })).await;
    refused.assert_error(409, "not_configured");
    assert_eq!(
        refused.json["message"],
        "Nenhum provedor de imagens tem chave de API. Cadastre uma em Configurações → Chaves de API (PUT \
             /api/v1/settings/api-keys), ou na variável de ambiente OPENAI_API_KEY ou GEMINI_API_KEY."
    );
    assert_eq!(app.get("/quotas").await.json["images"]["used"], 0);
}
