//! Test messages through the messaging channel.

use domain::platform::access::Role;
use http::Method;
use platform_testkit::{TestApi, TestResponse, TestUser};
use serde_json::{Value, json};
use wiremock::matchers::{body_partial_json, header, method, path};
use wiremock::{Mock, MockServer, ResponseTemplate};

use crate::app::{TestApp, issues};

const PAGE: &str = "/settings/notifications";
const TEST: &str = "/settings/notifications/test";
const TOKEN: &str = "canario-ficha-91b7c2";

async fn send(app: &TestApp, to: Value) -> TestResponse {
    let body = json!({ "channel": "whatsapp", "to": to });
    app.request(&app.admin, Method::POST, TEST, body).await
}

/// An application with an Evolution API at `server` as its channel.
async fn with_channel(server: &MockServer) -> TestApp {
    let app = TestApp::new().await;
    let channel = json!({
        "WHATSAPP_API_URL": server.uri(),
        "WHATSAPP_API_TOKEN": TOKEN,
        "WHATSAPP_API_INSTANCE": "agencia-1",
    });
    app.put(PAGE, channel).await.expect(200);
    app
}

async fn answering(answer: ResponseTemplate) -> MockServer {
    let server = MockServer::start().await;
    Mock::given(method("POST"))
        .respond_with(answer)
        .mount(&server)
        .await;
    server
}

#[tokio::test]
async fn the_number_gets_the_message() {
    let server = MockServer::start().await;
    let accepted = ResponseTemplate::new(201).set_body_json(json!({ "key": { "id": "3EB0" } }));
    Mock::given(path("/message/sendText/agencia-1"))
        .and(header("apikey", TOKEN))
        .and(body_partial_json(json!({ "number": "5511988887777" })))
        .respond_with(accepted)
        .expect(2)
        .mount(&server)
        .await;
    let app = with_channel(&server).await;
    for to in ["+55 11 98888-7777", "(11) 8888-7777"] {
        let sent = send(&app, json!(to)).await.expect(200);
        let expected = json!({ "channel": "whatsapp", "to": "+5511988887777" });
        assert_eq!(sent.json, expected);
    }
    let requests = server.received_requests().await.unwrap();
    let body: Value = requests[0].body_json().unwrap();
    let text = body["text"].as_str().unwrap();
    assert!(text.contains("Pauta"), "{text}");
}

#[tokio::test]
async fn a_number_is_required_and_judged() {
    let server = answering(ResponseTemplate::new(500)).await;
    let app = with_channel(&server).await;
    for (to, code) in [
        (Value::Null, "required"),
        (json!(" "), "required"),
        (json!("98888-7777"), "invalid_number"),
        (json!("cliente@exemplo.com.br"), "invalid_number"),
    ] {
        let refused = send(&app, to).await.expect(422);
        assert_eq!(issues(&refused), [("to", code)]);
    }
    assert_eq!(server.received_requests().await.unwrap().len(), 0);
}

#[tokio::test]
async fn missing_settings_are_named() {
    let app = TestApp::new().await;
    for (channel, named, unnamed) in [
        (
            json!({}),
            &[
                "WHATSAPP_API_PROVIDER",
                "WHATSAPP_API_TOKEN",
                "WHATSAPP_API_INSTANCE",
            ][..],
            "WHATSAPP_API_URL",
        ),
        (
            json!({ "WHATSAPP_API_PROVIDER": "evolution", "WHATSAPP_API_TOKEN": TOKEN }),
            &["WHATSAPP_API_URL", "WHATSAPP_API_INSTANCE"],
            "WHATSAPP_API_TOKEN",
        ),
    ] {
        app.put(PAGE, channel).await.expect(200);
        let refused = send(&app, json!("+5511988887777")).await.expect(409);
        assert_eq!(refused.code(), "not_configured");
        let message = refused.json["message"].as_str().unwrap();
        for name in named {
            assert!(message.contains(name), "{message}");
        }
        assert!(!message.contains(unnamed), "{message}");
    }
}

#[tokio::test]
async fn a_failure_is_told_in_the_words_of_the_provider() {
    let error = |words: Value| json!({ "status": 400, "response": { "message": words } });
    for (status, body, told, words) in [
        (
            401,
            error(json!("Unauthorized")),
            "não reconhece a chave",
            "Resposta: Unauthorized",
        ),
        (
            400,
            error(json!([format!("bad key {TOKEN}")])),
            "recusou a mensagem",
            "Resposta: bad key •••",
        ),
        (
            400,
            error(json!([{ "exists": false, "number": "551188887777" }])),
            "não está no WhatsApp",
            "",
        ),
        (
            500,
            error(json!("Connection Closed")),
            "pode ter sido enviada",
            "Resposta: Connection Closed",
        ),
    ] {
        let answer = ResponseTemplate::new(status).set_body_json(body);
        let server = answering(answer).await;
        let app = with_channel(&server).await;
        let failed = send(&app, json!("+5511988887777")).await.expect(502);
        assert_eq!(failed.code(), "provider_failed");
        let message = failed.json["message"].as_str().unwrap();
        assert!(message.starts_with("O serviço Evolution API "), "{message}");
        assert!(
            message.contains(told) && message.contains(words),
            "{message}"
        );
        assert!(!failed.json.to_string().contains("canario"));
        assert_eq!(server.received_requests().await.unwrap().len(), 1);
    }
}

#[tokio::test]
async fn the_provider_s_pause_is_passed_on() {
    let answer = ResponseTemplate::new(429).insert_header("retry-after", "90");
    let app = with_channel(&answering(answer).await).await;
    let failed = send(&app, json!("+5511988887777")).await.expect(502);
    assert_eq!(failed.headers["retry-after"], "90");
}

#[tokio::test]
async fn an_inner_address_is_not_called() {
    let server = answering(ResponseTemplate::new(500)).await;
    let mut app = with_channel(&server).await;
    app.ports.outbound = outbound::Outbound::new(outbound::Policy::cloud()).unwrap();
    let failed = send(&app, json!("+5511988887777")).await.expect(502);
    let message = failed.json["message"].as_str().unwrap();
    assert!(message.contains("não pôde ser contatado"), "{message}");
    assert_eq!(server.received_requests().await.unwrap().len(), 0);
}

#[tokio::test]
async fn the_role_is_judged_before_the_request() {
    let app = TestApp::new().await;
    let now = app.ports.clock.now();
    let writer = TestUser::create(
        &app.ports.store,
        &app.ports.keyring,
        "redator",
        Role::Redator,
        now,
    );
    let body = json!({ "channel": "whatsapp" });
    let refused = app
        .request(&writer.await, Method::POST, TEST, body)
        .await
        .expect(403);
    assert_eq!(refused.code(), "forbidden");
}
