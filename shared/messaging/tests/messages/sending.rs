//! What each provider is sent, and what it answers.

use serde_json::{Value, json};
use wiremock::matchers::{any, path};
use wiremock::{Mock, MockServer, Request, ResponseTemplate};

use crate::channel::{SECURITY_TOKEN, TOKEN, messenger, phone};

const TEXT: &str = "Olá,\nhá um texto para aprovar.";

/// The one request of a message, which the provider accepts with `status` and `answer`.
async fn sent(
    provider: &str,
    more: &[(&str, &str)],
    (status, answer): (u16, Value),
    id: &str,
) -> Request {
    let server = MockServer::start().await;
    let answer = ResponseTemplate::new(status).set_body_json(answer);
    Mock::given(any()).respond_with(answer).mount(&server).await;
    let messenger = messenger(&server, provider, more);
    let accepted = messenger.send_text(&phone(), TEXT).await.unwrap();
    assert_eq!(accepted.message_id, id);
    let mut requests = server.received_requests().await.unwrap();
    assert_eq!(requests.len(), 1);
    let request = requests.remove(0);
    assert_eq!(request.method, "POST");
    request
}

fn body(request: &Request) -> Value {
    request.body_json().unwrap()
}

fn cloud_answer() -> (u16, Value) {
    let answer = json!({
        "messaging_product": "whatsapp",
        "contacts": [{ "input": "5511988887777", "wa_id": "551188887777" }],
        "messages": [{ "id": "wamid.HBg", "message_status": "accepted" }],
    });
    (200, answer)
}

#[tokio::test]
async fn the_cloud_api_gets_a_text() {
    let request = sent("cloud", &[], cloud_answer(), "wamid.HBg").await;
    assert_eq!(request.url.path(), "/v25.0/agencia-1/messages");
    assert_eq!(request.headers["authorization"], format!("Bearer {TOKEN}"));
    assert_eq!(
        body(&request),
        json!({
            "messaging_product": "whatsapp", "recipient_type": "individual", "to": "5511988887777",
            "type": "text", "text": { "body": TEXT, "preview_url": false },
        })
    );
}

#[tokio::test]
async fn a_template_of_the_cloud_api_gets_the_text_in_place_of_the_title() {
    for (more, language) in [
        (vec![("TEMPLATE", "aviso")], "pt_BR"),
        (
            vec![("TEMPLATE", "aviso"), ("TEMPLATE_LANG", "en_US")],
            "en_US",
        ),
    ] {
        let server = MockServer::start().await;
        for (place, answer) in [
            ("media", json!({ "id": "77" })),
            ("messages", cloud_answer().1),
        ] {
            Mock::given(path(format!("/v25.0/agencia-1/{place}")))
                .respond_with(ResponseTemplate::new(200).set_body_json(answer))
                .expect(1)
                .mount(&server)
                .await;
        }
        let messenger = messenger(&server, "cloud", &more);
        messenger.send_text(&phone(), TEXT).await.unwrap();
        let requests = server.received_requests().await.unwrap();
        let text = |text: &str| json!({ "type": "text", "text": text });
        assert_eq!(
            body(&requests[1]),
            json!({
                "messaging_product": "whatsapp", "recipient_type": "individual", "to": "5511988887777",
                "type": "template",
                "template": {
                    "name": "aviso", "language": { "code": language },
                    "components": [
                        { "type": "header", "parameters": [{ "type": "image", "image": { "id": "77" } }] },
                        { "type": "body", "parameters": [text("Pauta"), text("Olá, há um texto para aprovar.")] },
                        { "type": "button", "sub_type": "url", "index": "0", "parameters": [text("teste")] },
                    ],
                },
            })
        );
    }
}

#[tokio::test]
async fn another_version_of_the_cloud_api_is_called() {
    let version = [("VERSION", "v26.0")];
    let request = sent("cloud", &version, cloud_answer(), "wamid.HBg").await;
    assert_eq!(request.url.path(), "/v26.0/agencia-1/messages");
}

#[tokio::test]
async fn the_evolution_api_gets_a_text() {
    let answer = json!({
        "key": { "remoteJid": "551188887777@s.whatsapp.net", "fromMe": true, "id": "3EB0" },
        "status": "PENDING",
    });
    let request = sent("evolution", &[], (201, answer), "3EB0").await;
    assert_eq!(request.url.path(), "/message/sendText/agencia-1");
    assert_eq!(request.headers["apikey"], TOKEN);
    assert_eq!(
        body(&request),
        json!({ "number": "5511988887777", "text": TEXT, "linkPreview": false })
    );
}

#[tokio::test]
async fn zapi_gets_a_text() {
    let answer = json!({ "zaapId": "3999", "messageId": "D241", "id": "D241" });
    let request = sent("zapi", &[], (200, answer), "D241").await;
    let path = format!("/instances/agencia-1/token/{TOKEN}/send-text");
    assert_eq!(request.url.path(), path);
    assert_eq!(request.headers["client-token"], SECURITY_TOKEN);
    assert_eq!(
        body(&request),
        json!({ "phone": "5511988887777", "message": TEXT })
    );
}
