//! Requests that the real services reject.

use serde_json::{Value, json};
use service_fakes::{FakeServices, Service};

use crate::client::{PROVIDERS, ask, questions, request, send};

/// Changes a request.
type Change = fn(&mut Value);

/// Sends a changed request; the status and the message.
async fn changed(fakes: &FakeServices, service: Service, change: Change) -> (u16, String) {
    let mut body = request(service, "Diga algo.", Some(&questions()), false);
    change(&mut body);
    let answer = ask(fakes, service, "sk-fast", &body, false).await.unwrap();
    let status = answer.status.as_u16();
    let body = answer.json().await;
    let message = body["error"]["message"].as_str().unwrap_or_default();
    (status, message.to_owned())
}

async fn all_rejected(service: Service, changes: &[(&str, Change)]) {
    let fakes = FakeServices::start().await.unwrap();
    let (status, message) = changed(&fakes, service, |_| {}).await;
    assert_eq!((status, message.as_str()), (200, ""));
    for (name, change) in changes {
        let (status, message) = changed(&fakes, service, *change).await;
        assert_eq!(status, 400, "{name}: {message}");
        assert!(message.contains(name), "{name}: {message}");
    }
    assert_eq!(fakes.billed(service, "sk-fast").calls, 1);
}

#[tokio::test]
async fn openai_rejects_malformed_requests() {
    let changes: [(&str, Change); 14] = [
        ("temperature", |body| body["temperature"] = json!(1)),
        ("top_p", |body| body["top_p"] = json!(1)),
        ("max_tokens", |body| body["max_tokens"] = json!(100)),
        ("at least 16", |body| body["max_output_tokens"] = json!(15)),
        ("model", |body| {
            body.as_object_mut().unwrap().remove("model");
        }),
        ("input", |body| body["input"] = json!("")),
        ("reasoning.effort", |body| {
            body["reasoning"] = json!({ "effort": "huge" });
        }),
        ("text.format.name", |body| {
            body["text"]["format"]["name"] = json!("a b");
        }),
        ("text.format.strict", |body| {
            body["text"]["format"]["strict"] = json!(false);
        }),
        ("additionalProperties", |body| {
            let schema = &mut body["text"]["format"]["schema"];
            schema["properties"]["items"]["items"]["additionalProperties"] = json!(true);
        }),
        ("required", |body| {
            let schema = &mut body["text"]["format"]["schema"];
            schema["properties"]["items"]["items"]["required"] = json!(["question"]);
        }),
        ("minItems", |body| {
            let schema = &mut body["text"]["format"]["schema"];
            schema["properties"]["items"]["minItems"] = json!(3);
        }),
        ("input[0].content[0].text", |body| {
            let content = json!([{ "type": "input_text" }]);
            body["input"] = json!([{ "role": "user", "content": content }]);
        }),
        ("image_url", |body| {
            let url = "data:image/png;base64,AAAA";
            let content = json!([{ "type": "input_image", "image_url": url }]);
            body["input"] = json!([{ "role": "user", "content": content }]);
        }),
    ];
    all_rejected(Service::OpenAi, &changes).await;
}

#[tokio::test]
async fn anthropic_rejects_malformed_requests() {
    let changes: [(&str, Change); 12] = [
        ("temperature", |body| body["temperature"] = json!(1)),
        ("top_k", |body| body["top_k"] = json!(1)),
        ("max_tokens", |body| {
            body.as_object_mut().unwrap().remove("max_tokens");
        }),
        ("budget_tokens", |body| {
            body["thinking"] = json!({ "type": "enabled", "budget_tokens": 1024 });
        }),
        ("thinking.type", |body| {
            body["thinking"] = json!({ "type": "disabled" });
        }),
        ("prefill", |body| {
            let messages = body["messages"].as_array_mut().unwrap();
            messages.push(json!({ "role": "assistant", "content": "{" }));
        }),
        ("messages.0.role", |body| {
            body["messages"][0]["role"] = json!("system");
        }),
        ("store", |body| body["store"] = json!(false)),
        ("output_config.effort", |body| {
            body["output_config"]["effort"] = json!("none");
        }),
        ("output_config.format.name", |body| {
            body["output_config"]["format"]["name"] = json!("answer");
        }),
        ("additionalProperties", |body| {
            let schema = &mut body["output_config"]["format"]["schema"];
            schema
                .as_object_mut()
                .unwrap()
                .remove("additionalProperties");
        }),
        ("Could not process image", |body| {
            let source = json!({ "type": "base64", "media_type": "image/png", "data": "AAAA" });
            let block = json!({ "type": "image", "source": source });
            body["messages"][0]["content"] = json!([block]);
        }),
    ];
    all_rejected(Service::Anthropic, &changes).await;
}

