//! The second provider writes when the first one fails.

use std::time::Duration;

use domain::platform::generation::Generation;
use futures_util::future::join_all;
use settings::AiProvider::{self, Anthropic, Gemini, OpenAi};

use crate::app::TestApp;

/// Scenarios after which another provider is asked; whether the failed call may have been billed, and how often the
/// provider is asked.
const FAILURES: [(&str, bool, usize); 10] = [
    ("bad", false, 1),
    ("noquota", false, 1),
    ("limit-always", false, 1),
    ("overload", false, 3),
    ("nomodel", false, 1),
    ("nopermission", false, 1),
    ("html-502", false, 3),
    ("cut", true, 1),
    ("garbage", true, 1),
    ("reset", true, 1),
];

const fn next(provider: AiProvider) -> AiProvider {
    match provider {
        OpenAi => Anthropic,
        Anthropic => Gemini,
        Gemini => OpenAi,
    }
}

/// The default provider fails in this way, and another one follows.
async fn followed(first: AiProvider, scenario: &str) -> (TestApp, Generation) {
    let app = TestApp::new(&[(first, scenario), (next(first), "ok")]).await;
    let id = app.article().await;
    let generation = app.deliver(id).await;
    (app, generation)
}

#[tokio::test]
async fn the_second_provider_answers_when_the_first_one_fails() {
    for first in AiProvider::ALL {
        for (scenario, billed, times) in FAILURES {
            let second = next(first);
            let (app, generation) = followed(first, scenario).await;
            let article = app.written(&generation).await;
            assert!(article.title.unwrap().starts_with("Como escolher o café"));
            assert_eq!(article.body.matches("<h2>Quanto café comprar").count(), 1);
            let by = generation.answered_by.clone().unwrap();
            assert_eq!(by.provider, second.name());
            assert_eq!(app.asked(first), times, "{first:?} {scenario}");
            assert_eq!(app.asked(second), 1);
            assert_eq!(generation.calls_begun as usize, times + 1);
            let mut expected = vec![second];
            if billed {
                expected.insert(0, first);
            }
            assert_eq!(
                TestApp::billed_to(&generation),
                expected,
                "{first:?} {scenario}"
            );
            assert_eq!(
                generation.calls.last().map(|call| call.estimated),
                Some(false)
            );
            app.assert_billed(&generation);
            app.assert_counted(&generation).await;
        }
    }
}

#[tokio::test]
async fn the_text_so_far_is_that_of_the_second_provider_alone() {
    let mut app = TestApp::new(&[(OpenAi, "cut"), (Gemini, "ok")]).await;
    app.store_every_piece();
    app.fakes
        .answer_with(service_fakes::Service::OpenAi, first_text());
    let id = app.article().await;
    let generation = app.deliver(id).await;
    let article = app.written(&generation).await;
    assert_eq!(generation.calls_begun, 2);
    let partial = app.partial(&generation).await;
    assert!(!partial.is_empty() && article.body.starts_with(&partial));
    for text in [&partial, &article.body] {
        assert!(!text.contains("primeiro provedor"), "{text}");
    }
}

fn first_text() -> String {
    let paragraph = "<p>Este parágrafo é do primeiro provedor.</p>";
    format!(
        "<h1>Título do primeiro provedor</h1>{}",
        paragraph.repeat(40)
    )
}

#[tokio::test]
async fn a_provider_that_passes_its_difficulty_is_asked_again() {
    for provider in AiProvider::ALL {
        for scenario in ["limit", "overload-once"] {
            let app = TestApp::new(&[(provider, scenario), (next(provider), "ok")]).await;
            let id = app.article().await;
            let generation = app.deliver(id).await;
            app.written(&generation).await;
            assert_eq!(
                generation.answered_by.clone().unwrap().provider,
                provider.name()
            );
            assert_eq!(app.asked(next(provider)), 0);
            assert_eq!(generation.calls.len(), 1);
            app.assert_billed(&generation);
        }
    }
}

async fn silent(first: AiProvider, scenario: &str) {
    let mut app = TestApp::new(&[(first, scenario), (next(first), "ok")]).await;
    app.ports.times.text = Duration::from_secs(4);
    let id = app.article().await;
    let generation = app.deliver(id).await;
    app.written(&generation).await;
    assert_eq!(
        TestApp::billed_to(&generation),
        [first, next(first)],
        "{scenario}"
    );
    assert!(generation.calls[0].estimated);
    assert_eq!(app.asked(first), 1);
    app.assert_billed(&generation);
    app.assert_counted(&generation).await;
}

#[tokio::test]
async fn a_silent_provider_is_followed_by_the_next_one() {
    // At once, because each of them takes half of its time.
    join_all(AiProvider::ALL.map(|first| silent(first, "stall-before"))).await;
    join_all(AiProvider::ALL.map(|first| silent(first, "stall"))).await;
}
