//! Tasks without faults of the provider.

use domain::platform::event::EventKind;
use domain::platform::search_task::{PartState, SearchPart, SearchTaskState};
use jiff::SignedDuration;
use platform_testkit::SearchCall;
use search_worker::Outcome;

use crate::app::{HOME, PAGE, PROPERTY, SITE, SITEMAP, TestApp};

#[tokio::test]
async fn a_publication_is_told_once_and_recorded() {
    let app = TestApp::new().await;
    assert_eq!(app.work().await, Outcome::Done);
    assert_eq!(app.console.calls(SearchCall::Indexing), [PAGE]);
    let sitemap = format!("{PROPERTY} {SITEMAP}");
    assert_eq!(app.console.calls(SearchCall::Sitemap), [sitemap]);
    let told = app.told(EventKind::ConsoleIndexing, "search_console").await;
    assert_eq!(told.len(), 1);
    assert_eq!(told[0].0, "sent");
    assert!(
        told[0].1.starts_with("Pedido de indexação enviado."),
        "{told:?}"
    );
    assert_eq!(app.sitemap().await, ["sent"]);
    let task = app.task().await;
    assert_eq!((task.state, task.next_at), (SearchTaskState::Done, None));
    // A message that comes again, also later, finds nothing to do.
    app.clock.advance(SignedDuration::from_hours(1));
    assert_eq!(app.work().await, Outcome::NotNow);
    assert_eq!(app.count(SearchCall::Indexing), 1);
}

#[tokio::test]
async fn a_site_that_is_not_connected_stays_silent() {
    let app = TestApp::unconnected().await;
    assert_eq!(app.work().await, Outcome::Done);
    for call in [
        SearchCall::Refresh,
        SearchCall::Properties,
        SearchCall::Indexing,
        SearchCall::Sitemap,
        SearchCall::IndexNow,
    ] {
        assert_eq!(app.count(call), 0, "{call:?}");
    }
    let (events, _) = app
        .ports
        .store
        .post_events_page(app.post, 0, 100)
        .await
        .unwrap();
    assert!(events.is_empty(), "{events:?}");
}

#[tokio::test]
async fn requests_that_are_switched_off_are_not_sent() {
    let mut app = TestApp::new().await;
    app.ports.indexing.enabled = false;
    assert_eq!(app.work().await, Outcome::Done);
    assert_eq!(app.count(SearchCall::Indexing), 0);
    assert!(app.indexing().await.is_empty());
    assert_eq!(app.sitemap().await, ["sent"]);
}

#[tokio::test]
async fn a_missing_sitemap_is_told() {
    let app = TestApp::new().await;
    app.forget_sitemap().await;
    assert_eq!(app.work().await, Outcome::Done);
    assert_eq!(app.count(SearchCall::Sitemap), 0);
    assert_eq!(app.sitemap().await, ["skipped"]);
    assert_eq!(app.indexing().await, ["sent"]);
}

#[tokio::test]
async fn the_requests_of_a_day_are_two_hundred() {
    let app = TestApp::new().await;
    app.use_quota(1).await;
    assert_eq!(app.work().await, Outcome::Done);
    assert_eq!(app.indexing().await, ["sent"]);

    let app = TestApp::new().await;
    app.use_quota(0).await;
    assert_eq!(app.work().await, Outcome::Done);
    assert_eq!(app.count(SearchCall::Indexing), 0);
    assert_eq!(app.indexing().await, ["quota_reached"]);
    assert_eq!(app.sitemap().await, ["sent"]);

    // The next day has requests of its own.
    let app = TestApp::new().await;
    app.use_quota(0).await;
    app.clock.advance(SignedDuration::from_hours(24));
    assert_eq!(app.work().await, Outcome::Done);
    assert_eq!(app.indexing().await, ["sent"]);
}

#[tokio::test]
async fn a_post_that_is_gone_is_not_told() {
    let app = TestApp::new().await;
    app.delete_post().await;
    assert_eq!(app.work().await, Outcome::Done);
    assert_eq!(app.count(SearchCall::Indexing), 0);
    assert_eq!(app.count(SearchCall::Sitemap), 0);
}

#[tokio::test]
async fn a_site_of_this_deployment_is_announced_through_index_now() {
    let app = TestApp::unconnected().await;
    app.console.serve_key();
    assert_eq!(app.work().await, Outcome::Done);
    let key = app.ports.access.keyring.index_now_key("padaria.example");
    let file = format!("{HOME}{key}.txt");
    assert_eq!(app.console.calls(SearchCall::IndexNowKey), [file]);
    assert_eq!(app.count(SearchCall::IndexNow), 1);
    assert_eq!(app.index_now().await, ["sent"]);
    assert!(app.indexing().await.is_empty());
}

#[tokio::test]
async fn a_site_on_loopback_is_never_announced() {
    let app = TestApp::unconnected().await;
    app.console.serve_key();
    platform_testkit::change_site(&app.ports.store, SITE, |site| {
        site.url = "http://127.0.0.1:8081/".into();
    })
    .await;
    assert_eq!(app.work().await, Outcome::Done);
    assert_eq!(app.count(SearchCall::IndexNowKey), 0);
    assert_eq!(app.count(SearchCall::IndexNow), 0);
}

#[tokio::test]
async fn workers_at_the_same_time_tell_once() {
    let app = TestApp::new().await;
    let (one, two) = tokio::join!(app.work(), app.work());
    let outcomes = [one, two];
    assert!(outcomes.contains(&Outcome::Done), "{outcomes:?}");
    assert!(outcomes.contains(&Outcome::NotNow), "{outcomes:?}");
    assert_eq!(app.count(SearchCall::Indexing), 1);
    assert_eq!(app.indexing().await, ["sent"]);
}

#[tokio::test]
async fn a_worker_that_is_gone_in_a_request_leaves_an_unknown_outcome() {
    let app = TestApp::new().await;
    let now = jiff::Timestamp::from_second(0).unwrap();
    app.change_task(|task| {
        task.begin(now).unwrap();
        task.note_call(SearchPart::Indexing, now);
    })
    .await;
    // Its lease of 150 seconds has expired.
    assert_eq!(app.work().await, Outcome::Done);
    assert_eq!(app.count(SearchCall::Indexing), 0);
    assert_eq!(app.indexing().await, ["uncertain"]);
    assert_eq!(app.sitemap().await, ["sent"]);
    assert_eq!(
        app.task().await.part(SearchPart::Indexing),
        PartState::Closed
    );
}
