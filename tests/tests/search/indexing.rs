//! Fault matrix of what is sent after a publication: each fault of the provider has its event, and no indexing request
//! that may have had an effect is sent again.

use http::Method;
use jiff::SignedDuration;
use serde_json::{Value, json};
use service_fakes::Service;

use crate::agency::{Agency, CALLS};

/// A fault of the fakes, the calls that follow, the notifications that took effect, and the event's result.
type Case = (&'static str, usize, usize, &'static str);

const INDEXING: [Case; 14] = [
    ("ownership", 1, 0, "failed"),
    ("accessNotConfigured", 1, 0, "failed"),
    ("insufficientPermissions", 1, 0, "failed"),
    ("400", 1, 0, "failed"),
    ("404", 1, 0, "failed"),
    ("quotaExceeded", 1, 0, "quota_reached"),
    ("rateLimitExceeded", 2, 1, "sent"),
    ("429", 2, 1, "sent"),
    ("503", 2, 1, "sent"),
    // The token is renewed, and the call made once more.
    ("authError", 2, 1, "sent"),
    ("after:500", 1, 1, "uncertain"),
    ("after:reset", 1, 1, "uncertain"),
    ("after:html-502", 1, 1, "uncertain"),
    ("after:garbage", 1, 1, "uncertain"),
];

#[tokio::test]
async fn an_indexing_request_is_repeated_only_if_it_had_no_effect() {
    let agency = Agency::connected().await;
    for (fault, calls, effects, result) in INDEXING {
        agency.fakes.clear();
        agency.fakes.fail_next(Service::Indexing, fault);
        let post = agency.publish().await;
        agency.wait_for_attempts().await;
        assert_eq!(
            agency.results(&post, "console_indexing").await,
            [result],
            "{fault}"
        );
        assert_eq!(
            agency.fakes.calls(Service::Indexing).len(),
            calls,
            "{fault}"
        );
        assert_eq!(agency.notifications(&post), effects, "{fault}");
        // The sitemap is submitted whatever becomes of the request, and once.
        assert_eq!(
            agency.results(&post, "console_sitemap").await,
            ["sent"],
            "{fault}"
        );
        assert_eq!(agency.fakes.sitemaps(&agency.property).len(), 1, "{fault}");
    }
    agency.close();
}

const SITEMAPS: [Case; 11] = [
    ("forbidden", 1, 0, "failed"),
    ("accessNotConfigured", 1, 0, "failed"),
    ("400", 1, 0, "failed"),
    ("404", 1, 0, "failed"),
    ("quotaExceeded", 1, 0, "quota_reached"),
    ("429", 2, 1, "sent"),
    ("503", 2, 1, "sent"),
    ("authError", 2, 1, "sent"),
    // A second submission has no further effect.
    ("after:500", 2, 2, "sent"),
    ("after:reset", 2, 2, "sent"),
    ("after:html-502", 2, 2, "sent"),
];

#[tokio::test]
async fn a_sitemap_is_submitted_again_after_every_passing_fault() {
    let agency = Agency::connected().await;
    // The property is looked up before the faults.
    agency.publish().await;
    for (fault, calls, effects, result) in SITEMAPS {
        agency.fakes.clear();
        agency.fakes.fail_next(Service::SearchConsole, fault);
        let post = agency.publish().await;
        agency.wait_for_attempts().await;
        assert_eq!(
            agency.results(&post, "console_sitemap").await,
            [result],
            "{fault}"
        );
        assert_eq!(
            agency.fakes.calls(Service::SearchConsole).len(),
            calls,
            "{fault}"
        );
        assert_eq!(
            agency.fakes.sitemaps(&agency.property).len(),
            effects,
            "{fault}"
        );
        assert_eq!(
            agency.results(&post, "console_indexing").await,
            ["sent"],
            "{fault}"
        );
        assert_eq!(agency.notifications(&post), 1, "{fault}");
    }
    agency.close();
}

#[tokio::test]
async fn a_provider_that_stays_away_is_asked_three_times() {
    let agency = Agency::connected().await;
    for _ in 0..4 {
        agency.fail(Service::Indexing, "503");
    }
    let post = agency.publish().await;
    agency.wait_for_attempts().await;
    assert_eq!(agency.fakes.calls(Service::Indexing).len(), 3 * CALLS);
    assert_eq!(agency.results(&post, "console_indexing").await, ["failed"]);
    assert_eq!(agency.notifications(&post), 0);
    agency.close();
}

#[tokio::test]
async fn the_quota_of_the_provider_is_told_and_ends_with_its_day() {
    let agency = Agency::connected().await;
    agency.fakes.use_up_notifications();
    let post = agency.publish().await;
    assert_eq!(
        agency.results(&post, "console_indexing").await,
        ["quota_reached"]
    );
    agency.fakes.begin_day();
    let post = agency.publish().await;
    assert_eq!(agency.results(&post, "console_indexing").await, ["sent"]);
    agency.close();
}

#[tokio::test]
async fn a_request_that_a_person_makes_has_its_status_and_its_event() {
    let agency = Agency::connected().await;
    let post = agency.publish().await;
    for (fault, status, calls, result, effects) in [
        ("ownership", 502, 1, "failed", 0),
        ("503", 502, CALLS, "failed", 0),
        ("after:500", 200, 1, "uncertain", 1),
        ("after:reset", 200, 1, "uncertain", 1),
    ] {
        agency.fakes.clear();
        // Events of one second have no order.
        let clock = &agency.prepared.app.clock;
        clock.advance(SignedDuration::from_secs(1));
        let before = agency.details(&post, "manual_reindex").await.len();
        agency.fail(Service::Indexing, fault);
        let body = json!({ "content_id": post["id"] });
        let answer = agency
            .send(Method::POST, "/search-provider/reindex", body)
            .await;
        assert_eq!(answer.status.as_u16(), status, "{fault}: {}", answer.text);
        assert!(answer.json["message"].is_string(), "{fault}");
        let results = agency.results(&post, "manual_reindex").await;
        assert_eq!(results.len(), before + 1, "{fault}");
        assert_eq!(results.last().unwrap(), result, "{fault}");
        assert_eq!(
            agency.fakes.calls(Service::Indexing).len(),
            calls,
            "{fault}"
        );
        assert_eq!(agency.notifications(&post), effects, "{fault}");
    }
    agency.fakes.clear();
    let draft = agency.prepared.objects.post;
    let body = json!({ "content_id": draft });
    let answer = agency
        .send(Method::POST, "/search-provider/reindex", body)
        .await;
    assert_eq!(answer.status.as_u16(), 409);
    agency.close();
}

#[tokio::test]
async fn a_report_that_fails_is_not_cached() {
    let agency = Agency::connected().await;
    let post = agency.publish().await;
    let path = format!("/search-provider/performance?content_id={}", post["id"]);
    for fault in [
        "forbidden",
        "quotaExceeded",
        "429",
        "500",
        "503",
        "html-502",
        "garbage",
        "reset",
    ] {
        agency.fail(Service::SearchConsole, fault);
        let answer = agency.send(Method::GET, &path, Value::Null).await;
        agency.fakes.clear();
        assert!(
            matches!(answer.status.as_u16(), 502..=504),
            "{fault}: {}",
            answer.text
        );
    }
    let report = agency.ask(Method::GET, &path, Value::Null).await;
    assert_eq!(report["clicks"], 0);
    assert_eq!(report["position"], Value::Null);
    agency.close();
}
