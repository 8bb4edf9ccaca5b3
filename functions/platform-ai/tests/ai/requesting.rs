//! Requests for articles and improved texts: what is accepted, stored and sent.

use std::sync::Arc;

use domain::platform::access::Role;
use domain::platform::generation::{GenerationState, GenerationTask};
use domain::platform::id::GenerationId;
use http::{Method, header};
use platform_testkit::{RequestBody, TestApi, TestRequest, TestResponse};
use ports::WorkMessage;
use serde_json::{Value, json};
use settings::AiProvider::OpenAi;

use crate::app::{Broken, TestApp};

const CONTENT: &str = "/posts/generate-content";
const IMPROVE: &str = "/posts/improve-content";

fn bodies(app: &TestApp) -> [(&'static str, Value); 2] {
    let site = app.site.0;
    [
        (CONTENT, json!({ "site_id": site, "prompt": "Café coado" })),
        (
            IMPROVE,
            json!({ "site_id": site, "text": "<p>Café coado</p>" }),
        ),
    ]
}

fn id(response: &TestResponse) -> GenerationId {
    GenerationId(response.json["id"].as_u64().unwrap())
}

#[tokio::test]
async fn a_request_is_stored_and_sent_and_no_provider_is_asked() {
    let app = TestApp::with_keys(&[(OpenAi, "")]).await;
    for (route, body) in bodies(&app) {
        let accepted = app.post(route, body).await.expect(202);
        let id = id(&accepted);
        let place = format!("/api/v1/generations/{id}");
        assert_eq!(accepted.headers[header::LOCATION], place.as_str());
        assert_eq!(accepted.json["state"], "queued");
        assert_eq!(accepted.json["progress"], 0);
        let message = WorkMessage::Generation { generation_id: id };
        assert_eq!(app.queue.try_next(), Some(message));
        assert_eq!(app.queue.try_next(), None);
        let stored = app.ports.store.generation(id, app.now()).await.unwrap();
        let stored = stored.unwrap();
        assert_eq!(
            (stored.user_id, stored.state),
            (app.writer.id, GenerationState::Queued)
        );
    }
    assert_eq!(app.asked(OpenAi), 0);
}

#[tokio::test]
async fn the_task_holds_the_whole_wish() {
    let app = TestApp::with_keys(&[(OpenAi, "")]).await;
    let wish = json!({
        "site_id": app.site.0, "prompt": "Sobre café", "tone": "didático", "keyword": "café coado", "length": 300,
        "title": "Café", "text": "<p>Café</p>", "provider": "gemini", "model": "gpt-6-astra",
    });
    let mut tasks = Vec::new();
    for route in [CONTENT, IMPROVE] {
        let accepted = app.post(route, wish.clone()).await.expect(202);
        let taken = app
            .ports
            .store
            .take_generation(id(&accepted), app.now())
            .await;
        tasks.push(taken.unwrap().unwrap().1);
    }
    let [
        GenerationTask::Content(content),
        GenerationTask::Improvement(improvement),
    ] = &tasks[..]
    else {
        panic!("{tasks:?}");
    };
    assert_eq!((content.site_id, content.words), (app.site, 300));
    assert_eq!(content.prompt, "Sobre café");
    assert_eq!(improvement.title, "Café");
    assert_eq!(improvement.text, "<p>Café</p>");
    assert_eq!(improvement.prompt, "Sobre café");
    for wishes in [&content.wishes, &improvement.wishes] {
        assert_eq!(
            (wishes.tone.as_str(), wishes.keyword.as_str()),
            ("didático", "café coado")
        );
    }
}

#[tokio::test]
async fn the_length_is_a_thousand_words_by_default() {
    let app = TestApp::with_keys(&[(OpenAi, "")]).await;
    let (_, task) = app
        .ports
        .store
        .take_generation(app.article().await, app.now())
        .await
        .unwrap()
        .unwrap();
    let GenerationTask::Content(content) = task else {
        panic!("{task:?}");
    };
    assert_eq!(content.words, 1_000);
}

#[tokio::test]
async fn invalid_fields_are_named() {
    let app = TestApp::with_keys(&[(OpenAi, "")]).await;
    let long = |count: usize| "é".repeat(count);
    for (route, changes, fields) in [
        (CONTENT, json!({ "prompt": " \n" }), vec!["prompt"]),
        (CONTENT, json!({ "prompt": null }), vec!["prompt"]),
        (CONTENT, json!({ "prompt": long(10_001) }), vec!["prompt"]),
        (CONTENT, json!({ "length": 299 }), vec!["length"]),
        (CONTENT, json!({ "length": 3_001 }), vec!["length"]),
        (CONTENT, json!({ "length": -1 }), vec!["length"]),
        (CONTENT, json!({ "length": "1000" }), vec!["length"]),
        (
            CONTENT,
            json!({ "tone": long(101), "keyword": long(201) }),
            vec!["tone", "keyword"],
        ),
        (IMPROVE, json!({ "text": "" }), vec!["text"]),
        (
            IMPROVE,
            json!({ "text": "a".repeat(100_001) }),
            vec!["text"],
        ),
        (
            IMPROVE,
            json!({ "title": long(1_001), "prompt": long(10_001) }),
            vec!["title", "prompt"],
        ),
        (
            IMPROVE,
            json!({ "tone": long(101), "keyword": long(201) }),
            vec!["tone", "keyword"],
        ),
        (IMPROVE, json!({ "site_id": -1 }), vec!["site_id"]),
    ] {
        let [(_, content), (_, improve)] = bodies(&app);
        let mut body = if route == CONTENT { content } else { improve };
        for (name, value) in changes.as_object().unwrap() {
            body[name] = value.clone();
        }
        let refused = app.post(route, body).await;
        refused.assert_error(422, "invalid_fields");
        assert_eq!(refused.issue_fields(), fields, "{route} {changes}");
    }
    assert_eq!(app.queue.try_next(), None);
}

#[tokio::test]
async fn the_bounds_themselves_are_accepted() {
    let app = TestApp::with_keys(&[(OpenAi, "")]).await;
    let long = |count: usize| "é".repeat(count);
    for length in [300, 3_000] {
        let body = json!({
            "site_id": app.site.0, "prompt": long(10_000), "tone": long(100), "keyword": long(200), "length": length,
        });
        app.post(CONTENT, body).await.expect(202);
    }
    let body = json!({ "site_id": app.site.0, "text": "a".repeat(100_000), "title": long(1_000) });
    app.post(IMPROVE, body).await.expect(202);
}

#[tokio::test]
async fn foreign_sites_do_not_exist_and_members_may_ask() {
    let app = TestApp::with_keys(&[(OpenAi, "")]).await;
    let stranger = app.create_user("ivo", Role::Editor).await;
    let gerente = app.create_user("gil", Role::Gerente).await;
    for (route, body) in bodies(&app) {
        let send = |user, body| app.send(user, Method::POST, route, body, &[]);
        let refused = send(&stranger, body.clone()).await;
        refused.assert_error(404, "not_found");
        assert_eq!(refused.issue_fields(), ["site_id"]);
        for user in [&app.writer, &app.editor, &gerente] {
            send(user, body.clone()).await.expect(202);
        }
        // A foreign site is not told apart by the validation of the other fields.
        send(
            &stranger,
            json!({ "site_id": app.site.0, "prompt": "", "text": "" }),
        )
        .await
        .assert_error(404, "not_found");
    }
}

#[tokio::test]
async fn the_session_is_checked_before_the_body() {
    let app = TestApp::with_keys(&[(OpenAi, "")]).await;
    for route in [CONTENT, IMPROVE, "/media/generate"] {
        let request = || {
            TestRequest::new(Method::POST, format!("/api/v1{route}"))
                .body(RequestBody::Raw("application/json", "{".into()))
                .headers(&[("idempotency-key", "k")])
        };
        let refused = request().send(&app.router()).await;
        refused.assert_error(401, "unauthenticated");
        let token = app.writer.token(app.keyring(), app.now());
        let refused = request().bearer(&token).send(&app.router()).await;
        refused.assert_error(400, "invalid_json");
        let declared = request().body(RequestBody::Raw("text/plain", "{}".into()));
        let declared = declared.headers(&[("idempotency-key", "k2")]);
        let refused = declared.bearer(&token).send(&app.router()).await;
        refused.assert_error(415, "unsupported_media_type");
    }
}

#[tokio::test]
async fn a_repeated_request_gets_the_first_response_and_starts_nothing() {
    let app = TestApp::with_keys(&[(OpenAi, "")]).await;
    for (route, body) in bodies(&app) {
        let key = [("idempotency-key", "pedido-1")];
        let first = app.post_with(route, body.clone(), &key).await.expect(202);
        let again = app.post_with(route, body.clone(), &key).await.expect(202);
        assert_eq!(first.json, again.json);
        assert_eq!(
            first.headers[header::LOCATION],
            again.headers[header::LOCATION]
        );
        assert_eq!(again.headers["idempotency-replayed"], "true");
        let message = WorkMessage::Generation {
            generation_id: id(&first),
        };
        assert_eq!(app.queue.try_next(), Some(message));
        assert_eq!(app.queue.try_next(), None);
        let other = json!({ "site_id": app.site.0, "prompt": "Chá", "text": "<p>Chá</p>" });
        let reused = app.post_with(route, other.clone(), &key).await;
        reused.assert_error(422, "idempotency_key_reused");
        let next = app
            .post_with(route, other, &[("idempotency-key", "pedido-2")])
            .await;
        assert_ne!(id(&next.expect(202)), id(&first));
        app.queue.try_next().unwrap();
    }
}

#[tokio::test]
async fn a_failing_queue_does_not_lose_the_request() {
    let mut app = TestApp::with_keys(&[(OpenAi, "")]).await;
    app.ports.generations = Arc::new(Broken);
    for (route, body) in bodies(&app) {
        let accepted = app.post(route, body).await.expect(202);
        let stored = app
            .ports
            .store
            .generation(id(&accepted), app.now())
            .await
            .unwrap();
        assert!(stored.unwrap().next_at.is_some(), "the tick sends it");
    }
}

#[tokio::test]
async fn without_a_key_the_message_says_which_keys_and_where() {
    let app = TestApp::new().await;
    for (route, body) in bodies(&app) {
        let refused = app.post(route, body).await;
        refused.assert_error(409, "not_configured");
        let message = refused.json["message"].as_str().unwrap();
        for part in [
            "Configurações → Chaves de API (PUT /api/v1/settings/api-keys)",
            "OPENAI_API_KEY, ANTHROPIC_API_KEY ou GEMINI_API_KEY",
        ] {
            assert!(message.contains(part), "{message}");
        }
    }
    assert_eq!(app.queue.try_next(), None);
}
