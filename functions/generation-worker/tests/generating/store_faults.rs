//! Failures of the store, at each write of the worker.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use domain::platform::generation::{GenerationState, INTERRUPTED, LEASE};
use embedded::dynamo::{FaultInjector, InjectedFault};
use generation_worker::{Outcome, process};
use settings::AiProvider::{Gemini, OpenAi};

use crate::app::{POST, TestApp};
use crate::log::Log;

/// Loses every transaction from number `first` on, counted from 0 without the client's own repetitions.
fn losing_from(first: usize) -> FaultInjector {
    let transactions = AtomicUsize::new(0);
    Arc::new(move |operation| {
        let is_lost = operation == "TransactWriteItems"
            && transactions.fetch_add(1, Ordering::SeqCst) >= first;
        if is_lost {
            InjectedFault::LoseRequest
        } else {
            InjectedFault::None
        }
    })
}

/// Attempts of the client at one transaction.
const ATTEMPTS: usize = 3;

/// Disturbs the transaction of this number, with the client's own repetitions, in this way.
fn disturbing(number: usize, fault: InjectedFault) -> FaultInjector {
    let transactions = AtomicUsize::new(0);
    Arc::new(move |operation| {
        if operation != "TransactWriteItems" {
            return InjectedFault::None;
        }
        let count = transactions.fetch_add(1, Ordering::SeqCst);
        if (number..number + ATTEMPTS).contains(&count) {
            fault
        } else {
            InjectedFault::None
        }
    })
}

#[tokio::test]
async fn a_generation_that_cannot_be_taken_is_taken_by_the_next_delivery() {
    let app = TestApp::new(&[(OpenAi, "ok")]).await;
    let id = app.article().await;
    process(&app.disturbed(losing_from(0)), id)
        .await
        .unwrap_err();
    assert_eq!(app.asked(OpenAi), 0);
    let generation = app.deliver(id).await;
    app.written(&generation).await;
}

#[tokio::test]
async fn a_call_that_cannot_be_noted_is_not_sent() {
    for kind in ["article", "image"] {
        let app = TestApp::new(&[(OpenAi, "ok"), (Gemini, "ok")]).await;
        let id = if kind == "image" {
            app.image().await
        } else {
            app.article().await
        };
        let log = Log::begin();
        let outcome = process(
            &app.disturbed(disturbing(1, InjectedFault::LoseRequest)),
            id,
        )
        .await
        .unwrap();
        assert_eq!(outcome, Outcome::Ended(GenerationState::Failed));
        assert_eq!((app.asked(OpenAi), app.asked(Gemini)), (0, 0));
        let generation = app.generation(id).await;
        let error = generation.error.clone().unwrap();
        assert_eq!(error.code, INTERRUPTED);
        assert!(
            error.message.contains("Nada foi cobrado"),
            "{}",
            error.message
        );
        assert!(
            log.errors()[0].contains("could not be written"),
            "{:?}",
            log.errors()
        );
        assert_eq!((app.counted().await.calls, app.images_used().await), (0, 0));
    }
}

#[tokio::test]
async fn a_store_that_is_gone_after_the_taking_sends_no_call() {
    let app = TestApp::new(&[(OpenAi, "ok")]).await;
    let id = app.article().await;
    process(&app.disturbed(losing_from(1)), id)
        .await
        .unwrap_err();
    assert_eq!(app.asked(OpenAi), 0);
    assert_eq!(app.generation(id).await.state, GenerationState::Running);
    assert_eq!(process(&app.ports, id).await.unwrap(), Outcome::NotNow);
    app.clock.advance(LEASE);
    let store = &app.ports.store;
    let running = app.generation(id).await;
    assert!(store.abandon_generation(&running, app.now()).await.unwrap());
    let error = app.generation(id).await.error.unwrap();
    assert!(
        error.message.contains("Nada foi cobrado"),
        "{}",
        error.message
    );
}

#[tokio::test]
async fn an_end_that_cannot_be_recorded_is_logged_with_the_calls_and_calls_nobody_again() {
    for kind in ["article", "image"] {
        let app = TestApp::new(&[(OpenAi, "ok")]).await;
        let id = if kind == "image" {
            app.image().await
        } else {
            app.article().await
        };
        let log = Log::begin();
        // Taken, and the call noted.
        process(&app.disturbed(losing_from(2)), id)
            .await
            .unwrap_err();
        let asked = app.asked(OpenAi);
        let errors = log.errors().join("\n");
        for words in [
            "was not recorded",
            "output_tokens",
            "openai",
            &format!("id={id}"),
        ] {
            assert!(errors.contains(words), "{words}\n{errors}");
        }
        assert_eq!(process(&app.ports, id).await.unwrap(), Outcome::NotNow);
        assert_eq!(app.asked(OpenAi), asked);
        assert_eq!(app.counted().await.calls, 0);
        assert_eq!(app.generation(id).await.state, GenerationState::Running);
        let pictures = app.ports.store.post_media(POST).await.unwrap();
        assert_eq!(pictures, []);
    }
}

