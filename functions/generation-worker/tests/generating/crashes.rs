//! Workers that vanish while a provider works.

use domain::platform::generation::{GenerationState, INTERRUPTED, LEASE};
use domain::platform::id::GenerationId;
use generation_worker::{Outcome, process};
use settings::AiProvider::{self, OpenAi};

use crate::app::{TestApp, service};

/// Processes a generation until the provider has the call, and drops the worker.
async fn crash(app: &TestApp, id: GenerationId, provider: AiProvider) {
    tokio::select! {
        outcome = process(&app.ports, id) => panic!("the worker ended: {outcome:?}"),
        () = app.fakes.wait_for_waiting(1) => {}
    }
    assert_eq!(app.asked(provider), 1);
}

/// Fails the generations whose lease has expired, as the publishing tick does; returns their number.
async fn tick(app: &TestApp) -> usize {
    let store = &app.ports.store;
    let due = store.due_generations(app.now(), None, 10).await.unwrap();
    let mut failed = 0;
    for generation in due.items {
        let generation = generation.unwrap();
        failed += usize::from(
            store
                .abandon_generation(&generation, app.now())
                .await
                .unwrap(),
        );
    }
    failed
}

#[tokio::test]
async fn a_provider_is_not_called_again_after_a_crash() {
    for scenario in ["slow", "stall-before", "stall"] {
        for provider in AiProvider::ALL {
            let app = TestApp::new(&[(provider, scenario)]).await;
            let id = app.article().await;
            crash(&app, id, provider).await;
            assert_eq!(
                app.fakes
                    .billed(service(provider), &app.providers[0].1)
                    .calls,
                1
            );
            assert_eq!(process(&app.ports, id).await.unwrap(), Outcome::NotNow);
            assert_eq!(app.generation(id).await.state, GenerationState::Running);
            assert_eq!(tick(&app).await, 0);
            app.clock.advance(LEASE);
            assert_eq!(tick(&app).await, 1);
            let generation = app.generation(id).await;
            let error = generation.error.clone().unwrap();
            assert_eq!(
                (generation.state, error.code.as_str()),
                (GenerationState::Failed, INTERRUPTED)
            );
            assert!(
                error.message.contains("pode ter cobrado"),
                "{}",
                error.message
            );
            assert_eq!(generation.call.unwrap().provider, provider.name());
            // How much was billed is unknown, so nothing is said to be final.
            assert!(!generation.settled && generation.calls.is_empty());
            assert_eq!(process(&app.ports, id).await.unwrap(), Outcome::NotNow);
            assert_eq!((app.asked(provider), app.counted().await.calls), (1, 0));
        }
    }
}

#[tokio::test]
async fn an_image_is_not_made_again_after_a_crash_and_counts() {
    let app = TestApp::new(&[(OpenAi, "slow")]).await;
    let id = app.image().await;
    crash(&app, id, OpenAi).await;
    assert_eq!(process(&app.ports, id).await.unwrap(), Outcome::NotNow);
    app.clock.advance(LEASE);
    assert_eq!(tick(&app).await, 1);
    let error = app.generation(id).await.error.unwrap();
    assert!(error.message.contains("da imagem"), "{}", error.message);
    assert_eq!((app.asked(OpenAi), app.images_used().await), (1, 1));
}

#[tokio::test]
async fn a_worker_that_was_believed_gone_reports_what_it_used() {
    let app = TestApp::new(&[(OpenAi, "slow")]).await;
    let id = app.article().await;
    let ports = app.ports.clone();
    let worker = tokio::spawn(async move { process(&ports, id).await.unwrap() });
    app.fakes.wait_for_waiting(1).await;
    app.clock.advance(LEASE);
    assert_eq!(tick(&app).await, 1);
    app.fakes.go_on(10_000);
    assert_eq!(
        worker.await.unwrap(),
        Outcome::Ended(GenerationState::Failed)
    );
    let generation = app.generation(id).await;
    assert_eq!(generation.error.clone().unwrap().code, INTERRUPTED);
    assert_eq!(TestApp::billed_to(&generation), [OpenAi]);
    app.assert_billed(&generation);
    app.assert_counted(&generation).await;
}
