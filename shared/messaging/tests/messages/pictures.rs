//! Messages to clients: what each provider is sent with a picture, and without one when it refuses it.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use messaging::{MessageError, MessageFailure};
use ports::{ClientMessage, MessagePurpose};
use serde_json::{Value, json};
use wiremock::matchers::path_regex;
use wiremock::{Mock, MockServer, Request, ResponseTemplate};

use crate::channel::{TOKEN, message, messenger, picture};

const CAPTION: &str =
    "*Como escolher o pão*\n\nLeia e responda:\n\nhttps://pauta.example/aprovacao/6f1c2a1e";

/// A server that gives these answers to addresses with these endings.
async fn server(answers: Vec<(&str, u16, Value)>) -> MockServer {
    let server = MockServer::start().await;
    for (ending, status, body) in answers {
        Mock::given(path_regex(format!("{ending}$")))
            .respond_with(ResponseTemplate::new(status).set_body_json(body))
            .mount(&server)
            .await;
    }
    server
}

fn media() -> (&'static str, u16, Value) {
    ("/media", 200, json!({ "id": "9001" }))
}

fn accepted() -> (&'static str, u16, Value) {
    (
        "/messages",
        200,
        json!({ "messages": [{ "id": "wamid.1" }] }),
    )
}

async fn requests(server: &MockServer) -> Vec<Request> {
    server.received_requests().await.unwrap()
}

/// The last segments of the addresses that were called.
fn endings(requests: &[Request]) -> Vec<&str> {
    let paths = requests.iter().map(|request| request.url.path());
    paths.map(|path| path.rsplit('/').next().unwrap()).collect()
}

async fn send(
    server: &MockServer,
    provider: &str,
    more: &[(&str, &str)],
    message: &ClientMessage,
) -> Result<String, MessageError> {
    let sent = messenger(server, provider, more).send(message).await;
    sent.map(|accepted| accepted.message_id)
}

#[tokio::test]
async fn the_cloud_api_gets_an_uploaded_picture_with_a_caption() {
    let server = server(vec![media(), accepted()]).await;
    let message = message(MessagePurpose::ApprovalRequest);
    let sent = send(&server, "cloud", &[], &message).await;
    assert_eq!(sent, Ok("wamid.1".into()));
    let requests = requests(&server).await;
    assert_eq!(requests[0].url.path(), "/v25.0/agencia-1/media");
    let form = String::from_utf8_lossy(&requests[0].body);
    for part in [
        "name=\"messaging_product\"\r\n\r\nwhatsapp",
        "name=\"file\"; filename=\"imagem.jpg\"",
        "image/jpeg",
    ] {
        assert!(form.contains(part), "{part}: {form}");
    }
    let bytes = picture().bytes;
    assert!(
        requests[0]
            .body
            .windows(bytes.len())
            .any(|part| part == bytes)
    );
    for request in &requests {
        assert_eq!(request.headers["authorization"], format!("Bearer {TOKEN}"));
    }
    assert_eq!(
        requests[1].body_json::<Value>().unwrap(),
        json!({
            "messaging_product": "whatsapp", "recipient_type": "individual", "to": "5511988887777",
            "type": "image", "image": { "id": "9001", "caption": CAPTION },
        })
    );
}

#[tokio::test]
async fn a_template_has_the_picture_the_texts_and_the_token_of_the_page() {
    let templates = [("TEMPLATE", "aprovar"), ("TEMPLATE_PUBLISHED", "no_ar")];
    for (purpose, name, last, button) in [
        (
            MessagePurpose::ApprovalRequest,
            "aprovar",
            None,
            Some("6f1c2a1e"),
        ),
        (
            MessagePurpose::PostPublished,
            "no_ar",
            Some("https://padaria.example/pao/"),
            None,
        ),
    ] {
        let server = server(vec![media(), accepted()]).await;
        send(&server, "cloud", &templates, &message(purpose))
            .await
            .unwrap();
        let requests = requests(&server).await;
        assert_eq!(endings(&requests), ["media", "messages"]);
        let text = |text: &str| json!({ "type": "text", "text": text });
        let mut variables = vec![text("Padaria Bom Pão"), text("Como escolher o pão")];
        variables.extend(last.map(text));
        let mut components = vec![
            json!({ "type": "header", "parameters": [{ "type": "image", "image": { "id": "9001" } }] }),
            json!({ "type": "body", "parameters": variables }),
        ];
        components.extend(button.map(|token| {
            json!({ "type": "button", "sub_type": "url", "index": "0", "parameters": [text(token)] })
        }));
        assert_eq!(
            requests[1].body_json::<Value>().unwrap()["template"],
            json!({ "name": name, "language": { "code": "pt_BR" }, "components": components })
        );
    }
}

#[tokio::test]
async fn a_template_without_a_usable_picture_has_a_plain_one() {
    let templates = [("TEMPLATE", "aprovar")];
    let without = ClientMessage {
        picture: None,
        ..message(MessagePurpose::ApprovalRequest)
    };
    let server = server(vec![media(), accepted()]).await;
    send(&server, "cloud", &templates, &without).await.unwrap();
    let requests = requests(&server).await;
    assert_eq!(endings(&requests), ["media", "messages"]);
    let png = b"\x89PNG\r\n\x1a\n";
    assert!(requests[0].body.windows(png.len()).any(|part| part == png));
}

