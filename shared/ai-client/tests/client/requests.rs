//! Requests on the wire.

use ai_client::{Effort, ImageRequest, InputPicture, JsonSchema, OutputFormat, TextRequest};
use bytes::Bytes;
use serde_json::{Value, json};
use settings::AiProvider;
use wiremock::ResponseTemplate;

use crate::support::{DEADLINE, KEY, candidate, client, server, text_request};

/// The one request that a provider gets: its address, the headers that matter, its body.
async fn sent(provider: AiProvider, request: Result<TextRequest, ImageRequest>) -> Value {
    let server = server(ResponseTemplate::new(400)).await;
    let (client, _) = client(&[(provider, server.uri())]);
    let candidates = [candidate(provider)];
    match request {
        Ok(text) => drop(client.text(&candidates, &text, DEADLINE, &mut ()).await),
        Err(image) => drop(client.image(&candidates, &image, DEADLINE, &mut ()).await),
    }
    let requests = server.received_requests().await.unwrap();
    let [request] = requests.as_slice() else {
        return json!(requests.len());
    };
    let header = |name: &str| {
        request
            .headers
            .get(name)
            .and_then(|value| value.to_str().ok())
    };
    let login = match provider {
        AiProvider::OpenAi => ("authorization", format!("Bearer {KEY}")),
        AiProvider::Anthropic => ("x-api-key", KEY.to_owned()),
        AiProvider::Gemini => ("x-goog-api-key", KEY.to_owned()),
    };
    assert_eq!(header(login.0), Some(login.1.as_str()));
    assert_eq!(header("content-type"), Some("application/json"));
    let version = header("anthropic-version");
    assert_eq!(
        version,
        (provider == AiProvider::Anthropic).then_some("2023-06-01")
    );
    let query = request.url.query().map(|query| format!("?{query}"));
    json!({
        "to": format!("{}{}", request.url.path(), query.unwrap_or_default()),
        "body": request.body_json::<Value>().unwrap(),
    })
}

fn rich() -> TextRequest {
    TextRequest {
        picture: Some(InputPicture {
            media_type: "image/png".to_owned(),
            bytes: Bytes::from_static(b"\x89PNG\r\n"),
        }),
        output: OutputFormat::Json(JsonSchema {
            name: "alt_text",
            schema: json!({
                "type": "object", "properties": { "text": { "type": "string" } },
                "required": ["text"], "additionalProperties": false,
            }),
        }),
        effort: Effort::Medium,
        ..text_request()
    }
}

#[tokio::test]
async fn requests_for_texts_have_their_form() {
    for provider in AiProvider::ALL {
        let plain = sent(provider, Ok(text_request())).await;
        insta::assert_json_snapshot!(format!("{}_text", provider.name()), plain);
        let rich = sent(provider, Ok(rich())).await;
        insta::assert_json_snapshot!(format!("{}_picture_and_schema", provider.name()), rich);
    }
}

#[tokio::test]
async fn requests_for_images_have_their_form() {
    for provider in [AiProvider::OpenAi, AiProvider::Gemini] {
        let prompt = "Uma xícara de café.".to_owned();
        let image = sent(provider, Err(ImageRequest { prompt })).await;
        insta::assert_json_snapshot!(format!("{}_image", provider.name()), image);
    }
}