#[tokio::test]
async fn gemini_rejects_malformed_requests() {
    let changes: [(&str, Change); 9] = [
        ("system_instruction", |body| {
            body["system_instruction"] = body["systemInstruction"].take();
        }),
        ("max_output_tokens", |body| {
            body["generationConfig"]["max_output_tokens"] = json!(100);
        }),
        ("responseMimeType", |body| {
            body["generationConfig"]["responseMimeType"] = json!("text/plain");
        }),
        ("responseSchema", |body| {
            let schema = body["generationConfig"]["responseJsonSchema"].clone();
            body["generationConfig"]["responseSchema"] = schema;
        }),
        ("thinkingBudget", |body| {
            body["generationConfig"]["thinkingConfig"] = json!({ "thinkingBudget": 0 });
        }),
        ("thinkingLevel", |body| {
            body["generationConfig"]["thinkingConfig"] = json!({ "thinkingLevel": "LOWEST" });
        }),
        ("contents[0].role", |body| {
            body["contents"][0]["role"] = json!("assistant");
        }),
        ("modalities", |body| {
            body["generationConfig"]["responseModalities"] = json!(["IMAGE"]);
        }),
        ("inlineData.data", |body| {
            let data = json!({ "mimeType": "image/png", "data": "AAAA" });
            body["contents"][0]["parts"] = json!([{ "inlineData": data }]);
        }),
    ];
    all_rejected(Service::Gemini, &changes).await;
}

#[tokio::test]
async fn keys_media_types_and_versions_are_required() {
    let fakes = FakeServices::start().await.unwrap();
    let json = ("content-type", "application/json");
    let cases = [
        (Service::OpenAi, "/v1/responses", vec![json], 401),
        (
            Service::OpenAi,
            "/v1/responses",
            vec![json, ("authorization", "sk-fast")],
            401,
        ),
        (
            Service::OpenAi,
            "/v1/responses",
            vec![
                ("content-type", "text/plain"),
                ("authorization", "Bearer sk-fast"),
            ],
            415,
        ),
        (
            Service::Anthropic,
            "/v1/messages",
            vec![json, ("anthropic-version", "2023-06-01")],
            401,
        ),
        (
            Service::Anthropic,
            "/v1/messages",
            vec![json, ("x-api-key", "sk-ant-fast")],
            400,
        ),
        (
            Service::Gemini,
            "/v1beta/models/gemini-3.8-flash:generateContent",
            vec![json],
            403,
        ),
        (Service::OpenAi, "/responses", vec![json], 404),
    ];
    for (service, path, headers, status) in cases {
        let url = format!("{}{path}", fakes.url(service));
        let answer = send("POST", &url, &headers, "{}").await.unwrap();
        assert_eq!(answer.status, status, "{service:?} {headers:?}");
    }
    for service in PROVIDERS {
        let body = request(service, "Diga algo.", None, false);
        let answer = ask(&fakes, service, "sk-bad-1", &body, false)
            .await
            .unwrap();
        let expected = if service == Service::Gemini { 400 } else { 401 };
        assert_eq!(answer.status, expected, "{service:?}");
    }
}

#[tokio::test]
async fn unknown_models_are_not_found() {
    let fakes = FakeServices::start().await.unwrap();
    for service in [Service::OpenAi, Service::Anthropic] {
        let mut body = request(service, "Diga algo.", None, false);
        body["model"] = json!("gpt-9-nova");
        let answer = ask(&fakes, service, "sk-fast", &body, false).await.unwrap();
        assert_eq!(answer.status, 404, "{service:?}");
    }
}

#[tokio::test]
async fn a_stored_answer_is_a_violation() {
    let fakes = FakeServices::start().await.unwrap();
    let mut body = request(Service::OpenAi, "Diga algo.", None, false);
    body.as_object_mut().unwrap().remove("store");
    let answer = ask(&fakes, Service::OpenAi, "sk-fast", &body, false).await;
    assert_eq!(answer.unwrap().status, 200);
    assert_eq!(fakes.violations().len(), 1);
    fakes.clear();
    assert!(fakes.violations().is_empty() && fakes.calls(Service::OpenAi).is_empty());
}
