//! Evolution API and Z-API.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};
use service_fakes::{FakeServices, Service};

use crate::client::{Answer, send};
use crate::forms::post_json;
use crate::pictures::{gif, jpeg, png};

const TO: &str = "5531988887777";

async fn evolution(fakes: &FakeServices, path: &str, key: &str, body: &Value) -> Answer {
    let headers = [("apikey", key)];
    post_json(fakes, Service::Evolution, path, &headers, body).await
}

async fn zapi(fakes: &FakeServices, action: &str, body: &Value) -> Answer {
    let path = format!("/instances/3C01/token/A1B2-a/{action}");
    let headers = [("client-token", "F5d1")];
    post_json(fakes, Service::ZApi, &path, &headers, body).await
}

#[tokio::test]
async fn evolution_answers_created_and_drops_the_ninth_digit() {
    let fakes = FakeServices::start().await.unwrap();
    let body = json!({ "number": "+55 31 98888-7777", "text": "Olá", "linkPreview": false });
    let answer = evolution(&fakes, "/message/sendText/agencia", "B6D711", &body).await;
    assert_eq!(answer.status, 201);
    let answer = answer.json().await;
    assert_eq!(answer["key"]["remoteJid"], "553188887777@s.whatsapp.net");
    assert_eq!(answer["status"], "PENDING");
    let body = json!({
        "number": TO, "mediatype": "image", "mimetype": "image/png", "fileName": "pao.png",
        "media": STANDARD.encode(png(30, 20)), "caption": "Um pão",
    });
    let answer = evolution(&fakes, "/message/sendMedia/agencia", "B6D711", &body).await;
    assert_eq!(answer.status, 201);
    let sent = fakes.messages(Service::Evolution);
    assert_eq!(
        (sent[0].text.as_str(), sent[1].text.as_str()),
        ("Olá", "Um pão")
    );
    assert_eq!(sent[1].picture.as_ref().unwrap().size, (30, 20));
    assert_eq!(fakes.violations(), Vec::<String>::new());
}

#[tokio::test]
async fn evolution_refuses_what_it_cannot_send() {
    let fakes = FakeServices::start().await.unwrap();
    let text = json!({ "number": TO, "text": "Olá" });
    let nested = json!({ "number": TO, "textMessage": { "text": "Olá" } });
    let absent = json!({ "number": "5531988880001", "text": "Olá" });
    for (path, key, body, status) in [
        ("/message/sendText/agencia", "", &text, 401),
        ("/message/sendText/agencia", "k-bad", &text, 401),
        ("/message/sendText/absent", "k", &text, 404),
        ("/message/sendText/closed", "k", &text, 400),
        ("/message/sendText/agencia", "k", &nested, 400),
        ("/message/sendText/agencia", "k", &absent, 400),
        ("/message/send/agencia", "k", &text, 404),
    ] {
        let answer = evolution(&fakes, path, key, body).await;
        assert_eq!(answer.status, status, "{path} {body}");
        let answer = answer.json().await;
        assert_eq!(answer["status"], status);
        assert!(!answer["response"]["message"].is_null(), "{answer}");
    }
    let answer = evolution(&fakes, "/message/sendText/agencia", "k", &absent).await;
    let answer = answer.json().await;
    assert_eq!(answer["response"]["message"][0]["exists"], false);
    for media in [
        format!("data:image/jpeg;base64,{}", STANDARD.encode(jpeg(8, 8))),
        STANDARD.encode(gif()),
        "https://cliente.example/pao.jpg".to_owned(),
    ] {
        let body = json!({ "number": TO, "mediatype": "image", "media": media });
        let answer = evolution(&fakes, "/message/sendMedia/agencia", "k", &body).await;
        assert_eq!(answer.status, 400, "{body}");
    }
    let state = format!(
        "{}/instance/connectionState/closed",
        fakes.url(Service::Evolution)
    );
    let state = send("GET", &state, &[("apikey", "k")], "").await.unwrap();
    assert_eq!(state.json().await["instance"]["state"], "close");
    assert!(fakes.messages(Service::Evolution).is_empty());
}

#[tokio::test]
async fn zapi_queues_texts_and_pictures() {
    let fakes = FakeServices::start().await.unwrap();
    let answer = zapi(
        &fakes,
        "send-text",
        &json!({ "phone": TO, "message": "Olá" }),
    )
    .await;
    assert_eq!(answer.status, 200);
    let answer = answer.json().await;
    let image = format!("data:image/jpeg;base64,{}", STANDARD.encode(jpeg(30, 20)));
    let body = json!({ "phone": TO, "image": image, "caption": "Um pão" });
    assert_eq!(zapi(&fakes, "send-image", &body).await.status, 200);
    let sent = fakes.messages(Service::ZApi);
    assert_eq!(answer["messageId"], sent[0].id);
    assert_eq!((sent[0].to.as_str(), sent[1].text.as_str()), (TO, "Um pão"));
    assert!(sent[1].picture.is_some());
    // A number without an account is noticed after the message was queued.
    let absent = json!({ "phone": "5531988880001", "message": "Olá" });
    assert_eq!(zapi(&fakes, "send-text", &absent).await.status, 200);
    assert_eq!(fakes.messages(Service::ZApi).len(), 2);
    assert_eq!(fakes.violations(), Vec::<String>::new());
}

#[tokio::test]
async fn zapi_refuses_what_it_cannot_send() {
    let fakes = FakeServices::start().await.unwrap();
    let text = json!({ "phone": TO, "message": "Olá" });
    let formatted = json!({ "phone": "+55 31 98888-7777", "message": "Olá" });
    let slow = json!({ "phone": TO, "message": "Olá", "delayMessage": 16 });
    for (path, client, body, status) in [
        ("/instances/3C01/token/A1/send-text", "", &text, 403),
        ("/instances/3C01/token/A1/send-text", "F-bad", &text, 403),
        ("/instances/3C01/token/A1-bad/send-text", "F5d1", &text, 400),
        ("/instances/absent/token/A1/send-text", "F5d1", &text, 400),
        ("/instances/closed/token/A1/send-text", "F5d1", &text, 400),
        (
            "/instances/3C01/token/A1/send-text",
            "F5d1",
            &formatted,
            400,
        ),
        ("/instances/3C01/token/A1/send-text", "F5d1", &slow, 400),
        ("/instances/3C01/token/A1/send-image", "F5d1", &text, 400),
        ("/instances/3C01/token/A1/status", "F5d1", &text, 405),
        ("/instances/3C01/token/A1/send-words", "F5d1", &text, 404),
    ] {
        let headers = [("client-token", client)];
        let answer = post_json(&fakes, Service::ZApi, path, &headers, body).await;
        assert_eq!(answer.status, status, "{path} {body}");
        assert!(answer.json().await["error"].is_string());
    }
    let url = format!(
        "{}/instances/3C01/token/A1/send-text",
        fakes.url(Service::ZApi)
    );
    let answer = send("POST", &url, &[("client-token", "F5d1")], &text.to_string()).await;
    assert_eq!(answer.unwrap().status, 415);
    assert!(fakes.messages(Service::ZApi).is_empty());
}
