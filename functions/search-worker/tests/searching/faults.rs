//! The fault matrix: each failure of the provider has its event, and nothing is sent twice.

use domain::platform::event::EventKind;
use domain::platform::search_connection::ConnectionStatus;
use items::Key;
use jiff::SignedDuration;
use platform_testkit::SearchCall;
use search_console::SearchError;
use search_worker::process;

use crate::app::{JOB, SITE, TestApp, refused, unavailable};

/// What a failure of one call leads to.
struct Case {
    error: SearchError,
    /// Attempts until the task is done.
    attempts: u32,
    /// Calls that were sent.
    calls: usize,
    /// Result of the event.
    result: &'static str,
}

const fn case(error: SearchError, attempts: u32, calls: usize, result: &'static str) -> Case {
    Case {
        error,
        attempts,
        calls,
        result,
    }
}

const fn timed_out(may_have_happened: bool) -> SearchError {
    SearchError::TimedOut { may_have_happened }
}

fn limited() -> SearchError {
    SearchError::RateLimited { retry_after: None }
}

fn used_up() -> SearchError {
    SearchError::QuotaExhausted {
        message: Some("Quota exceeded".into()),
    }
}

#[tokio::test]
async fn an_indexing_request_is_sent_again_only_if_it_had_no_effect() {
    for expected in [
        case(refused(403, "forbidden"), 1, 1, "failed"),
        case(refused(400, "badRequest"), 1, 1, "failed"),
        case(used_up(), 1, 1, "quota_reached"),
        case(limited(), 2, 2, "sent"),
        case(unavailable(false), 2, 2, "sent"),
        case(timed_out(false), 2, 2, "sent"),
        case(unavailable(true), 1, 1, "uncertain"),
        case(timed_out(true), 1, 1, "uncertain"),
        case(SearchError::BadPayload, 1, 1, "uncertain"),
        // Another token is used.
        case(SearchError::Unauthorized { message: None }, 1, 2, "sent"),
    ] {
        let app = TestApp::new().await;
        let error = expected.error;
        app.console.fail(SearchCall::Indexing, [error.clone()]);
        assert_eq!(app.finish().await, expected.attempts, "{error:?}");
        assert_eq!(app.count(SearchCall::Indexing), expected.calls, "{error:?}");
        assert_eq!(app.indexing().await, [expected.result], "{error:?}");
        // The sitemap is submitted whatever becomes of the request, and once.
        assert_eq!(app.sitemap().await, ["sent"], "{error:?}");
        assert_eq!(app.count(SearchCall::Sitemap), 1, "{error:?}");
    }
}

#[tokio::test]
async fn a_sitemap_is_submitted_again_after_every_passing_failure() {
    for expected in [
        case(refused(403, "forbidden"), 1, 1, "failed"),
        case(refused(404, "notFound"), 1, 1, "failed"),
        case(used_up(), 1, 1, "quota_reached"),
        case(limited(), 2, 2, "sent"),
        case(unavailable(false), 2, 2, "sent"),
        case(unavailable(true), 2, 2, "sent"),
        case(timed_out(true), 2, 2, "sent"),
        case(SearchError::BadPayload, 2, 2, "sent"),
        case(SearchError::Unauthorized { message: None }, 1, 2, "sent"),
    ] {
        let app = TestApp::new().await;
        let error = expected.error;
        app.console.fail(SearchCall::Sitemap, [error.clone()]);
        assert_eq!(app.finish().await, expected.attempts, "{error:?}");
        assert_eq!(app.count(SearchCall::Sitemap), expected.calls, "{error:?}");
        assert_eq!(app.sitemap().await, [expected.result], "{error:?}");
        assert_eq!(app.count(SearchCall::Indexing), 1, "{error:?}");
    }
}

#[tokio::test]
async fn three_attempts_five_minutes_apart_are_the_last() {
    let app = TestApp::new().await;
    let away = || std::iter::repeat_n(unavailable(false), 10);
    app.console.fail(SearchCall::Indexing, away());
    app.console.fail(SearchCall::Sitemap, away());
    assert_eq!(app.finish().await, 3);
    assert_eq!(app.count(SearchCall::Indexing), 3);
    assert_eq!(app.count(SearchCall::Sitemap), 3);
    assert_eq!(app.indexing().await, ["failed"]);
    assert_eq!(app.sitemap().await, ["failed"]);
}

