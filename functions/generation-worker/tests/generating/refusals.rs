//! A refused subject fails: no other provider is asked.

use domain::platform::generation::GenerationState;
use settings::AiProvider::{self, Anthropic, Gemini, OpenAi};

use crate::app::TestApp;

/// Provider, scenario, whether the refusal is billed, and the provider's own words, if it has any.
const REFUSALS: [(AiProvider, &str, bool, Option<&str>); 9] = [
    (
        OpenAi,
        "filter",
        false,
        Some("Invalid prompt: your prompt was flagged"),
    ),
    (OpenAi, "filter-answer", true, None),
    (
        OpenAi,
        "refusal",
        true,
        Some("Não posso ajudar com esse pedido."),
    ),
    (Anthropic, "filter", true, Some("")),
    (Anthropic, "filter-answer", true, Some("")),
    (Anthropic, "refusal", true, Some("")),
    (Gemini, "filter", true, Some("PROHIBITED_CONTENT")),
    (Gemini, "filter-answer", true, Some("SAFETY")),
    (Gemini, "refusal", true, Some("PROHIBITED_CONTENT")),
];

#[tokio::test]
async fn a_refused_subject_is_asked_of_nobody_else() {
    for (provider, scenario, billed, words) in REFUSALS {
        let other = if provider == OpenAi { Gemini } else { OpenAi };
        let app = TestApp::new(&[(provider, scenario), (other, "ok")]).await;
        let id = app.article().await;
        let generation = app.deliver(id).await;
        assert_eq!(generation.state, GenerationState::Failed);
        let error = generation.error.clone().unwrap();
        assert_eq!(error.code, "content_refused", "{provider:?} {scenario}");
        let sentence = format!("{} recusou o assunto deste pedido.", provider.title());
        assert!(error.message.starts_with(&sentence), "{}", error.message);
        assert_eq!(
            error.provider_message.is_some(),
            words.is_some(),
            "{provider:?} {scenario}: {error:?}"
        );
        if let (Some(words), Some(own)) = (words, &error.provider_message) {
            assert!(own.contains(words), "{provider:?} {scenario}: {own}");
            assert!(error.message.contains(own), "{}", error.message);
        }
        assert_eq!((app.asked(provider), app.asked(other)), (1, 0));
        assert_eq!(
            generation.calls.len(),
            usize::from(billed),
            "{provider:?} {scenario}"
        );
        app.assert_billed(&generation);
        app.assert_counted(&generation).await;
        assert_eq!(generation.progress.max(99), 99);
        app.deliver(id).await;
        assert_eq!(app.asked(provider), 1);
    }
}

#[tokio::test]
async fn a_refusal_of_the_second_provider_ends_the_generation() {
    let app = TestApp::new(&[(OpenAi, "overload"), (Gemini, "filter"), (Anthropic, "ok")]).await;
    let id = app.article().await;
    let generation = app.deliver(id).await;
    // Anthropic precedes Gemini in the order in which providers are offered.
    app.written(&generation).await;
    let app = TestApp::new(&[(OpenAi, "overload"), (Anthropic, "filter"), (Gemini, "ok")]).await;
    let id = app.article().await;
    let generation = app.deliver(id).await;
    let error = generation.error.clone().unwrap();
    assert_eq!(error.code, "content_refused");
    assert!(
        error.message.starts_with("Anthropic recusou"),
        "{}",
        error.message
    );
    assert_eq!(app.asked(Gemini), 0);
    app.assert_billed(&generation);
    app.assert_counted(&generation).await;
}
