//! Failed renewals that are due.

use domain::platform::search_connection::ConnectionStatus;
use jiff::SignedDuration;
use platform_testkit::SearchCall;
use ports::Clock;
use search_worker::renew;

use crate::app::{SITE, TestApp, unavailable};

#[tokio::test]
async fn a_failed_renewal_is_tried_again_when_it_is_due() {
    let app = TestApp::new().await;
    let store = &app.ports.store;
    app.clock.advance(SignedDuration::from_hours(2));
    app.console.fail(SearchCall::Refresh, [unavailable(false)]);
    renew(&app.ports, SITE).await.unwrap();
    let failed = store.search_connection(SITE).await.unwrap().unwrap();
    assert_eq!(failed.status, ConnectionStatus::Error);
    let due = store.due_search_renewals(app.clock.now(), None, 10).await;
    assert!(due.unwrap().items.is_empty());
    // A message that comes early.
    renew(&app.ports, SITE).await.unwrap();
    assert_eq!(app.count(SearchCall::Refresh), 1);

    app.clock.advance(SignedDuration::from_mins(1));
    let due = store.due_search_renewals(app.clock.now(), None, 10).await;
    assert_eq!(due.unwrap().items.len(), 1);
    renew(&app.ports, SITE).await.unwrap();
    let renewed = store.search_connection(SITE).await.unwrap().unwrap();
    assert_eq!(renewed.status, ConnectionStatus::Connected);
    let due = store.due_search_renewals(app.clock.now(), None, 10).await;
    assert!(due.unwrap().items.is_empty());
}

#[tokio::test]
async fn a_site_that_was_disconnected_needs_no_renewal() {
    let app = TestApp::unconnected().await;
    renew(&app.ports, SITE).await.unwrap();
    assert_eq!(app.count(SearchCall::Refresh), 0);
}