#[tokio::test]
async fn the_providers_words_are_part_of_the_event() {
    let app = TestApp::new().await;
    app.console
        .fail(SearchCall::Indexing, [refused(403, "forbidden")]);
    app.finish().await;
    let told = app.told(EventKind::ConsoleIndexing, "search_console").await;
    let message = &told[0].1;
    assert!(
        message.contains("Failed to verify the URL ownership."),
        "{message}"
    );
}

#[tokio::test]
async fn a_withdrawn_grant_is_told_and_nothing_is_sent() {
    let app = TestApp::new().await;
    app.clock.advance(SignedDuration::from_hours(2));
    let gone = SearchError::InvalidGrant { message: None };
    app.console.fail(SearchCall::Refresh, [gone]);
    assert_eq!(app.finish().await, 1);
    assert_eq!(app.indexing().await, ["failed"]);
    assert_eq!(app.sitemap().await, ["failed"]);
    assert_eq!(app.count(SearchCall::Indexing), 0);
    let connection = app.ports.store.search_connection(SITE).await.unwrap();
    assert_eq!(connection.unwrap().status, ConnectionStatus::Revoked);
}

#[tokio::test]
async fn a_failing_renewal_uses_no_request_of_the_day() {
    let app = TestApp::new().await;
    app.clock.advance(SignedDuration::from_hours(2));
    app.console.fail(SearchCall::Refresh, [unavailable(false)]);
    assert_eq!(app.finish().await, 2);
    assert_eq!(app.indexing().await, ["sent"]);
    let day = app.ports.indexing.day(jiff::Timestamp::UNIX_EPOCH);
    assert_eq!(app.ports.store.indexing_requests(day).await.unwrap(), 0);
    let day = "2026-11-23".parse().unwrap();
    assert_eq!(app.ports.store.indexing_requests(day).await.unwrap(), 1);
}

#[tokio::test]
async fn a_site_without_a_property_is_told() {
    let app = TestApp::new().await;
    app.console.disown();
    assert_eq!(app.finish().await, 1);
    assert_eq!(app.sitemap().await, ["failed"]);
    assert_eq!(app.count(SearchCall::Sitemap), 0);
}

#[tokio::test]
async fn index_now_is_sent_again_only_if_it_had_no_effect() {
    for expected in [
        case(refused(403, "key"), 1, 1, "failed"),
        case(refused(422, "url"), 1, 1, "failed"),
        case(limited(), 2, 2, "sent"),
        case(unavailable(false), 2, 2, "sent"),
        case(timed_out(true), 1, 1, "uncertain"),
    ] {
        let app = TestApp::unconnected().await;
        app.console.serve_key();
        let error = expected.error;
        app.console.fail(SearchCall::IndexNow, [error.clone()]);
        assert_eq!(app.finish().await, expected.attempts, "{error:?}");
        assert_eq!(app.count(SearchCall::IndexNow), expected.calls, "{error:?}");
        assert_eq!(app.index_now().await, [expected.result], "{error:?}");
    }
}

#[tokio::test]
async fn a_site_that_does_not_answer_for_its_key_is_asked_again_and_then_left() {
    let app = TestApp::unconnected().await;
    app.console.serve_key();
    app.console
        .fail(SearchCall::IndexNowKey, [timed_out(true), timed_out(true)]);
    assert_eq!(app.finish().await, 3);
    assert_eq!(app.index_now().await, ["sent"]);

    let app = TestApp::unconnected().await;
    let away = std::iter::repeat_n(unavailable(false), 5);
    app.console.fail(SearchCall::IndexNowKey, away);
    assert_eq!(app.finish().await, 3);
    assert!(app.index_now().await.is_empty());
}

#[tokio::test]
async fn a_store_that_fails_leaves_the_task_to_the_next_message() {
    let app = TestApp::new().await;
    app.damage(Key::new(format!("SITE#{SITE}"), "SEARCH")).await;
    assert!(process(&app.ports, app.post, JOB).await.is_err());
    assert_eq!(app.count(SearchCall::Indexing), 0);
}
