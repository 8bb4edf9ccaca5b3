//! What providers bill is what is recorded, whatever they answer.

use http::Method;
use pauta_tests::app::TestApp;
use pauta_tests::prepared_app::PreparedApp;
use serde_json::{Value, json};
use service_fakes::{FakeServices, Service};

use crate::desk::addresses;

/// What the fakes do, by the words of a key.
const SCENARIOS: [&str; 6] = [
    "ok",
    "overload-once",
    "cut",
    "truncated",
    "filter-answer",
    "badjson",
];

/// Providers of texts with the settings of their keys and what their keys begin with.
const PROVIDERS: [(Service, &str, &str); 3] = [
    (Service::OpenAi, "OPENAI_API_KEY", "sk-"),
    (Service::Anthropic, "ANTHROPIC_API_KEY", "sk-ant-"),
    (Service::Gemini, "GEMINI_API_KEY", "AIza-"),
];

/// Calls, tokens of what was sent, tokens of what was answered, and calls with estimated tokens.
type Sums = [u64; 4];

async fn recorded(prepared: &PreparedApp) -> Sums {
    let summary = prepared
        .ask(Method::GET, "/tokens/summary", Value::Null)
        .await;
    ["calls", "input_tokens", "output_tokens", "estimated_calls"]
        .map(|name| summary.json["total"][name].as_u64().unwrap())
}

/// Asks for an article and for questions; both may fail.
async fn generate(prepared: &PreparedApp) {
    let wanted = json!({ "site_id": 1, "prompt": "Pão", "length": 600 });
    let path = "/posts/generate-content";
    let begun = prepared.ask(Method::POST, path, wanted).await.json;
    prepared.work().await;
    let path = format!("/generations/{}", begun["id"]);
    let ended = prepared.ask(Method::GET, &path, Value::Null).await.json;
    assert!(!ended["ended_at"].is_null(), "{ended}");
    let wanted = json!({ "site_id": 1, "count": 3, "title": "Pão" });
    let request = pauta_tests::app::TestRequest::post("/api/v1/posts/generate-faq", wanted);
    prepared.app.ask(Some(&prepared.admin), request).await;
}

#[tokio::test]
async fn every_billed_call_is_recorded_once() {
    let fakes = FakeServices::start().await.unwrap();
    let app = TestApp::with_parts(|parts| parts.providers = addresses(&fakes)).await;
    let prepared = PreparedApp::of(app).await;
    for (service, setting, prefix) in PROVIDERS {
        for scenario in SCENARIOS {
            let key = format!("{prefix}{scenario}");
            let keys = json!({ setting: key });
            prepared.ask(Method::PUT, "/settings/api-keys", keys).await;
            let before = recorded(&prepared).await;
            generate(&prepared).await;
            let after = recorded(&prepared).await;
            let [calls, input, output, estimated] =
                std::array::from_fn(|column| after[column] - before[column]);
            let billed = fakes.billed(service, &key);
            assert!(billed.calls >= 2, "{service:?} {scenario}: {billed:?}");
            assert_eq!(calls, billed.calls, "{service:?} {scenario}");
            if scenario == "cut" {
                // The provider states its tokens at the end, which does not arrive.
                assert_eq!(estimated, calls, "{service:?}");
            } else {
                let exact = (billed.input_tokens, billed.output_tokens, 0);
                assert_eq!((input, output, estimated), exact, "{service:?} {scenario}");
            }
        }
        let removed = json!({ setting: null });
        prepared
            .ask(Method::PUT, "/settings/api-keys", removed)
            .await;
    }
    assert_eq!(fakes.violations(), Vec::<String>::new());
}
