//! Valid requests and their answers.

use serde_json::{Value, json};
use service_fakes::{Billed, FakeServices, Service};

use crate::client::{PROVIDERS, ask, questions, request, send, text_of, usage_of};

#[tokio::test]
async fn a_text_is_answered_and_billed_as_reported() {
    let fakes = FakeServices::start().await.unwrap();
    for service in PROVIDERS {
        let body = request(service, "Escreva um artigo sobre café.", None, false);
        let answer = ask(&fakes, service, "sk-fast", &body, false).await.unwrap();
        assert_eq!(answer.status, 200, "{service:?}");
        let answer = answer.json().await;
        let text = text_of(service, &answer);
        assert!(text.starts_with("<h1>"), "{service:?}: {text}");
        let (input, output) = usage_of(service, &answer);
        let billed = fakes.billed(service, "sk-fast");
        let expected = Billed {
            calls: 1,
            input_tokens: input,
            output_tokens: output,
            images: 0,
        };
        assert_eq!(billed, expected, "{service:?}");
        assert!(input > 0 && output > 500, "{service:?}");
        assert_eq!(fakes.calls(service).len(), 1);
        assert_eq!(fakes.calls(service)[0].body.as_ref(), Some(&body));
    }
    assert_eq!(fakes.violations(), Vec::<String>::new());
}

#[tokio::test]
async fn a_structured_answer_follows_the_schema_and_the_count() {
    let fakes = FakeServices::start().await.unwrap();
    for service in PROVIDERS {
        for (key, expected) in [("sk-fast", 7), ("sk-wrongcount", 6)] {
            let text = "Escreva 7 perguntas sobre o texto.\nTítulo: Café na empresa";
            let body = request(service, text, Some(&questions()), false);
            let answer = ask(&fakes, service, key, &body, false).await.unwrap();
            let text = text_of(service, &answer.json().await);
            let answer: Value = serde_json::from_str(&text).unwrap();
            let items = answer["items"].as_array().unwrap();
            assert_eq!(items.len(), expected, "{service:?}");
            let question = items[0]["question"].as_str().unwrap();
            assert!(question.contains("Café na empresa"), "{question}");
        }
    }
}

#[tokio::test]
async fn queued_answers_come_first_and_in_order() {
    let fakes = FakeServices::start().await.unwrap();
    for service in PROVIDERS {
        fakes.answer_with(service, "Primeira");
        fakes.answer_with(service, "Segunda");
        for expected in ["Primeira", "Segunda"] {
            let body = request(service, "Diga algo.", None, false);
            let answer = ask(&fakes, service, "sk-fast", &body, false).await.unwrap();
            assert_eq!(text_of(service, &answer.json().await), expected);
        }
    }
}

#[tokio::test]
async fn an_answer_ends_at_the_limit_of_tokens() {
    let fakes = FakeServices::start().await.unwrap();
    let mut body = request(Service::OpenAi, "Escreva um artigo.", None, false);
    body["max_output_tokens"] = json!(200);
    let answer = ask(&fakes, Service::OpenAi, "sk-fast", &body, false).await;
    let answer = answer.unwrap().json().await;
    assert_eq!(answer["status"], "incomplete");
    assert_eq!(answer["incomplete_details"]["reason"], "max_output_tokens");
    assert_eq!(usage_of(Service::OpenAi, &answer).1, 200);
}

#[tokio::test]
async fn thoughts_come_before_the_text() {
    let fakes = FakeServices::start().await.unwrap();
    let body = request(Service::Anthropic, "Diga algo.", None, false);
    let answer = ask(&fakes, Service::Anthropic, "sk-ant-fast", &body, false).await;
    let answer = answer.unwrap().json().await;
    assert_eq!(answer["content"][0]["type"], "thinking");

    let mut body = request(Service::Gemini, "Diga algo.", None, false);
    let key = "AIza-fast";
    let answer = ask(&fakes, Service::Gemini, key, &body, false).await;
    let parts = answer.unwrap().json().await["candidates"][0]["content"]["parts"].clone();
    assert_eq!(parts.as_array().unwrap().len(), 1);
    body["generationConfig"]["thinkingConfig"] = json!({ "includeThoughts": true });
    let answer = ask(&fakes, Service::Gemini, key, &body, false).await;
    let parts = answer.unwrap().json().await["candidates"][0]["content"]["parts"].clone();
    assert_eq!(parts[0]["thought"], true);
    assert_eq!(parts.as_array().unwrap().len(), 2);
}

#[tokio::test]
async fn every_address_of_the_environment_lists_models_or_photos() {
    let fakes = FakeServices::start().await.unwrap();
    let paths = [
        "/v1/models",
        "/v1/models?limit=1",
        "/v1beta/models?pageSize=1",
        "/search/photos?query=cafe&per_page=1",
        "/v1/search?query=cafe&per_page=1",
    ];
    let credentials: [&[(&str, &str)]; 5] = [
        &[("authorization", "Bearer sk-fast")],
        &[
            ("x-api-key", "sk-ant-fast"),
            ("anthropic-version", "2023-06-01"),
        ],
        &[("x-goog-api-key", "AIza-fast")],
        &[
            ("authorization", "Client-ID key-fast"),
            ("accept-version", "v1"),
        ],
        &[("authorization", "key-fast")],
    ];
    for (((_, url), path), headers) in fakes.environment().iter().zip(paths).zip(credentials) {
        let answer = send("GET", &format!("{url}{path}"), headers, "").await;
        let answer = answer.unwrap();
        assert_eq!(answer.status, 200, "{url}{path}");
        assert!(answer.json().await.is_object());
    }
    assert_eq!(fakes.violations(), Vec::<String>::new());
}
