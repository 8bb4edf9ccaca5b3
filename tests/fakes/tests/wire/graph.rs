//! WhatsApp Cloud API.

use serde_json::{Value, json};
use service_fakes::{FakeServices, MessageTemplate, Service, TemplateStatus};

use crate::client::{Answer, send_bytes};
use crate::forms::{ask_with, post_json};
use crate::pictures::{gif, jpeg};

const SENDER: &str = "105954558954427";
const TO: &str = "5511988887777";

async fn ask(fakes: &FakeServices, token: &str, body: &Value) -> Answer {
    let path = format!("/v25.0/{SENDER}/messages");
    let bearer = format!("Bearer {token}");
    let headers = [("authorization", bearer.as_str())];
    post_json(fakes, Service::Graph, &path, &headers, body).await
}

fn text(to: &str) -> Value {
    json!({
        "messaging_product": "whatsapp", "recipient_type": "individual", "to": to, "type": "text",
        "text": { "body": "Olá", "preview_url": false },
    })
}

/// Uploads a file as a form of two fields.
async fn upload(fakes: &FakeServices, media_type: &str, file: &[u8]) -> Answer {
    let mut form = format!(
        "--corte\r\nContent-Disposition: form-data; name=\"messaging_product\"\r\n\r\nwhatsapp\r\n\
         --corte\r\nContent-Disposition: form-data; name=\"file\"; filename=\"foto.jpg\"\r\n\
         Content-Type: {media_type}\r\n\r\n"
    )
    .into_bytes();
    form.extend_from_slice(file);
    form.extend_from_slice(b"\r\n--corte--\r\n");
    let url = format!("{}/v25.0/{SENDER}/media", fakes.url(Service::Graph));
    let headers = [
        ("authorization", "Bearer EAAG-a"),
        ("content-type", "multipart/form-data; boundary=corte"),
    ];
    send_bytes("POST", &url, &headers, form).await.unwrap()
}

async fn uploaded(fakes: &FakeServices) -> String {
    let answer = upload(fakes, "image/jpeg", &jpeg(64, 48)).await;
    assert_eq!(answer.status, 200);
    answer.json().await["id"].as_str().unwrap().to_owned()
}

async fn code(answer: Answer) -> (u16, u64) {
    let status = answer.status.as_u16();
    let body = answer.json().await;
    assert_eq!(body["error"]["fbtrace_id"].as_str().unwrap().len(), 23);
    (status, body["error"]["code"].as_u64().unwrap())
}

fn template() -> MessageTemplate {
    MessageTemplate {
        name: "aprovacao_de_post".to_owned(),
        language: "pt_BR".to_owned(),
        status: TemplateStatus::Approved,
        picture: true,
        parameters: 2,
        button: true,
    }
}

/// A message by the template.
fn by_template(picture: &str) -> Value {
    json!({
        "messaging_product": "whatsapp", "to": TO, "type": "template",
        "template": {
            "name": "aprovacao_de_post", "language": { "code": "pt_BR" },
            "components": [
                { "type": "header", "parameters": [{ "type": "image", "image": { "id": picture } }] },
                { "type": "body", "parameters": [
                    { "type": "text", "text": "Pão & Cia" }, { "type": "text", "text": "Pão de queijo" },
                ] },
                { "type": "button", "sub_type": "url", "index": "0",
                  "parameters": [{ "type": "text", "text": "k3y" }] },
            ],
        },
    })
}

#[tokio::test]
async fn texts_are_accepted_with_an_identifier_and_an_account() {
    let fakes = FakeServices::start().await.unwrap();
    let answer = ask(&fakes, "EAAG-a", &text("5584988887777")).await;
    assert_eq!(answer.status, 200);
    let body = answer.json().await;
    assert_eq!(body["contacts"][0]["input"], "5584988887777");
    assert_eq!(body["contacts"][0]["wa_id"], "558488887777");
    let sent = fakes.messages(Service::Graph);
    assert_eq!(
        (sent[0].text.as_str(), sent[0].to.as_str()),
        ("Olá", "5584988887777")
    );
    assert_eq!(body["messages"][0]["id"], sent[0].id);
    assert_eq!(fakes.violations(), Vec::<String>::new());
}

