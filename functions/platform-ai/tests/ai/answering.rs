//! Titles and descriptions: who is asked, who answers, and what is recorded of it.

use ai_client::{ModelSize, default_model};
use serde_json::{Value, json};
use service_fakes::Service;
use settings::AiProvider::{self, Anthropic, Gemini, OpenAi};

use crate::app::{TestApp, fake, key};

const ROUTES: [&str; 2] = [
    "/posts/generate-seo-title",
    "/posts/generate-meta-description",
];

fn small_model(provider: AiProvider) -> &'static str {
    default_model(provider, ModelSize::Small).unwrap()
}

/// An application with a key of each provider, of which `first` is the default.
async fn with_default(first: AiProvider, scenarios: [&str; 3]) -> TestApp {
    let keys = [OpenAi, Anthropic, Gemini].map(|provider| {
        let scenario = scenarios[AiProvider::ALL.iter().position(|p| *p == provider).unwrap()];
        key(provider, scenario)
    });
    let environment = [
        ("OPENAI_API_KEY", keys[0].as_str()),
        ("ANTHROPIC_API_KEY", keys[1].as_str()),
        ("GEMINI_API_KEY", keys[2].as_str()),
        ("AI_TEXT_PROVIDER", first.name()),
    ];
    TestApp::at("2026-11-23T15:00:00Z", &environment).await
}

/// Provider and model of the one entry of the summary's total.
async fn recorded(app: &TestApp) -> (Value, Value) {
    let summary = app.get("/tokens/summary").await.expect(200);
    let providers = summary.json["total"]["providers"].as_array().unwrap();
    assert_eq!(providers.len(), 1, "{}", summary.text);
    let models = providers[0]["models"].as_array().unwrap();
    assert_eq!(models.len(), 1);
    (providers[0]["provider"].clone(), models[0]["model"].clone())
}

#[tokio::test]
async fn each_provider_answers_as_the_default_and_is_billed_once() {
    for provider in AiProvider::ALL {
        for (route, most) in ROUTES.into_iter().zip([60, 156]) {
            let app = with_default(provider, ["", "", ""]).await;
            let body = json!({
                "site_id": app.site.0, "title": "Café coado em casa", "keyword": "café coado",
                "body": "<p>Como coar <b>café</b> em casa.</p>", "prompt": "Fale de economia.",
            });
            let answer = app.post(route, body).await.expect(200);
            let text = answer.json["text"].as_str().unwrap();
            assert!((10..=most).contains(&text.chars().count()), "{text}");
            assert!(text.contains("Café coado"), "{text}");
            assert_eq!(answer.json["provider"], provider.name());
            assert_eq!(answer.json["model"], small_model(provider));
            let used = app.used().await;
            assert_eq!(used, app.billed(&[(provider, "")]));
            let usage = json!({
                "input_tokens": used.input_tokens, "output_tokens": used.output_tokens, "estimated": false,
            });
            assert_eq!(answer.json["usage"], usage);
            let (by, model) = recorded(&app).await;
            assert_eq!(by, provider.name());
            assert_eq!(model, small_model(provider));
            assert_eq!(app.fakes.violations(), [] as [String; 0]);
        }
    }
}

#[tokio::test]
async fn provider_and_model_of_a_request_are_ignored() {
    let app = with_default(Anthropic, ["", "", ""]).await;
    let body = json!({
        "site_id": app.site.0, "title": "Café", "provider": "openai", "model": "gpt-6-astra", "ai_provider": "gemini",
    });
    for route in ROUTES {
        let answer = app.post(route, body.clone()).await.expect(200);
        assert_eq!(answer.json["provider"], "anthropic");
        assert_eq!(answer.json["model"], small_model(Anthropic));
    }
    let calls = app.fakes.calls(Service::Anthropic);
    assert_eq!(calls.len(), 2);
    for call in calls {
        assert_eq!(call.body.unwrap()["model"], small_model(Anthropic));
    }
    assert_eq!((app.asked(OpenAi), app.asked(Gemini)), (0, 0));
}

#[tokio::test]
async fn the_default_is_followed_by_the_others_and_who_answers_is_recorded() {
    let failing = "overload";
    for (scenarios, asked, by) in [
        (["", "", failing], [3, 1, 3], OpenAi),
        ([failing, "", failing], [3, 1, 3], Anthropic),
    ] {
        let app = with_default(Gemini, scenarios).await;
        let answer = app.title().await.expect(200);
        assert_eq!(answer.json["provider"], by.name());
        let calls = AiProvider::ALL.map(|provider| app.asked(provider));
        let expected = match by {
            OpenAi => [1, 0, 3],
            _ => asked,
        };
        assert_eq!(calls, expected);
        let used = app.used().await;
        assert_eq!(used, app.billed(&[(by, "")]));
        assert_eq!(recorded(&app).await.0, by.name());
    }
}

#[tokio::test]
async fn a_refused_subject_is_not_asked_of_another_provider() {
    let app = with_default(OpenAi, ["filter", "", ""]).await;
    app.title().await.assert_error(422, "content_refused");
    assert_eq!((app.asked(Anthropic), app.asked(Gemini)), (0, 0));
}

#[tokio::test]
async fn calls_that_were_billed_before_another_provider_answered_are_recorded_too() {
    let keys = [(Anthropic, "empty"), (Gemini, "")];
    let app = TestApp::with_keys(&keys).await;
    let answer = app.title().await.expect(200);
    assert_eq!(answer.json["provider"], "gemini");
    let used = app.used().await;
    assert_eq!((used, used.calls), (app.billed(&keys), 2));
    assert_eq!(answer.json["usage"]["input_tokens"], used.input_tokens);
    assert_eq!(answer.json["usage"]["output_tokens"], used.output_tokens);
}

#[tokio::test]
async fn a_saved_key_is_used_by_the_next_request() {
    let app = TestApp::new().await;
    app.title().await.assert_error(409, "not_configured");
    let changes = settings::Changes::from([(
        settings::SettingKey::GeminiKey,
        Some(secrecy::SecretString::from(key(Gemini, ""))),
    )]);
    let store = app.ports.settings.store();
    let saved = store.load().await.unwrap();
    store.save(&saved, &changes).await.unwrap();
    assert_eq!(app.title().await.expect(200).json["provider"], "gemini");
    assert_eq!(app.fakes.calls(fake(Gemini)).len(), 1);
}

#[tokio::test]
async fn an_answer_of_another_form_is_read_or_asked_for_again_once() {
    // In turn: prose around the JSON, a Markdown fence, JSON that is cut off.
    for provider in AiProvider::ALL {
        let app = TestApp::with_keys(&[(provider, "badjson")]).await;
        for _ in 0..3 {
            let answer = app.title().await.expect(200);
            assert!(answer.json["text"].as_str().unwrap().contains("Café"));
        }
        assert_eq!(app.asked(provider), 4);
        assert_eq!(app.used().await, app.billed(&[(provider, "badjson")]));
    }
}

#[tokio::test]
async fn a_failure_that_passes_is_waited_for_and_only_the_answer_is_billed() {
    for provider in AiProvider::ALL {
        for scenario in ["limit", "overload-once"] {
            let keys = [(provider, scenario)];
            let app = TestApp::with_keys(&keys).await;
            app.title().await.expect(200);
            assert_eq!(app.asked(provider), 2, "{scenario}");
            let used = app.used().await;
            assert_eq!((used, used.calls), (app.billed(&keys), 1), "{scenario}");
        }
    }
}
