//! Each failure by its kind, with the provider's own words.

use std::time::Duration;

use messaging::MessageFailure::{
    self, BadPayload, BadRequest, HeldBack, InvalidKey, NoPermission, NotOnWhatsapp, Picture,
    ProviderFailed, RateLimited, Template, UnknownOutcome, Unreachable, WindowClosed,
};
use messaging::{MessageError, Messenger};
use outbound::{Outbound, Policy};
use serde_json::{Value, json};
use wiremock::matchers::any;
use wiremock::{Mock, MockServer, ResponseTemplate};

use crate::channel::{SECURITY_TOKEN, TOKEN, messenger, phone, read, settings};

async fn failed(messenger: &Messenger) -> MessageError {
    let error = messenger.send_text(&phone(), "Oi").await.unwrap_err();
    let shown = format!("{error} {error:?} {messenger:?}");
    for secret in ["canario", "sentinela", "98888"] {
        assert!(!shown.contains(secret), "{shown}");
    }
    error
}

async fn of_answer(provider: &str, answer: ResponseTemplate) -> MessageError {
    let server = MockServer::start().await;
    Mock::given(any()).respond_with(answer).mount(&server).await;
    failed(&messenger(&server, provider, &[])).await
}

async fn judged(provider: &str, rows: Vec<(u16, Value, MessageFailure, Option<&str>)>) {
    for (status, body, failure, words) in rows {
        let answer = ResponseTemplate::new(status).set_body_json(&body);
        let error = of_answer(provider, answer).await;
        assert_eq!(error.failure, failure, "{provider} {status} {body}");
        assert_eq!(error.message.as_deref(), words, "{provider} {status}");
    }
}

#[tokio::test]
async fn a_code_of_the_cloud_api_has_its_kind() {
    for (codes, failure) in [
        (&[0, 190][..], InvalidKey),
        (
            &[
                3, 10, 200, 299, 131_005, 368, 130_497, 131_030, 131_031, 131_042, 131_045,
            ],
            NoPermission,
        ),
        (
            &[4, 80_007, 130_429, 131_048, 131_056, 131_064],
            RateLimited,
        ),
        (&[131_026], NotOnWhatsapp),
        (&[131_047], WindowClosed),
        (
            &[
                132_000, 132_001, 132_005, 132_007, 132_008, 132_012, 132_015, 132_016,
            ],
            Template,
        ),
        (&[131_000, 131_016, 131_057, 135_000], ProviderFailed),
        (&[100, 131_008, 131_009, 131_062], BadRequest),
        (&[131_049, 131_050], HeldBack),
        (&[131_051, 131_052, 131_053], Picture),
    ] {
        let rows = codes.iter().map(|code| {
            let error = json!({ "message": "(#1) Motivo", "type": "OAuthException", "code": code });
            (400, json!({ "error": error }), failure, Some("(#1) Motivo"))
        });
        judged("cloud", rows.collect()).await;
    }
}

#[tokio::test]
async fn the_cloud_api_adds_details_to_its_words() {
    let body = |message: &str, details: &str| {
        let data = json!({ "messaging_product": "whatsapp", "details": details });
        json!({ "error": { "message": message, "code": 131_047, "error_data": data } })
    };
    let rows = vec![
        (
            400,
            body("Re-engagement", "More than 24 hours"),
            WindowClosed,
            Some("Re-engagement: More than 24 hours"),
        ),
        (
            400,
            body("Re-engagement", "Re-engagement"),
            WindowClosed,
            Some("Re-engagement"),
        ),
        (
            400,
            body(&format!("Token {TOKEN}"), "a\nb"),
            WindowClosed,
            Some("Token ••• a b"),
        ),
        (401, json!({}), InvalidKey, None),
        (503, json!({}), ProviderFailed, None),
        (500, json!({}), UnknownOutcome, None),
    ];
    judged("cloud", rows).await;
}

#[tokio::test]
async fn a_status_of_the_evolution_api_has_its_kind_and_words() {
    let error = |status: u16, message: Value| json!({ "status": status, "error": "Bad Request", "response": { "message": message } });
    let absent = json!([{ "jid": "551188887777@s.whatsapp.net", "exists": false, "number": "551188887777" }]);
    let rows = vec![
        (
            401,
            error(401, json!("Unauthorized")),
            InvalidKey,
            Some("Unauthorized"),
        ),
        (
            403,
            error(403, json!(["Forbidden"])),
            NoPermission,
            Some("Forbidden"),
        ),
        (400, error(400, absent), NotOnWhatsapp, Some("Bad Request")),
        (
            404,
            error(404, json!(["The \"agencia-1\" instance does not exist"])),
            BadRequest,
            Some("The \"agencia-1\" instance does not exist"),
        ),
        (
            400,
            error(400, json!([["instance requires property \"text\"", TOKEN]])),
            BadRequest,
            Some("instance requires property \"text\"; •••"),
        ),
        (429, json!({}), RateLimited, None),
        (
            500,
            error(500, json!("Connection Closed")),
            UnknownOutcome,
            Some("Connection Closed"),
        ),
        (
            503,
            json!({ "message": "Down" }),
            ProviderFailed,
            Some("Down"),
        ),
    ];
    judged("evolution", rows).await;
}

