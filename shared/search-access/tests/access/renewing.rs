//! Renewal of access tokens.

use domain::platform::search_connection::{ConnectionStatus, RENEWAL_LEASE};
use jiff::SignedDuration;
use platform_testkit::SearchCall;
use ports::Clock;
use search_access::AccessError;
use search_console::SearchError;

use crate::app::{SITE, TestApp, unavailable};

#[tokio::test]
async fn a_token_is_used_until_two_minutes_before_it_expires() {
    let app = TestApp::connected().await;
    let first = app.used().await.unwrap();
    // It lives 3,599 s.
    app.pass(SignedDuration::from_secs(3_479));
    assert_eq!(app.used().await.unwrap(), first);
    assert_eq!(app.renewals(), 0);
    app.pass(SignedDuration::from_secs(1));
    let second = app.used().await.unwrap();
    assert_ne!(second, first);
    assert_eq!(app.used().await.unwrap(), second);
    assert_eq!(
        app.console.calls(SearchCall::Refresh),
        ["cliente.apps.example 1//canary-refresh"]
    );
    let connection = app.connection(SITE).await.unwrap();
    assert_eq!(connection.status, ConnectionStatus::Connected);
    let lifetime = SignedDuration::from_secs(3_599);
    assert_eq!(connection.token_expires_at, app.clock.now() + lifetime);
}

#[tokio::test]
async fn tokens_are_stored_sealed() {
    let app = TestApp::connected().await;
    let connection = app.connection(SITE).await.unwrap();
    for sealed in [
        &connection.sealed_access_token,
        &connection.sealed_refresh_token,
    ] {
        assert!(sealed.starts_with("v1."), "{sealed}");
        assert!(!sealed.contains("canary"), "{sealed}");
    }
}

#[tokio::test]
async fn simultaneous_uses_renew_once() {
    let app = TestApp::connected().await;
    app.pass(SignedDuration::from_hours(2));
    let (one, two, three) = tokio::join!(app.used(), app.used(), app.used());
    let tokens = [one.unwrap(), two.unwrap(), three.unwrap()];
    assert_eq!(app.renewals(), 1);
    assert_eq!(tokens[0], tokens[1]);
    assert_eq!(tokens[0], tokens[2]);
}

#[tokio::test]
async fn the_lease_of_a_process_that_is_gone_is_taken_over() {
    let app = TestApp::connected().await;
    app.pass(SignedDuration::from_hours(2));
    let mut connection = app.connection(SITE).await.unwrap();
    let from = connection.revision;
    connection.begin_renewal(app.clock.now()).unwrap();
    let store = &app.access.store;
    store
        .save_search_connection(&connection, from)
        .await
        .unwrap();
    let end = app.clock.now() + RENEWAL_LEASE;
    assert!(matches!(app.used().await, Err(AccessError::Busy)));
    assert_eq!(app.renewals(), 0);
    app.clock.set(end);
    app.used().await.unwrap();
    assert_eq!(app.renewals(), 1);
}

#[tokio::test]
async fn a_token_within_its_margin_is_used_while_another_process_renews() {
    let app = TestApp::connected().await;
    app.pass(SignedDuration::from_secs(3_500));
    let mut connection = app.connection(SITE).await.unwrap();
    let from = connection.revision;
    connection.begin_renewal(app.clock.now()).unwrap();
    let store = &app.access.store;
    store
        .save_search_connection(&connection, from)
        .await
        .unwrap();
    assert!(app.used().await.is_ok());
    assert_eq!(app.renewals(), 0);
}