#[tokio::test]
async fn malformed_messages_are_refused() {
    let fakes = FakeServices::start().await.unwrap();
    let changes: [(&str, Value, u64); 8] = [
        ("/messaging_product", json!("sms"), 100),
        ("/recipient_type", json!("group"), 100),
        ("/to", json!("055 11"), 131_009),
        ("/to", json!(""), 100),
        ("/type", json!("video"), 131_051),
        ("/text/body", json!("a".repeat(4097)), 100),
        ("/text/body", json!(""), 100),
        ("/text/preview_url", json!("no"), 100),
    ];
    for (place, value, expected) in changes {
        let mut body = text(TO);
        *body.pointer_mut(place).unwrap() = value;
        let found = code(ask(&fakes, "EAAG-a", &body).await).await;
        assert_eq!(found, (400, expected), "{place}");
    }
    let mut unknown = text(TO);
    unknown["text"]["link"] = json!("https://cliente.example/");
    assert_eq!(
        code(ask(&fakes, "EAAG-a", &unknown).await).await,
        (400, 100)
    );
    let headers = [("authorization", "Bearer EAAG-a")];
    for path in [
        "/25.0/105954558954427/messages",
        "/v25.0/me/messages",
        "/v25.0/105954558954427/x",
    ] {
        let answer = post_json(&fakes, Service::Graph, path, &headers, &text(TO)).await;
        assert_eq!(answer.status, 400, "{path}");
        assert_eq!(answer.json().await["error"]["error_subcode"], 33);
    }
    let path = format!("/v25.0/{SENDER}/messages");
    let answer = post_json(&fakes, Service::Graph, &path, &[], &text(TO)).await;
    assert_eq!(code(answer).await, (401, 190));
    assert!(fakes.messages(Service::Graph).is_empty());
}

#[tokio::test]
async fn pictures_are_uploaded_and_belong_to_their_number() {
    let fakes = FakeServices::start().await.unwrap();
    let id = uploaded(&fakes).await;
    let image = |content: Value| json!({ "messaging_product": "whatsapp", "to": TO, "type": "image", "image": content });
    let answer = ask(
        &fakes,
        "EAAG-a",
        &image(json!({ "id": id, "caption": "Um pão" })),
    )
    .await;
    assert_eq!(answer.status, 200);
    let sent = fakes.messages(Service::Graph);
    let picture = sent[0].picture.as_ref().unwrap();
    assert_eq!(
        (picture.media_type.as_str(), picture.size),
        ("image/jpeg", (64, 48))
    );
    assert_eq!(sent[0].text, "Um pão");
    let of_another = image(json!({ "id": id }));
    let other = post_json(
        &fakes,
        Service::Graph,
        "/v25.0/205954558954427/messages",
        &[("authorization", "Bearer EAAG-a")],
        &of_another,
    );
    assert_eq!(code(other.await).await, (400, 100));
    let long = image(json!({ "id": id, "caption": "a".repeat(1025) }));
    assert_eq!(code(ask(&fakes, "EAAG-a", &long).await).await, (400, 100));
    let linked = image(json!({ "link": "https://cliente.example/pao.jpg" }));
    assert_eq!(
        code(ask(&fakes, "EAAG-a", &linked).await).await,
        (400, 131_052)
    );
    assert_eq!(fakes.violations().len(), 1);
}

