//! Images that are not made, or not wanted any more.

use std::sync::Arc;
use std::time::Duration;

use domain::platform::generation::{Generation, GenerationState};
use domain::platform::id::GenerationId;
use futures_util::future::join_all;
use generation_worker::{Outcome, process};
use platform_store::PostChange;
use settings::AiProvider::{self, Gemini, OpenAi};
use tokio::task::JoinHandle;

use crate::app::{POST, TestApp};
use crate::images::images_asked;

const fn other(provider: AiProvider) -> AiProvider {
    match provider {
        OpenAi | AiProvider::Anthropic => Gemini,
        Gemini => OpenAi,
    }
}

/// Fails with `code`: one call to the provider and none to the other one. The quota counts the image unless it was free.
async fn fails(provider: AiProvider, scenario: &str, code: &str, free: bool) -> Generation {
    let mut app = TestApp::new(&[(provider, scenario), (other(provider), "ok")]).await;
    if scenario.starts_with("stall") {
        app.ports.times.image = Duration::from_secs(2);
    }
    let id = app.image().await;
    let generation = app.deliver(id).await;
    assert_eq!(generation.state, GenerationState::Failed);
    let error = generation.error.clone().unwrap();
    assert_eq!(error.code, code, "{provider:?} {scenario}: {error:?}");
    assert!(
        error.message.starts_with(provider.title()),
        "{}",
        error.message
    );
    assert_eq!(
        (app.asked(provider), app.asked(other(provider))),
        (1, 0),
        "{provider:?} {scenario}"
    );
    assert_eq!(
        generation.calls.len(),
        usize::from(!free),
        "{provider:?} {scenario}"
    );
    assert_eq!(
        app.images_used().await,
        u64::from(!free),
        "{provider:?} {scenario}"
    );
    app.assert_no_picture().await;
    app.assert_billed(&generation);
    app.assert_counted(&generation).await;
    app.deliver(id).await;
    assert_eq!((app.asked(provider), app.asked(other(provider))), (1, 0));
    generation
}

#[tokio::test]
async fn a_refused_image_is_asked_of_nobody_else() {
    let refused = fails(OpenAi, "filter", "content_refused", true).await;
    let words = refused.error.unwrap().provider_message.unwrap();
    assert!(
        words.starts_with("Your request was rejected by the safety system."),
        "{words}"
    );
    // Google may bill what it read.
    fails(Gemini, "filter", "content_refused", false).await;
    fails(Gemini, "noimage", "content_refused", false).await;
}

#[tokio::test]
async fn an_image_that_may_have_been_billed_is_asked_of_nobody_else() {
    fails(OpenAi, "noimage", "bad_payload", false).await;
    for provider in [OpenAi, Gemini] {
        for (scenario, code) in [
            ("brokenbase64", "bad_payload"),
            ("huge", "bad_payload"),
            ("garbage", "bad_payload"),
            ("cut", "interrupted"),
            ("reset", "interrupted"),
        ] {
            fails(provider, scenario, code, false).await;
        }
    }
}

#[tokio::test]
async fn a_silent_provider_of_images_is_neither_asked_again_nor_followed() {
    let silent = [
        (OpenAi, "stall-before"),
        (Gemini, "stall-before"),
        (OpenAi, "stall"),
        (Gemini, "stall"),
    ];
    let ended = silent.map(|(provider, scenario)| fails(provider, scenario, "timeout", false));
    for generation in join_all(ended).await {
        assert!(generation.calls[0].estimated);
    }
}

#[tokio::test]
async fn an_image_that_nobody_makes_costs_nothing() {
    let app = TestApp::new(&[(OpenAi, "overload"), (Gemini, "noquota")]).await;
    let id = app.image().await;
    let generation = app.deliver(id).await;
    let error = generation.error.clone().unwrap();
    assert_eq!(error.code, "overloaded");
    assert!(error.message.starts_with("OpenAI"), "{}", error.message);
    assert_eq!((app.images_used().await, generation.calls.len()), (0, 0));
    assert_eq!((app.asked(OpenAi), app.asked(Gemini)), (3, 1));
}

