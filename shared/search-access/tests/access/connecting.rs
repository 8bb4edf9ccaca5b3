//! Connecting, connecting again and disconnecting.

use domain::platform::id::SiteId;
use domain::platform::search_connection::ConnectionStatus;
use jiff::SignedDuration;
use platform_testkit::SearchCall;
use ports::Clock;
use search_access::AccessError;
use search_console::SearchError;

use crate::app::{ACCOUNT, OTHER_SITE, SITE, TestApp, grant, unavailable};

#[tokio::test]
async fn connecting_again_replaces_a_revoked_and_a_failing_connection() {
    for error in [SearchError::InvalidGrant { message: None }, unavailable()] {
        let app = TestApp::connected().await;
        app.pass(SignedDuration::from_hours(2));
        app.console.fail(SearchCall::Refresh, [error]);
        app.used().await.unwrap_err();
        let before = app.connection(SITE).await.unwrap();
        app.connect(SITE, None).await;
        let after = app.connection(SITE).await.unwrap();
        assert_eq!(after.status, ConnectionStatus::Connected);
        assert_eq!(after.revision, before.revision + 1);
        assert_eq!((after.last_error, after.retry_at), (None, None));
        app.used().await.unwrap();
    }
}

#[tokio::test]
async fn a_site_that_was_removed_is_not_connected() {
    let app = TestApp::new().await;
    let nowhere = SiteId(99);
    let now = app.clock.now();
    let grant = grant(3_599);
    let refused = app.access.connect(nowhere, app.owner, &grant, None, now);
    assert!(matches!(refused.await, Err(AccessError::Items(_))));
    assert!(app.connection(nowhere).await.is_none());
}

#[tokio::test]
async fn removing_a_site_removes_its_connection() {
    let app = TestApp::connected().await;
    let site = app.access.store.site(SITE).await.unwrap().unwrap();
    app.access.store.delete_site(&site).await.unwrap();
    assert!(app.connection(SITE).await.is_none());
}

#[tokio::test]
async fn disconnecting_withdraws_the_grant_once() {
    let app = TestApp::connected().await;
    assert!(app.access.disconnect(SITE).await.unwrap());
    assert!(app.connection(SITE).await.is_none());
    assert_eq!(app.console.calls(SearchCall::Revoke), ["1//canary-refresh"]);
    assert!(!app.access.disconnect(SITE).await.unwrap());
    assert_eq!(app.console.calls(SearchCall::Revoke).len(), 1);
    assert!(matches!(app.used().await, Err(AccessError::NotConnected)));
}

#[tokio::test]
async fn a_grant_that_another_site_uses_is_not_withdrawn() {
    let app = TestApp::connected().await;
    app.connect(OTHER_SITE, Some("CONTA@agencia.test")).await;
    assert!(app.access.disconnect(OTHER_SITE).await.unwrap());
    assert!(app.console.calls(SearchCall::Revoke).is_empty());
    app.used().await.unwrap();
    // The last site of the account.
    app.access.disconnect(SITE).await.unwrap();
    assert_eq!(app.console.calls(SearchCall::Revoke).len(), 1);
}

#[tokio::test]
async fn a_provider_that_fails_does_not_keep_the_connection() {
    let app = TestApp::connected().await;
    app.console.fail(SearchCall::Revoke, [unavailable()]);
    assert!(app.access.disconnect(SITE).await.unwrap());
    assert!(app.connection(SITE).await.is_none());
}

#[tokio::test]
async fn a_renewal_of_a_removed_connection_stores_nothing() {
    let app = TestApp::connected().await;
    assert_eq!(
        app.connection(SITE).await.unwrap().account_email.as_deref(),
        Some(ACCOUNT)
    );
    let mut leased = app.connection(SITE).await.unwrap();
    let from = leased.revision;
    app.pass(SignedDuration::from_hours(2));
    leased.begin_renewal(app.clock.now()).unwrap();
    let store = &app.access.store;
    store.save_search_connection(&leased, from).await.unwrap();
    app.access.disconnect(SITE).await.unwrap();
    let lost = store.save_search_connection(&leased, leased.revision).await;
    assert!(lost.unwrap_err().is_conflict());
    assert!(app.connection(SITE).await.is_none());
}