#[tokio::test]
async fn files_that_are_no_pictures_are_refused() {
    let fakes = FakeServices::start().await.unwrap();
    let mut large = jpeg(64, 48);
    large.resize((5 << 20) + 1, 0);
    for (media_type, file, expected) in [
        ("image/webp", jpeg(64, 48), 100),
        ("image/png", jpeg(64, 48), 131_053),
        ("image/jpeg", gif(), 131_053),
        ("image/jpeg", b"texto".to_vec(), 131_053),
        ("image/jpeg", large, 131_053),
    ] {
        let length = file.len();
        let found = code(upload(&fakes, media_type, &file).await).await;
        assert_eq!(found, (400, expected), "{media_type}, {length} bytes");
    }
    assert_eq!(fakes.uploads(), 0);
}

#[tokio::test]
async fn templates_are_sent_with_the_parameters_that_they_have() {
    let fakes = FakeServices::start().await.unwrap();
    fakes.add_template(template());
    let id = uploaded(&fakes).await;
    let answer = ask(&fakes, "EAAG-a", &by_template(&id)).await;
    assert_eq!(answer.status, 200);
    let sent = fakes.messages(Service::Graph).remove(0);
    assert_eq!(sent.template.as_deref(), Some("aprovacao_de_post"));
    assert_eq!(sent.text, "Pão & Cia\nPão de queijo");
    assert_eq!(sent.button.as_deref(), Some("k3y"));
    assert!(sent.picture.is_some());
    let components = "/template/components";
    let changes: [(String, Value, (u16, u64)); 8] = [
        ("/template/name".to_owned(), json!("outro"), (404, 132_001)),
        (
            "/template/language/code".to_owned(),
            json!("en_US"),
            (404, 132_001),
        ),
        (
            format!("{components}/1/parameters"),
            json!([{ "type": "text", "text": "um" }]),
            (400, 132_000),
        ),
        (
            format!("{components}/1/parameters/0/text"),
            json!("duas\nlinhas"),
            (400, 100),
        ),
        (
            format!("{components}/0/parameters/0"),
            json!({ "type": "text", "text": "a" }),
            (400, 100),
        ),
        (
            format!("{components}/0/parameters/0/image/id"),
            json!("1"),
            (400, 100),
        ),
        (format!("{components}/2/index"), json!("1"), (400, 131_009)),
        (
            format!("{components}/2/parameters/0/text"),
            json!("com espaço"),
            (400, 132_012),
        ),
    ];
    for (place, value, expected) in changes {
        let mut body = by_template(&id);
        *body.pointer_mut(&place).unwrap() = value;
        let found = code(ask(&fakes, "EAAG-a", &body).await).await;
        assert_eq!(found, expected, "{place}");
    }
    assert_eq!(fakes.messages(Service::Graph).len(), 1);
}

#[tokio::test]
async fn parts_and_states_of_templates_are_checked() {
    let fakes = FakeServices::start().await.unwrap();
    fakes.add_template(template());
    let id = uploaded(&fakes).await;
    for (left_out, expected) in [(0, 132_012), (1, 132_000), (2, 131_008)] {
        let mut body = by_template(&id);
        let list = body["template"]["components"].as_array_mut().unwrap();
        list.remove(left_out);
        assert_eq!(
            code(ask(&fakes, "EAAG-a", &body).await).await,
            (400, expected)
        );
    }
    for (status, expected) in [
        (TemplateStatus::Paused, (400, 132_015)),
        (TemplateStatus::Disabled, (400, 132_016)),
        (TemplateStatus::Pending, (404, 132_001)),
    ] {
        fakes.add_template(MessageTemplate {
            status,
            ..template()
        });
        let found = code(ask(&fakes, "EAAG-a", &by_template(&id)).await).await;
        assert_eq!(found, expected, "{status:?}");
    }
    let list = ask_with(
        &fakes,
        Service::Graph,
        "GET",
        "/v25.0/102290129340398/message_templates",
        "EAAG-a",
    );
    let list = list.await.json().await;
    assert_eq!(list["data"][0]["status"], "PENDING");
    assert_eq!(list["data"][0]["name"], "aprovacao_de_post");
    assert!(fakes.messages(Service::Graph).is_empty());
}

