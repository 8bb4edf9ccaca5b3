//! What happens when the service is broken, slow or dead.

use std::time::Duration;

use service_fakes::Service;
use spam_service::{ServiceFailure, Verdict};

use crate::setup::{Setup, checked, key, setup};

async fn failure(setup: &Setup) -> ServiceFailure {
    setup
        .service
        .check(&key(), &checked("texto"))
        .await
        .unwrap_err()
        .failure
}

#[tokio::test]
async fn each_fault_is_a_failure_of_its_kind() {
    for (fault, expected) in [
        ("invalid-key", ServiceFailure::InvalidKey),
        ("limit", ServiceFailure::RateLimited),
        ("500", ServiceFailure::ServiceFailed),
        ("overload", ServiceFailure::ServiceFailed),
        ("html-502", ServiceFailure::ServiceFailed),
        ("empty", ServiceFailure::BadPayload),
        ("garbage", ServiceFailure::BadPayload),
        ("reset", ServiceFailure::Unreachable),
    ] {
        let setup = setup().await;
        setup.fakes.fail_next(Service::Akismet, fault);
        assert_eq!(failure(&setup).await, expected, "{fault}");
        assert_eq!(
            setup.number_of_calls(),
            1,
            "{fault}: a call is not repeated"
        );
    }
}

#[tokio::test]
async fn a_refused_key_comes_with_the_words_of_the_service() {
    let setup = setup().await;
    let error = setup
        .service
        .check(&"badbadbadbad".into(), &checked("texto"))
        .await
        .unwrap_err();
    assert_eq!(error.failure, ServiceFailure::InvalidKey);
    assert!(!error.failure.is_temporary());
    assert_eq!(error.debug_help.as_deref(), Some("Invalid API key"));
    setup.fakes.fail_next(Service::Akismet, "limit");
    let error = setup
        .service
        .submit_ham(&key(), &checked("texto"))
        .await
        .unwrap_err();
    assert_eq!(error.retry_after.unwrap().as_secs(), 60);
    for fault in ["empty", "invalid-key"] {
        setup.fakes.fail_next(Service::Akismet, fault);
        assert!(
            setup
                .service
                .submit_spam(&key(), &checked("texto"))
                .await
                .is_err(),
            "{fault}"
        );
    }
}

#[tokio::test]
async fn an_answer_without_a_verdict_may_carry_an_alert() {
    let setup = setup().await;
    setup
        .fakes
        .set_spam_alert(Some(("10005", "Chave suspensa")));
    let error = setup
        .service
        .check(&"badbadbadbad".into(), &checked("texto"))
        .await
        .unwrap_err();
    assert_eq!(error.alert.unwrap().code, "10005");
}

#[tokio::test]
async fn a_dead_service_is_left_alone_until_a_trial_succeeds() {
    let setup = setup().await;
    for _ in 0..2 {
        setup.fakes.fail_next(Service::Akismet, "500");
        assert_eq!(failure(&setup).await, ServiceFailure::ServiceFailed);
    }
    assert_eq!(failure(&setup).await, ServiceFailure::CircuitOpen);
    // The circuit is that of the service: other calls and clones are refused as well.
    let clone = setup.service.clone();
    let error = clone
        .verify_key(&key(), "https://site.example/", None)
        .await
        .unwrap_err();
    assert_eq!(error.failure, ServiceFailure::CircuitOpen);
    assert_eq!(setup.number_of_calls(), 2);
    setup.clock.advance(30);
    setup.fakes.fail_next(Service::Akismet, "reset");
    assert_eq!(failure(&setup).await, ServiceFailure::Unreachable);
    assert_eq!(failure(&setup).await, ServiceFailure::CircuitOpen);
    setup.clock.advance(30);
    let answer = setup
        .service
        .check(&key(), &checked("texto"))
        .await
        .unwrap();
    assert_eq!(answer.value.verdict, Verdict::Ham);
    assert_eq!(setup.number_of_calls(), 4);
}

#[tokio::test]
async fn a_wrong_key_does_not_open_the_circuit() {
    let setup = setup().await;
    for _ in 0..5 {
        let error = setup
            .service
            .check(&"badbadbadbad".into(), &checked("texto"))
            .await
            .unwrap_err();
        assert_eq!(error.failure, ServiceFailure::InvalidKey);
    }
    assert_eq!(setup.number_of_calls(), 5);
}

#[tokio::test]
async fn a_service_that_does_not_answer_ends_at_the_deadline() {
    let setup = setup().await;
    setup.fakes.fail_next(Service::Akismet, "stall");
    let service = setup.service.clone();
    let call = tokio::spawn(async move { service.check(&key(), &checked("texto")).await });
    setup.fakes.wait_for_waiting(1).await;
    tokio::time::pause();
    tokio::time::advance(Duration::from_secs(6)).await;
    assert_eq!(
        call.await.unwrap().unwrap_err().failure,
        ServiceFailure::Timeout
    );
}