async fn delete_post(app: &TestApp) {
    let store = &app.ports.store;
    let post = store.post(POST).await.unwrap().unwrap();
    let now = app.now();
    let deleted = PostChange::of(&post, |post| post.deleted_at = Some(now));
    store.save_post(deleted).await.unwrap();
}

#[tokio::test]
async fn a_deleted_post_gets_no_image() {
    let app = TestApp::new(&[(OpenAi, "ok")]).await;
    let id = app.image().await;
    delete_post(&app).await;
    let generation = app.deliver(id).await;
    assert_eq!(generation.error.clone().unwrap().code, "post_gone");
    assert_eq!((app.asked(OpenAi), app.images_used().await), (0, 0));
    app.assert_no_picture().await;
}

/// A worker whose provider waits before its answer.
async fn busy(provider: AiProvider) -> (Arc<TestApp>, GenerationId, JoinHandle<Outcome>) {
    let mut app = TestApp::new(&[(provider, "slow"), (other(provider), "ok")]).await;
    app.store_every_piece();
    let app = Arc::new(app);
    let id = app.image().await;
    let worker = tokio::spawn({
        let app = app.clone();
        async move { process(&app.ports, id).await.unwrap() }
    });
    app.fakes.wait_for_waiting(1).await;
    (app, id, worker)
}

#[tokio::test]
async fn an_image_of_a_post_that_is_deleted_meanwhile_is_dropped_and_counts() {
    let (app, id, worker) = busy(OpenAi).await;
    delete_post(&app).await;
    app.fakes.go_on(1_000);
    assert_eq!(
        worker.await.unwrap(),
        Outcome::Ended(GenerationState::Failed)
    );
    let generation = app.generation(id).await;
    assert_eq!(generation.error.clone().unwrap().code, "post_gone");
    assert_eq!(app.images_used().await, 1);
    app.assert_no_picture().await;
    app.assert_billed(&generation);
    app.assert_counted(&generation).await;
}

#[tokio::test]
async fn a_canceled_image_is_not_awaited_and_counts() {
    for provider in [OpenAi, Gemini] {
        let (app, id, worker) = busy(provider).await;
        let store = &app.ports.store;
        store.cancel_generation(id, app.now()).await.unwrap();
        assert_eq!(
            worker.await.unwrap(),
            Outcome::Ended(GenerationState::Canceled)
        );
        let generation = app.generation(id).await;
        assert_eq!(TestApp::billed_to(&generation), [provider]);
        assert!(generation.calls[0].estimated);
        assert_eq!(
            (app.images_used().await, images_asked(&app, other(provider))),
            (1, 0)
        );
        app.assert_no_picture().await;
        app.assert_counted(&generation).await;
    }
}

#[tokio::test]
async fn an_image_that_is_canceled_while_it_is_described_is_dropped() {
    let (app, id, worker) = busy(OpenAi).await;
    app.fakes.go_on(1);
    app.fakes
        .wait_for_calls(service_fakes::Service::OpenAi, 2)
        .await;
    let store = &app.ports.store;
    store.cancel_generation(id, app.now()).await.unwrap();
    // The description is never sent, and the worker does not wait for it.
    assert_eq!(
        worker.await.unwrap(),
        Outcome::Ended(GenerationState::Canceled)
    );
    let generation = app.generation(id).await;
    assert_eq!(TestApp::billed_to(&generation), [OpenAi, OpenAi]);
    assert_eq!(
        (generation.calls[0].estimated, generation.calls[1].estimated),
        (false, true)
    );
    assert_eq!((app.images_used().await, app.asked(Gemini)), (1, 0));
    app.assert_no_picture().await;
    app.assert_counted(&generation).await;
}

#[tokio::test]
async fn a_call_that_describes_an_image_is_noted_before_it_is_sent() {
    let (app, id, worker) = busy(OpenAi).await;
    app.fakes.go_on(1);
    app.fakes
        .wait_for_calls(service_fakes::Service::OpenAi, 2)
        .await;
    let generation = app.generation(id).await;
    let call = generation.call.unwrap();
    assert_eq!(
        (generation.calls_begun, call.provider.as_str()),
        (2, "openai")
    );
    app.fakes.go_on(1_000);
    assert_eq!(worker.await.unwrap(), Outcome::Ended(GenerationState::Done));
}