#[tokio::test]
async fn recipients_choose_what_happens() {
    let fakes = FakeServices::start().await.unwrap();
    fakes.add_template(MessageTemplate {
        picture: false,
        button: false,
        ..template()
    });
    let without = |number: &str| {
        let mut body = by_template("1");
        body["to"] = json!(number);
        let list = body["template"]["components"].as_array_mut().unwrap();
        list.retain(|component| component["type"] == "body");
        body
    };
    let absent = code(ask(&fakes, "EAAG-a", &text("5511988880001")).await).await;
    assert_eq!(absent, (400, 131_026));
    let closed = code(ask(&fakes, "EAAG-a", &text("5511988880002")).await).await;
    assert_eq!(closed, (400, 131_047));
    let answer = ask(&fakes, "EAAG-a", &without("5511988880002")).await;
    assert_eq!(answer.status, 200);
    let limited = code(ask(&fakes, "EAAG-a", &text("5511988880003")).await).await;
    assert_eq!(limited, (400, 130_429));
    let answer = ask(&fakes, "EAAG-a", &text("5511988880003")).await;
    assert_eq!(answer.status, 200);
    assert_eq!(fakes.messages(Service::Graph).len(), 2);
}

#[tokio::test]
async fn responses_get_lost_after_the_message_was_accepted() {
    let fakes = FakeServices::start().await.unwrap();
    let path = format!("{}/v25.0/{SENDER}/messages", fakes.url(Service::Graph));
    let headers = [
        ("authorization", "Bearer EAAG-a"),
        ("content-type", "application/json"),
    ];
    let body = text("5511988880006").to_string().into_bytes();
    assert!(send_bytes("POST", &path, &headers, body).await.is_err());
    let body = text("5511988880004").to_string().into_bytes();
    tokio::select! {
        _ = send_bytes("POST", &path, &headers, body) => panic!("a response came"),
        () = fakes.wait_for_waiting(1) => {}
    }
    let to: Vec<String> = fakes
        .messages(Service::Graph)
        .into_iter()
        .map(|m| m.to)
        .collect();
    assert_eq!(to, ["5511988880006", "5511988880004"]);
}

#[tokio::test]
async fn tokens_and_tests_choose_errors() {
    let fakes = FakeServices::start().await.unwrap();
    for (token, expected) in [
        ("EAAG-bad", (401, 190)),
        ("EAAG-limit-always", (400, 130_429)),
        ("EAAG-noquota", (400, 131_042)),
        ("EAAG-nopermission", (403, 10)),
        ("EAAG-overload", (500, 131_016)),
        ("EAAG-code-131031", (403, 131_031)),
        ("EAAG-code-368", (403, 368)),
    ] {
        let found = code(ask(&fakes, token, &text(TO)).await).await;
        assert_eq!(found, expected, "{token}");
    }
    fakes.fail_next(Service::Graph, "131000");
    fakes.fail_next(Service::Graph, "after:131000");
    for count in 0..2 {
        assert_eq!(
            code(ask(&fakes, "EAAG-a", &text(TO)).await).await,
            (500, 131_000)
        );
        assert_eq!(fakes.messages(Service::Graph).len(), count);
    }
    fakes.fail_next(Service::Graph, "pass");
    fakes.fail_next(Service::Graph, "131000");
    assert_eq!(ask(&fakes, "EAAG-a", &text(TO)).await.status, 200);
    assert_eq!(ask(&fakes, "EAAG-a", &text(TO)).await.status, 500);
    fakes.fail_next(Service::Graph, "no-such-fault");
    let answer = ask(&fakes, "EAAG-a", &text(TO)).await;
    assert_eq!(answer.status, 501);
    assert_eq!(fakes.violations().len(), 1);
}