#[tokio::test]
async fn a_status_of_zapi_has_its_kind_and_words() {
    let rows = vec![
        (
            400,
            json!({ "error": "Instance not found" }),
            InvalidKey,
            Some("Instance not found"),
        ),
        (
            403,
            json!({ "error": format!("{SECURITY_TOKEN} not allowed") }),
            InvalidKey,
            Some("••• not allowed"),
        ),
        (
            400,
            json!({ "error": "your client-token is not configured" }),
            InvalidKey,
            Some("your client-token is not configured"),
        ),
        (
            400,
            json!({ "error": "Bad", "message": format!("/token/{TOKEN}/send-text") }),
            InvalidKey,
            Some("Bad: •••"),
        ),
        (
            400,
            json!({ "message": "Phone number does not exist" }),
            NotOnWhatsapp,
            Some("Phone number does not exist"),
        ),
        (
            200,
            json!({ "error": "You are not connected." }),
            BadRequest,
            Some("You are not connected."),
        ),
        (
            415,
            json!({ "error": "Unsupported" }),
            BadRequest,
            Some("Unsupported"),
        ),
        (429, json!({}), RateLimited, None),
        (500, json!({}), UnknownOutcome, None),
    ];
    judged("zapi", rows).await;
}

#[tokio::test]
async fn other_responses_are_not_of_the_interface() {
    for answer in [
        ResponseTemplate::new(200).set_body_string("<html>"),
        ResponseTemplate::new(200).set_body_json(json!({ "messages": [] })),
        ResponseTemplate::new(200).set_body_json(json!({ "messages": [{ "id": "" }] })),
        ResponseTemplate::new(404).set_body_string("<html>Not found</html>"),
        ResponseTemplate::new(302).insert_header("location", "https://login.example/?a=b"),
        ResponseTemplate::new(200).set_body_bytes(vec![b' '; 128 * 1024]),
    ] {
        for provider in ["cloud", "evolution", "zapi"] {
            let error = of_answer(provider, answer.clone()).await;
            assert_eq!((error.failure, error.message), (BadPayload, None));
        }
    }
}

#[tokio::test]
async fn long_words_are_cut_and_the_wait_is_kept() {
    let body = json!({ "message": "palavra ".repeat(100) });
    let answer = ResponseTemplate::new(429)
        .set_body_json(body)
        .insert_header("retry-after", "120");
    let error = of_answer("evolution", answer).await;
    assert_eq!(error.retry_after, Some(Duration::from_secs(120)));
    let words = error.message.unwrap();
    assert!(
        words.ends_with('…') && words.chars().count() <= 300,
        "{words}"
    );
}

#[tokio::test]
async fn a_server_that_does_not_answer_leaves_the_outcome_open() {
    // Closes each connection after the request.
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let served = std::thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        let mut bytes = [0; 4096];
        let read = std::io::Read::read(&mut stream, &mut bytes).unwrap();
        assert!(read > 0);
    });
    let values = [
        ("URL", url.as_str()),
        ("TOKEN", TOKEN),
        ("INSTANCE", "agencia-1"),
    ];
    let error = failed(&read(&values).unwrap().unwrap()).await;
    served.join().unwrap();
    assert_eq!(error.failure, UnknownOutcome);
    assert!(error.may_have_been_sent());
}

#[tokio::test]
async fn a_server_that_cannot_be_called_is_unreachable() {
    for (url, policy) in [
        ("http://127.0.0.1:9", Policy::local()),
        ("https://127.0.0.1", Policy::cloud()),
        ("https://169.254.169.254", Policy::cloud()),
        ("https://mensagens.internal", Policy::cloud()),
    ] {
        for provider in ["cloud", "evolution", "zapi"] {
            let values = [
                ("PROVIDER", provider),
                ("URL", url),
                ("TOKEN", TOKEN),
                ("INSTANCE", "1"),
            ];
            let outbound = Outbound::new(policy).unwrap();
            let messenger = Messenger::of_settings(&settings(&values), outbound);
            let error = failed(&messenger.unwrap().unwrap()).await;
            assert_eq!(error.failure, Unreachable, "{url}");
            assert!(!error.may_have_been_sent());
        }
    }
}