#[tokio::test]
async fn an_end_is_recorded_once_although_the_store_fails_for_a_moment() {
    for fault in [InjectedFault::LoseRequest, InjectedFault::LoseAnswer] {
        for kind in ["article", "image"] {
            let app = TestApp::new(&[(OpenAi, "ok")]).await;
            let is_image = kind == "image";
            let id = if is_image {
                app.image().await
            } else {
                app.article().await
            };
            // Taken, and the calls noted.
            let end = if is_image { 3 } else { 2 };
            let ports = app.disturbed(disturbing(end, fault));
            let outcome = process(&ports, id).await.unwrap();
            assert_eq!(
                outcome,
                Outcome::Ended(GenerationState::Done),
                "{fault:?} {kind}"
            );
            let generation = app.generation(id).await;
            if is_image {
                let store = &app.ports.store;
                assert_eq!(store.post_media(POST).await.unwrap().len(), 1);
            } else {
                app.written(&generation).await;
            }
            app.assert_billed(&generation);
            app.assert_counted(&generation).await;
        }
    }
}

#[tokio::test]
async fn an_end_whose_response_was_lost_is_recorded_once() {
    let app = TestApp::new(&[(OpenAi, "ok")]).await;
    let id = app.article().await;
    let transactions = AtomicUsize::new(0);
    let inject: FaultInjector = Arc::new(move |operation| {
        let lost = operation == "TransactWriteItems"
            && transactions
                .fetch_add(1, Ordering::SeqCst)
                .is_multiple_of(2);
        if lost {
            InjectedFault::LoseAnswer
        } else {
            InjectedFault::None
        }
    });
    let outcome = process(&app.disturbed(inject), id).await.unwrap();
    assert_eq!(outcome, Outcome::Ended(GenerationState::Done));
    let generation = app.generation(id).await;
    app.written(&generation).await;
    app.assert_billed(&generation);
    app.assert_counted(&generation).await;
}

#[tokio::test]
async fn a_piece_of_text_that_cannot_be_stored_is_stored_later() {
    for fault in [InjectedFault::LoseRequest, InjectedFault::LoseAnswer] {
        for provider in [OpenAi, Gemini] {
            let mut app = TestApp::new(&[(provider, "ok")]).await;
            app.store_every_piece();
            let id = app.article().await;
            // A write in the middle of the article.
            let ports = app.disturbed(disturbing(60, fault));
            let outcome = process(&ports, id).await.unwrap();
            assert_eq!(outcome, Outcome::Ended(GenerationState::Done));
            let generation = app.generation(id).await;
            let article = app.written(&generation).await;
            let partial = app.partial(&generation).await;
            assert_eq!(partial.chars().count() as u64, generation.text_chars);
            assert!(partial.len() * 2 > article.body.len(), "{}", partial.len());
            assert!(article.body.starts_with(&partial));
            assert_eq!(app.asked(provider), 1);
            app.assert_billed(&generation);
            app.assert_counted(&generation).await;
        }
    }
}

#[tokio::test]
async fn an_image_is_made_although_the_store_fails_for_a_moment() {
    let mut app = TestApp::new(&[(OpenAi, "slow")]).await;
    app.store_every_piece();
    let app = Arc::new(app);
    let id = app.image().await;
    // Taken, noted, and the first pulses.
    let ports = app.disturbed(disturbing(2, InjectedFault::LoseRequest));
    let log = Log::begin();
    let worker = tokio::spawn(async move { process(&ports, id).await.unwrap() });
    while !log.text().contains("was not stored") {
        tokio::task::yield_now().await;
    }
    app.fakes.go_on(1_000);
    assert_eq!(worker.await.unwrap(), Outcome::Ended(GenerationState::Done));
    let generation = app.generation(id).await;
    app.pictured(&generation).await;
    app.assert_billed(&generation);
    app.assert_counted(&generation).await;
}

#[tokio::test]
async fn a_cancellation_is_noticed_after_a_write_that_failed() {
    let mut app = TestApp::new(&[(OpenAi, "slow"), (Gemini, "ok")]).await;
    app.store_every_piece();
    let id = app.article().await;
    let ports = app.disturbed(disturbing(2, InjectedFault::LoseRequest));
    let log = Log::begin();
    let worker = tokio::spawn(async move { process(&ports, id).await.unwrap() });
    while !log.text().contains("was not stored") {
        tokio::task::yield_now().await;
    }
    let store = &app.ports.store;
    store.cancel_generation(id, app.now()).await.unwrap();
    assert_eq!(
        worker.await.unwrap(),
        Outcome::Ended(GenerationState::Canceled)
    );
    let generation = app.generation(id).await;
    assert_eq!((generation.calls.len(), app.asked(Gemini)), (1, 0));
    app.assert_counted(&generation).await;
}

#[tokio::test]
async fn a_text_that_cannot_be_stored_for_long_stops_the_call_and_records_it() {
    let mut app = TestApp::new(&[(OpenAi, "ok"), (Gemini, "ok")]).await;
    app.store_every_piece();
    app.ports.times.patience = Duration::ZERO;
    let id = app.article().await;
    let log = Log::begin();
    let outcome = process(
        &app.disturbed(disturbing(2, InjectedFault::LoseRequest)),
        id,
    )
    .await
    .unwrap();
    assert_eq!(outcome, Outcome::Ended(GenerationState::Failed));
    let generation = app.generation(id).await;
    let error = generation.error.clone().unwrap();
    assert_eq!(error.code, INTERRUPTED);
    assert!(
        error.message.contains("pode ter cobrado"),
        "{}",
        error.message
    );
    assert!(
        log.errors()[0].contains("could not be written"),
        "{:?}",
        log.errors()
    );
    assert_eq!(TestApp::billed_to(&generation), [OpenAi]);
    assert_eq!((app.asked(OpenAi), app.asked(Gemini)), (1, 0));
    app.assert_billed(&generation);
    app.assert_counted(&generation).await;
}