#[tokio::test]
async fn a_withdrawn_grant_revokes_the_connection_for_good() {
    let app = TestApp::connected().await;
    app.pass(SignedDuration::from_hours(2));
    let gone = SearchError::InvalidGrant {
        message: Some("Token has been expired or revoked.".into()),
    };
    app.console.fail(SearchCall::Refresh, [gone]);
    assert!(matches!(app.used().await, Err(AccessError::Revoked)));
    let connection = app.connection(SITE).await.unwrap();
    assert_eq!(connection.status, ConnectionStatus::Revoked);
    let error = connection.last_error.unwrap();
    assert!(
        error.contains("Token has been expired or revoked."),
        "{error}"
    );
    app.pass(SignedDuration::from_hours(24));
    assert!(matches!(app.used().await, Err(AccessError::Revoked)));
    assert_eq!(app.renewals(), 1);
}

#[tokio::test]
async fn other_failures_are_errors_that_are_tried_again_after_growing_pauses() {
    for error in [
        unavailable(),
        SearchError::TimedOut {
            may_have_happened: true,
        },
        SearchError::RateLimited { retry_after: None },
        SearchError::BadPayload,
        SearchError::InvalidClient {
            code: "invalid_client".into(),
            message: None,
        },
        SearchError::Refused {
            status: 403,
            reason: Some("admin_policy_enforced".into()),
            message: None,
        },
    ] {
        let app = TestApp::connected().await;
        app.pass(SignedDuration::from_hours(2));
        app.console
            .fail(SearchCall::Refresh, [error.clone(), error.clone()]);
        assert!(matches!(app.used().await, Err(AccessError::Provider(_))));
        let connection = app.connection(SITE).await.unwrap();
        assert_eq!(connection.status, ConnectionStatus::Error, "{error}");
        assert!(connection.last_error.is_some(), "{error}");
        let first = app.clock.now() + SignedDuration::from_mins(1);
        assert_eq!(connection.retry_at, Some(first), "{error}");
        // No call within the pause.
        let Err(AccessError::Paused { retry_at, .. }) = app.used().await else {
            panic!("{error}");
        };
        assert_eq!((retry_at, app.renewals()), (first, 1));
        app.clock.set(first);
        app.used().await.unwrap_err();
        let connection = app.connection(SITE).await.unwrap();
        let second = first + SignedDuration::from_mins(5);
        assert_eq!(connection.retry_at, Some(second), "{error}");
        app.clock.set(second);
        app.used().await.unwrap();
        let connection = app.connection(SITE).await.unwrap();
        assert_eq!(connection.status, ConnectionStatus::Connected, "{error}");
        assert_eq!((connection.last_error, connection.failures), (None, 0));
    }
}

#[tokio::test]
async fn a_token_that_is_not_accepted_is_renewed_once_and_the_call_repeated() {
    let app = TestApp::connected().await;
    app.console.forget_tokens();
    let console = &app.console;
    let page = "https://padaria.example/pao/".parse().unwrap();
    let page = &page;
    use search_console::SearchConsole;
    let send = || {
        app.access.with_token(SITE, |token| async move {
            console.request_indexing(&token, page).await
        })
    };
    send().await.unwrap();
    assert_eq!(app.renewals(), 1);
    assert_eq!(console.calls(SearchCall::Indexing).len(), 2);
    // A renewed token that is not accepted either is an error of the connection.
    app.console.forget_tokens();
    let refused = SearchError::Unauthorized { message: None };
    app.console
        .fail(SearchCall::Indexing, [refused.clone(), refused.clone()]);
    let failed = send().await.unwrap_err();
    assert!(matches!(failed, AccessError::Provider(error) if error == refused));
    assert_eq!(app.renewals(), 2);
    let connection = app.connection(SITE).await.unwrap();
    assert_eq!(connection.status, ConnectionStatus::Error);
}

#[tokio::test]
async fn without_a_client_nothing_is_called() {
    let app = TestApp::configured(false).await;
    let (grant, now) = (crate::app::grant(0), app.clock.now());
    let connecting = app.access.connect(SITE, app.owner, &grant, None, now);
    connecting.await.unwrap();
    assert!(matches!(app.used().await, Err(AccessError::NotConfigured)));
    assert_eq!(app.renewals(), 0);
    let connection = app.connection(SITE).await.unwrap();
    assert_eq!(connection.status, ConnectionStatus::Error);
}
