//! Generations that no provider answers.

use std::time::Duration;

use domain::platform::generation::GenerationState;
use futures_util::future::join_all;
use settings::AiProvider::{self, Anthropic, Gemini, OpenAi};

use crate::app::TestApp;

/// Scenario of every provider, code of the failure, a part of its sentence, and the recorded calls of each provider.
const FAILURES: [(&str, &str, &str, usize); 11] = [
    ("bad", "invalid_key", "não aceitou a chave de API", 0),
    (
        "noquota",
        "quota_exhausted",
        "o crédito ou o limite da conta acabou",
        0,
    ),
    ("limit-always", "rate_limited", "pedidos demais", 0),
    ("overload", "overloaded", "sobrecarregado", 0),
    ("nomodel", "model_not_found", "não conhece o modelo", 0),
    ("nopermission", "no_permission", "não permite este uso", 0),
    ("html-502", "overloaded", "sobrecarregado ou com falha", 0),
    ("cut", "interrupted", "interrompeu a resposta", 1),
    ("garbage", "bad_payload", "não pôde ser lida", 1),
    ("empty", "bad_payload", "não pôde ser lida", 1),
    ("reset", "interrupted", "interrompeu a resposta", 1),
];

#[tokio::test]
async fn the_failure_of_the_default_provider_is_told() {
    for (scenario, code, sentence, billed) in FAILURES {
        for first in AiProvider::ALL {
            let mut providers = vec![(first, scenario)];
            let others = AiProvider::ALL.into_iter().filter(|one| *one != first);
            providers.extend(others.map(|one| (one, scenario)));
            let app = TestApp::new(&providers).await;
            let id = app.article().await;
            let generation = app.deliver(id).await;
            assert_eq!(
                generation.state,
                GenerationState::Failed,
                "{first:?} {scenario}"
            );
            let error = generation.error.clone().unwrap();
            assert_eq!(error.code, code, "{first:?} {scenario}");
            let message = &error.message;
            assert!(
                message.starts_with(first.title()) && message.contains(sentence),
                "{message}"
            );
            if let Some(words) = &error.provider_message {
                assert!(
                    message.contains(&format!("Resposta do provedor: “{words}”")),
                    "{message}"
                );
            }
            assert!(
                !message.contains("0123456789") && !message.contains('<'),
                "{message}"
            );
            assert_eq!(generation.calls.len(), billed * 3, "{first:?} {scenario}");
            assert_eq!(
                (generation.answered_by.as_ref(), generation.call.as_ref()),
                (None, None)
            );
            app.assert_billed(&generation);
            app.assert_counted(&generation).await;
            let asked = AiProvider::ALL.map(|one| app.asked(one));
            app.deliver(id).await;
            assert_eq!(AiProvider::ALL.map(|one| app.asked(one)), asked);
            app.assert_counted(&generation).await;
        }
    }
}

#[tokio::test]
async fn the_provider_is_quoted_where_it_says_something() {
    for (provider, scenario, words) in [
        (OpenAi, "bad", "Incorrect API key provided"),
        (OpenAi, "noquota", "You exceeded your current"),
        (
            OpenAi,
            "nomodel",
            "does not exist or you do not have access to it",
        ),
        (Anthropic, "noquota", "Your credit balance is too low"),
        (Anthropic, "bad", "invalid x-api-key"),
        (
            Gemini,
            "bad",
            "API key not valid. Please pass a valid API key.",
        ),
        (Gemini, "limit-always", "You exceeded your current quota"),
    ] {
        let app = TestApp::new(&[(provider, scenario)]).await;
        let id = app.article().await;
        let error = app.deliver(id).await.error.unwrap();
        let own = error.provider_message.unwrap();
        assert!(own.contains(words), "{own}");
        assert!(error.message.contains(&own), "{}", error.message);
    }
}

async fn silent(provider: AiProvider, scenario: &str) {
    let mut app = TestApp::new(&[(provider, scenario)]).await;
    app.ports.times.text = Duration::from_secs(2);
    let id = app.article().await;
    let generation = app.deliver(id).await;
    let error = generation.error.clone().unwrap();
    assert_eq!(error.code, "timeout");
    assert_eq!(
        error.message,
        format!("{} não respondeu a tempo.", provider.title())
    );
    assert_eq!((app.asked(provider), generation.calls.len()), (1, 1));
    assert!(generation.calls[0].estimated);
    app.assert_billed(&generation);
    app.assert_counted(&generation).await;
}

#[tokio::test]
async fn a_silent_provider_is_not_asked_again_and_may_have_billed() {
    join_all(AiProvider::ALL.map(|provider| silent(provider, "stall-before"))).await;
    join_all(AiProvider::ALL.map(|provider| silent(provider, "stall"))).await;
}

#[tokio::test]
async fn a_provider_that_fails_within_its_answer_is_recorded() {
    for provider in AiProvider::ALL {
        let app = TestApp::new(&[(provider, "failed")]).await;
        let id = app.article().await;
        let generation = app.deliver(id).await;
        assert_eq!(generation.error.clone().unwrap().code, "overloaded");
        assert_eq!((app.asked(provider), generation.calls.len()), (1, 1));
        assert!(generation.calls[0].output_tokens > 0);
        app.assert_counted(&generation).await;
    }
}
