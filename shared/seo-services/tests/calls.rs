//! Calls of the service of generated texts: deadline and circuit.
#![expect(
    clippy::unwrap_used,
    reason = "a test may panic on an unexpected result"
)]

use std::sync::Arc;
use std::time::Duration;

use embedded::clock::SystemClock;
use outbound::{Outbound, Policy};
use ports::Clock;
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
