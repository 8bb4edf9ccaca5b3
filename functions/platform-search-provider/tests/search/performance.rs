//! Reports on posts.

use http::Method;
use jiff::SignedDuration;
use platform_testkit::SearchCall;
use search_console::SearchError;
use serde_json::{Value, json};

use crate::app::{PAGE, PROPERTY, TestApp};

#[tokio::test]
async fn a_report_has_totals_and_the_top_queries() {
    let app = TestApp::connected().await;
    let post = app.published(&app.writer).await;
    let path = format!("performance?content_id={post}");
    let report = app.send(&app.writer, Method::GET, &path, Value::Null).await;
    assert_eq!(
        report.expect(200).json,
        json!({
            "content_id": post.0,
            "url": PAGE,
            "days": 28,
            "from": "2026-10-25",
            "to": "2026-11-21",
            "clicks": 12,
            "impressions": 340,
            "position": 4.25,
            "queries": [{
                "query": "pão de fermentação", "clicks": 9, "impressions": 120, "position": 3.5,
            }],
        })
    );
    let asked = format!("{PROPERTY} {PAGE} 2026-10-25 2026-11-21 20");
    assert_eq!(app.console.calls(SearchCall::Performance), [asked]);
}

#[tokio::test]
async fn the_identifier_zero_is_an_invalid_parameter() {
    let app = TestApp::connected().await;
    for (path, field) in [
        ("status?site_id=0", "site_id"),
        ("connect?site_id=0", "site_id"),
        ("performance?content_id=0", "content_id"),
    ] {
        let refused = app.get(path).await.expect(422);
        assert_eq!(refused.code(), "invalid_parameter", "{path}");
        assert_eq!(refused.json["issues"][0]["field"], field, "{path}");
    }
    app.get("status?site_id=999").await.expect(404);
}

#[tokio::test]
async fn days_are_seven_to_ninety() {
    let app = TestApp::connected().await;
    let post = app.published(&app.editor).await;
    for (days, status) in [(6, 422), (7, 200), (90, 200), (91, 422)] {
        let path = format!("performance?content_id={post}&days={days}");
        let answer = app.get(&path).await.expect(status);
        if status == 422 {
            assert_eq!(answer.json["issues"][0]["field"], "days");
        } else {
            assert_eq!(answer.json["days"], days);
        }
    }
    for wrong in ["days=x", "days=-7", ""] {
        let path = match wrong {
            "" => "performance".to_owned(),
            days => format!("performance?content_id={post}&{days}"),
        };
        assert_eq!(app.get(&path).await.expect(422).code(), "invalid_parameter");
    }
}

#[tokio::test]
async fn unknown_parameters_are_named_and_unknown_posts_are_not_found() {
    let app = TestApp::connected().await;
    let post = app.published(&app.editor).await;
    let path = format!("performance?content_id={post}&dias=7");
    let answer = app.get(&path).await.expect(422);
    assert_eq!(answer.code(), "invalid_parameter");
    let issue = &answer.json["issues"][0];
    assert_eq!(issue["code"], "unknown_parameter");
    assert_eq!(issue["field"], "dias");
    for unknown in ["999999", "18446744073709551615"] {
        let path = format!("performance?content_id={unknown}");
        assert_eq!(app.get(&path).await.expect(404).code(), "not_found");
    }
    let path = format!("performance?content_id={post}");
    assert_eq!(app.get(&path).await.expect(200).json["days"], 28);
    assert_eq!(app.count(SearchCall::Performance), 1);
}

#[tokio::test]
async fn a_report_is_kept_for_six_hours_for_its_address() {
    let app = TestApp::connected().await;
    let post = app.published(&app.editor).await;
    let path = format!("performance?content_id={post}");
    let first = app.get(&path).await.expect(200).json;
    app.clock.advance(SignedDuration::from_secs(6 * 3_600 - 1));
    assert_eq!(app.get(&path).await.expect(200).json, first);
    assert_eq!(app.count(SearchCall::Performance), 1);
    app.get(&format!("{path}&days=7")).await.expect(200);
    assert_eq!(app.count(SearchCall::Performance), 2);
    app.change_post(post, |post| {
        post.host_post_url = Some("https://padaria.example/outro/".into());
    })
    .await;
    app.get(&path).await.expect(200);
    assert_eq!(app.count(SearchCall::Performance), 3);
    app.clock.advance(SignedDuration::from_hours(6));
    app.get(&path).await.expect(200);
    assert_eq!(app.count(SearchCall::Performance), 4);
}

#[tokio::test]
async fn what_is_missing_is_told_apart() {
    let app = TestApp::connected().await;
    let draft = app.draft(&app.editor).await;
    let post = app.published(&app.editor).await;
    let answer = |id| {
        let path = format!("performance?content_id={id}");
        let app = &app;
        async move { app.get(&path).await }
    };
    assert_eq!(answer(draft).await.expect(409).code(), "not_published");
    app.console.disown();
    assert_eq!(answer(post).await.expect(409).code(), "search_no_property");
    app.post("disconnect").await.expect(200);
    assert_eq!(
        answer(post).await.expect(409).code(),
        "search_not_connected"
    );
}

#[tokio::test]
async fn failures_of_the_provider_have_their_status_and_words() {
    let refused = SearchError::Refused {
        status: 403,
        reason: Some("forbidden".into()),
        message: Some("User does not have sufficient permission".into()),
    };
    let limited = SearchError::RateLimited {
        retry_after: Some(std::time::Duration::from_secs(7)),
    };
    let used_up = SearchError::QuotaExhausted { message: None };
    let late = SearchError::TimedOut {
        may_have_happened: true,
    };
    for (error, status, code) in [
        (refused, 502, "provider_failed"),
        (limited, 502, "provider_failed"),
        (used_up, 502, "provider_failed"),
        (SearchError::BadPayload, 502, "provider_failed"),
        (late, 504, "provider_timed_out"),
    ] {
        let app = TestApp::connected().await;
        let post = app.published(&app.editor).await;
        app.console.fail(SearchCall::Performance, [error.clone()]);
        let path = format!("performance?content_id={post}");
        let answer = app.get(&path).await.expect(status);
        assert_eq!(answer.code(), code, "{error:?}");
        if let Some(words) = error.message() {
            assert!(answer.json["message"].as_str().unwrap().contains(words));
        }
        if error.retry_after().is_some() {
            assert_eq!(answer.headers["retry-after"], "7");
        }
        // Nothing was cached.
        app.get(&path).await.expect(200);
        assert_eq!(app.status().await["status"], "connected", "{error:?}");
    }
}

#[tokio::test]
async fn a_withdrawn_access_is_told_and_a_failing_renewal_says_when_to_come_back() {
    let app = TestApp::connected().await;
    let post = app.published(&app.editor).await;
    let path = format!("performance?content_id={post}");
    app.get(&path).await.expect(200);
    app.clock.advance(SignedDuration::from_hours(7));
    let away = SearchError::Unavailable {
        may_have_happened: false,
        retry_after: None,
    };
    app.console.fail(SearchCall::Refresh, [away]);
    app.get(&path).await.expect(502);
    let paused = app.get(&path).await.expect(502);
    assert_eq!(paused.headers["retry-after"], "60");
    app.clock.advance(SignedDuration::from_mins(1));
    let gone = SearchError::InvalidGrant { message: None };
    app.console.fail(SearchCall::Refresh, [gone]);
    for _ in 0..2 {
        assert_eq!(app.get(&path).await.expect(409).code(), "search_revoked");
    }
    assert_eq!(app.count(SearchCall::Refresh), 2);
}
