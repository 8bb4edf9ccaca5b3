//! Calls of the connected services: deadlines and circuits.
#![expect(
    clippy::unwrap_used,
    reason = "a test may panic on an unexpected result"
)]

use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use embedded::clock::SystemClock;
use outbound::{Outbound, Policy};
use ports::Clock;
use seo::keywords::tokens::ServiceTokens;
use seo::keywords::tracking::Period;
use seo_services::SeoServices;
use service_fakes::{FakeServices, Service};
use settings::Settings;

fn services(
    environment: impl Fn(&str) -> Option<String> + Copy,
) -> Result<SeoServices, &'static str> {
    let clock: Arc<dyn Clock> = Arc::new(SystemClock);
    let outbound = Outbound::new(Policy::local()).unwrap();
    let settings = Settings::of_environment(environment);
    SeoServices::of_environment(&outbound, &clock, settings, environment)
}

#[tokio::test]
async fn a_service_that_does_not_answer_ends_at_the_deadline() {
    let fakes = FakeServices::start().await.unwrap();
    let url = fakes.url(Service::SeoTexts);
    let found = services(|name| (name == "SEO_TEXT_SERVICE_URL").then(|| url.clone())).unwrap();
    let service = found.generator.unwrap();
    let soon = Duration::from_millis(300);
    for _ in 0..5 {
        fakes.fail_next(Service::SeoTexts, "stall");
        let failure = service.usage("a.b.c", soon).await.unwrap_err();
        assert_eq!(
            (failure.status, failure.identifier.as_str()),
            (408, "CLIENT_TIMEOUT")
        );
    }
    // The service is not called any more.
    let failure = service.usage("a.b.c", soon).await.unwrap_err();
    assert_eq!(failure.status, 503);
    assert_eq!(fakes.calls(Service::SeoTexts).len(), 5);
}

/// A call, with what its error says.
type Failing = Pin<Box<dyn Future<Output = String> + Send>>;

fn error<T, E: std::fmt::Debug>(result: Result<T, E>) -> String {
    format!("{:?}", result.err().unwrap())
}

/// Calls of keyword research and rank tracking, each with its service and its deadline in seconds.
fn calls(found: &SeoServices) -> Vec<(Service, u64, Failing)> {
    let tokens = || ServiceTokens {
        access_token: "acc".to_owned(),
        refresh_token: "ref".to_owned(),
        expires: 0,
        created_at: 0,
        error_count: 0,
        renewing_until: 0,
    };
    let research = || found.research.clone().unwrap();
    let tracker = || found.tracker.clone().unwrap();
    let (one, two, three) = (research(), research(), research());
    let (four, five, six, seven) = (tracker(), tracker(), tracker(), tracker());
    let (eight, nine) = (tracker(), tracker());
    let phrases = || vec!["pão".to_owned()];
    let (words, track) = (Service::KeywordResearch, Service::RankTracker);
    vec![
        (
            words,
            12,
            Box::pin(async move { error(one.related("main", &tokens(), "pão", "br").await) }),
        ),
        (
            words,
            10,
            Box::pin(async move { error(two.exchange("code").await) }),
        ),
        (
            words,
            10,
            Box::pin(async move { error(three.renew(&tokens()).await) }),
        ),
        (
            track,
            10,
            Box::pin(async move { error(four.exchange("code", "verifier").await) }),
        ),
        (
            track,
            10,
            Box::pin(async move { error(five.limit("acc").await) }),
        ),
        (
            track,
            10,
            Box::pin(async move { error(six.campaign("acc").await) }),
        ),
        (
            track,
            10,
            Box::pin(async move { error(seven.track("acc", 77, &phrases()).await) }),
        ),
        (
            track,
            20,
            Box::pin(async move {
                let period = Period::default();
                error(eight.positions("acc", 77, &phrases(), &period).await)
            }),
        ),
        (
            track,
            10,
            Box::pin(async move { error(nine.untrack("acc", 77, "k1").await) }),
        ),
    ]
}

/// The services of these fakes.
fn named(fakes: &FakeServices) -> SeoServices {
    let (words, track) = (
        fakes.url(Service::KeywordResearch),
        fakes.url(Service::RankTracker),
    );
    let found = services(|name| match name {
        "KEYWORD_RESEARCH_URL" => Some(words.clone()),
        "RANK_TRACKER_URL" => Some(track.clone()),
        _ => None,
    });
    found.unwrap()
}

#[tokio::test]
async fn calls_of_keyword_services_end_at_their_deadline() {
    let number = calls(&named(&FakeServices::start().await.unwrap())).len();
    for place in 0..number {
        let fakes = FakeServices::start().await.unwrap();
        let (service, seconds, call) = calls(&named(&fakes)).swap_remove(place);
        fakes.fail_next(service, "stall");
        let call = tokio::spawn(call);
        fakes.wait_for_waiting(1).await;
        tokio::time::pause();
        let begun = tokio::time::Instant::now();
        let error = call.await.unwrap();
        // Some of the time passed before the clock was paused.
        let taken = begun.elapsed().as_secs_f64().ceil();
        tokio::time::resume();
        let is_late = error.contains("Timeout") || error.contains("in time");
        assert!(is_late, "{place}: {error}");
        assert!(
            (taken - f64::from(u32::try_from(seconds).unwrap())).abs() < 1.5,
            "{place}: {taken} s"
        );
    }
}

#[tokio::test]
async fn keyword_services_that_fail_again_and_again_are_not_called() {
    for (place, service) in [(0, Service::KeywordResearch), (4, Service::RankTracker)] {
        let fakes = FakeServices::start().await.unwrap();
        let found = named(&fakes);
        for _ in 0..7 {
            fakes.fail_next(service, "500");
            let (_, _, call) = calls(&found).swap_remove(place);
            call.await;
        }
        assert_eq!(fakes.calls(service).len(), 5);
    }
}

#[tokio::test]
async fn services_are_named_by_the_environment() {
    let none = services(|_| None).unwrap();
    assert!(none.generator.is_none() && none.research.is_none() && none.tracker.is_none());
    assert!(!none.writer.unwrap().has_key().await.unwrap());
    let texts = services(|name| {
        name.ends_with("_URL")
            .then(|| "https://a.example/b".to_owned())
    });
    let texts = texts.unwrap();
    assert!(texts.generator.is_some() && texts.writer.is_none());
    assert!(texts.research.is_some() && texts.tracker.is_some());
    let keyed = services(|name| (name == "ANTHROPIC_API_KEY").then(|| "sk-ant-1".to_owned()));
    assert!(keyed.unwrap().writer.unwrap().has_key().await.unwrap());
    for (wrong, value) in [
        ("SEO_TEXT_SERVICE_URL", "x"),
        ("KEYWORD_RESEARCH_URL", "ftp://a.example"),
        ("RANK_TRACKER_URL", "mailto:a@b.example"),
        ("RANK_TRACKER_SIGN_IN_URL", "x"),
        ("SITE_TEXT_MONTHLY_LIMIT", "muitos"),
    ] {
        let made = services(|name| (name == wrong).then(|| value.to_owned()));
        assert_eq!(made.unwrap_err(), wrong);
    }
}