#[tokio::test]
async fn a_purpose_without_a_template_is_sent_as_a_picture() {
    let templates = [("TEMPLATE", "aprovar")];
    let server = server(vec![media(), accepted()]).await;
    let message = message(MessagePurpose::PostPublished);
    send(&server, "cloud", &templates, &message).await.unwrap();
    let sent = requests(&server).await[1].body_json::<Value>().unwrap();
    assert_eq!(sent["type"], "image");
}

#[tokio::test]
async fn the_evolution_api_and_zapi_get_the_picture_in_the_request() {
    let bytes = BASE64_STANDARD.encode(picture().bytes);
    let zapi = format!("/instances/agencia-1/token/{TOKEN}/send-image");
    for (provider, path, answer, expected) in [
        (
            "evolution",
            "/message/sendMedia/agencia-1",
            (201, json!({ "key": { "id": "3EB0" } })),
            json!({
                "number": "5511988887777", "mediatype": "image", "mimetype": "image/jpeg",
                "caption": CAPTION, "fileName": "imagem.jpg", "media": bytes,
            }),
        ),
        (
            "zapi",
            zapi.as_str(),
            (200, json!({ "zaapId": "3EB0" })),
            json!({
                "phone": "5511988887777", "caption": CAPTION,
                "image": format!("data:image/jpeg;base64,{bytes}"),
            }),
        ),
    ] {
        let server = server(vec![("", answer.0, answer.1)]).await;
        let message = message(MessagePurpose::ApprovalRequest);
        let sent = send(&server, provider, &[], &message).await;
        assert_eq!(sent, Ok("3EB0".into()));
        let requests = requests(&server).await;
        assert_eq!(requests.len(), 1);
        assert_eq!(requests[0].url.path(), path);
        assert_eq!(requests[0].body_json::<Value>().unwrap(), expected);
    }
}

#[tokio::test]
async fn a_message_whose_picture_is_refused_is_sent_as_text() {
    let refused = |code: u32| json!({ "error": { "message": "Media upload error", "code": code } });
    let bad = json!({ "response": { "message": ["Owned media must be a url or base64"] } });
    for (provider, answers, calls) in [
        (
            "cloud",
            vec![("/media", 400, refused(131_053)), accepted()],
            vec!["media", "messages"],
        ),
        (
            "cloud",
            vec![("/media", 413, json!({})), accepted()],
            vec!["media", "messages"],
        ),
        (
            "evolution",
            vec![
                ("/message/sendMedia/agencia-1", 400, bad),
                (
                    "/message/sendText/agencia-1",
                    201,
                    json!({ "key": { "id": "1" } }),
                ),
            ],
            vec!["sendMedia", "sendText"],
        ),
        (
            "zapi",
            vec![
                (
                    "/send-image",
                    400,
                    json!({ "error": "Image not supported" }),
                ),
                ("/send-text", 200, json!({ "id": "1" })),
            ],
            vec!["send-image", "send-text"],
        ),
    ] {
        let server = server(answers).await;
        let message = message(MessagePurpose::ApprovalRequest);
        send(&server, provider, &[], &message).await.unwrap();
        let requests = requests(&server).await;
        for (request, call) in requests.iter().zip(&calls) {
            assert!(request.url.path().contains(call), "{}", request.url);
        }
        assert_eq!(requests.len(), calls.len());
        let last = String::from_utf8_lossy(&requests[1].body).into_owned();
        assert!(last.contains("Como escolher o pão"), "{last}");
        assert!(last.contains("aprovacao/6f1c2a1e"), "{last}");
    }
}

#[tokio::test]
async fn nothing_else_is_sent_after_another_failure_of_a_picture() {
    let code = |code: u32| json!({ "error": { "message": "x", "code": code } });
    let absent = json!({ "response": { "message": [{ "exists": false }] } });
    for (provider, answers, failure, calls) in [
        (
            "cloud",
            vec![("/media", 400, code(190)), accepted()],
            MessageFailure::InvalidKey,
            1,
        ),
        (
            "cloud",
            vec![("/media", 500, json!({})), accepted()],
            MessageFailure::Timeout,
            1,
        ),
        (
            "cloud",
            vec![media(), ("/messages", 400, code(131_026))],
            MessageFailure::NotOnWhatsapp,
            2,
        ),
        (
            "cloud",
            vec![media(), ("/messages", 500, json!({}))],
            MessageFailure::UnknownOutcome,
            2,
        ),
        (
            "evolution",
            vec![("", 400, absent)],
            MessageFailure::NotOnWhatsapp,
            1,
        ),
        (
            "evolution",
            vec![("", 500, json!({}))],
            MessageFailure::UnknownOutcome,
            1,
        ),
        (
            "zapi",
            vec![("", 403, json!({ "error": "null not allowed" }))],
            MessageFailure::InvalidKey,
            1,
        ),
    ] {
        let server = server(answers).await;
        let message = message(MessagePurpose::ApprovalRequest);
        let error = send(&server, provider, &[], &message).await.unwrap_err();
        assert_eq!(error.failure, failure, "{provider}");
        assert_eq!(
            requests(&server).await.len(),
            calls,
            "{provider} {failure:?}"
        );
    }
}
