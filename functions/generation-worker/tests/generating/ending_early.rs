//! Generations that end while their worker is at it: a person cancels, or the process is about to end.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use domain::platform::generation::{Generation, GenerationState, INTERRUPTED};
use domain::platform::id::GenerationId;
use generation_worker::{Outcome, process};
use settings::AiProvider::{self, Gemini, OpenAi};
use tokio::task::{JoinHandle, yield_now};

use crate::app::TestApp;

/// A worker that a slow provider keeps busy, after it has stored some text.
async fn busy(provider: AiProvider) -> (Arc<TestApp>, GenerationId, JoinHandle<Outcome>) {
    let other = if provider == OpenAi { Gemini } else { OpenAi };
    let mut app = TestApp::new(&[(provider, "slow"), (other, "ok")]).await;
    app.store_every_piece();
    let app = Arc::new(app);
    let id = app.article().await;
    let worker = tokio::spawn({
        let app = app.clone();
        async move { process(&app.ports, id).await.unwrap() }
    });
    app.fakes.go_on(60);
    while app.generation(id).await.text_chars == 0 {
        yield_now().await;
    }
    (app, id, worker)
}

/// Checks that the one call is recorded once, by estimation, and that no provider was asked further.
async fn assert_settled(app: &TestApp, generation: &Generation, provider: AiProvider) {
    assert_eq!(TestApp::billed_to(generation), [provider]);
    let call = &generation.calls[0];
    assert!(
        call.estimated && call.input_tokens > 0 && call.output_tokens > 0,
        "{call:?}"
    );
    app.assert_billed(generation);
    app.assert_counted(generation).await;
    let asked: usize = AiProvider::ALL.iter().map(|one| app.asked(*one)).sum();
    assert_eq!(asked, 1);
}

#[tokio::test]
async fn a_cancellation_stops_the_worker_and_what_was_used_is_recorded() {
    for provider in AiProvider::ALL {
        let (app, id, worker) = busy(provider).await;
        let store = &app.ports.store;
        let canceled = store
            .cancel_generation(id, app.now())
            .await
            .unwrap()
            .unwrap();
        assert!(!canceled.settled);
        let outcome = worker.await.unwrap();
        assert_eq!(outcome, Outcome::Ended(GenerationState::Canceled));
        let generation = app.generation(id).await;
        assert_eq!(generation.state, GenerationState::Canceled);
        assert_eq!(
            (generation.error.as_ref(), generation.ended_at),
            (None, canceled.ended_at)
        );
        assert!(!app.partial(&generation).await.is_empty());
        assert_eq!(store.generation_result(&generation).await.unwrap(), None);
        assert_settled(&app, &generation, provider).await;
        assert_eq!(process(&app.ports, id).await.unwrap(), Outcome::NotNow);
        assert_settled(&app, &generation, provider).await;
    }
}

#[tokio::test]
async fn a_generation_that_was_canceled_before_it_is_taken_calls_nobody() {
    let app = TestApp::new(&[(OpenAi, "ok")]).await;
    for id in [app.article().await, app.image().await] {
        app.ports
            .store
            .cancel_generation(id, app.now())
            .await
            .unwrap();
        assert_eq!(process(&app.ports, id).await.unwrap(), Outcome::NotNow);
        let generation = app.generation(id).await;
        assert_eq!(generation.state, GenerationState::Canceled);
        assert!(generation.settled && generation.calls.is_empty());
    }
    assert_eq!((app.asked(OpenAi), app.images_used().await), (0, 0));
    assert_eq!(app.counted().await.calls, 0);
}

#[tokio::test]
async fn a_process_that_is_about_to_end_fails_its_generations_with_what_they_used() {
    for provider in AiProvider::ALL {
        let (app, id, worker) = busy(provider).await;
        app.ports.stopping.store(true, Ordering::Relaxed);
        assert_eq!(
            worker.await.unwrap(),
            Outcome::Ended(GenerationState::Failed)
        );
        let generation = app.generation(id).await;
        let error = generation.error.clone().unwrap();
        assert_eq!(error.code, INTERRUPTED);
        assert!(
            error.message.contains("pode ter cobrado"),
            "{}",
            error.message
        );
        assert_settled(&app, &generation, provider).await;
    }
}

#[tokio::test]
async fn a_process_that_is_about_to_end_calls_nobody() {
    let app = TestApp::new(&[(OpenAi, "ok"), (Gemini, "ok")]).await;
    app.ports.stopping.store(true, Ordering::Relaxed);
    for id in [app.article().await, app.image().await] {
        let error = app.deliver(id).await.error.unwrap();
        assert_eq!(error.code, INTERRUPTED);
        assert!(
            error.message.contains("Nada foi cobrado"),
            "{}",
            error.message
        );
    }
    assert_eq!((app.asked(OpenAi), app.asked(Gemini)), (0, 0));
    assert_eq!((app.counted().await.calls, app.images_used().await), (0, 0));
}
