//! Keyword research with a service.

use http::Method;
use serde_json::{Value, json};
use service_fakes::{FakeServices, Service};

use crate::support::{Answer, Site, Who, variables};

const AUTHENTICATE: &str = "/keyword-research/authenticate";
const SERVICE: Service = Service::KeywordResearch;

struct Research {
    site: Site,
    fakes: FakeServices,
}

impl Research {
    async fn new() -> Self {
        let fakes = FakeServices::start().await.unwrap();
        let mut variables = variables(&fakes, &[SERVICE]);
        variables.push(("KEYWORD_RESEARCH_CLIENT_ID", "agencia".to_owned()));
        variables.push(("KEYWORD_RESEARCH_CLIENT_SECRET", "segredo".to_owned()));
        let site = Site::connected(variables).await;
        Self { site, fakes }
    }

    async fn connected() -> Self {
        let research = Self::new().await;
        let body = json!({"code": research.fakes.allow_research()});
        research.site.post(AUTHENTICATE, &body).await.ok();
        research
    }

    async fn related(&self, phrase: &str) -> Answer {
        let path =
            format!("/keyword-research/related_keyphrases?keyphrase={phrase}&country_code=br");
        self.site.get(&path).await
    }

    fn calls(&self) -> usize {
        self.fakes.calls(SERVICE).len()
    }
}

fn not_connected() -> Value {
    json!({"error": "Token usage failed. Token is empty.", "status": 400})
}

#[tokio::test]
async fn a_code_connects_the_site() {
    let research = Research::new().await;
    assert_eq!(research.related("pao").await.status, 400);
    let code = research.fakes.allow_research();
    let body = json!({"code": code});
    let tokens = research.site.post(AUTHENTICATE, &body).await.ok();
    assert_eq!(tokens["status"], 200);
    let shown = &tokens["tokens"];
    assert_eq!(
        (&shown["has_expired"], &shown["error_count"]),
        (&json!(false), &json!(0))
    );
    assert_eq!(
        shown["expires"].as_i64().unwrap() - shown["created_at"].as_i64().unwrap(),
        3_600
    );
    let related = research.related("pao").await.ok();
    assert_eq!(related["status"], 200);
    assert_eq!(
        related["results"]["columnNames"].as_array().unwrap().len(),
        5
    );
    assert_eq!(related["results"]["rows"][0][0], "pao 1");
    // A code works once; the connection stays.
    let refused = research.site.post(AUTHENTICATE, &body).await;
    let error = "Authentication failed: invalid_grant";
    let refusal = json!({"tokens": [], "error": error, "status": 401});
    assert_eq!((refused.status, refused.json()), (401, refusal));
    research.related("bolo").await.ok();
    assert!(research.fakes.violations().is_empty());
}

#[tokio::test]
async fn an_answer_is_kept_for_a_day() {
    let research = Research::connected().await;
    for (phrase, calls) in [("pao", 2), ("pao", 2), ("bolo", 3), ("pao", 3)] {
        research.related(phrase).await.ok();
        assert_eq!(research.calls(), calls, "{phrase}");
    }
    // Blanks around a phrase make another one.
    research.related("+pao").await.ok();
    assert_eq!(research.calls(), 4);
    let day = jiff::SignedDuration::from_hours(24);
    research.site.clock.advance(day);
    // The tokens have expired as well.
    research.related("pao").await.ok();
    assert_eq!(research.calls(), 6);
}

#[tokio::test]
async fn expired_tokens_are_renewed_by_one_request() {
    let research = Research::connected().await;
    let hour = jiff::SignedDuration::from_hours(1);
    research.site.clock.advance(hour);
    tokio::join!(research.related("a"), research.related("b"));
    // The second request waited for the renewal of the first, or answered that it is going on.
    research.related("a").await.ok();
    research.related("b").await.ok();
    let calls = research.fakes.calls(SERVICE);
    let exchanges = calls
        .iter()
        .filter(|call| call.path == "/oauth2/access_token");
    assert_eq!(exchanges.count(), 2);
}

#[tokio::test]
async fn a_connection_that_the_service_ended_is_deleted() {
    let research = Research::connected().await;
    research.fakes.withdraw_access(SERVICE);
    research
        .site
        .clock
        .advance(jiff::SignedDuration::from_hours(1));
    let refused = research.related("pao").await;
    let body = json!({"error": "Authentication failed: invalid_grant", "status": 401});
    assert_eq!((refused.status, refused.json()), (401, body));
    let calls = research.calls();
    let refused = research.related("pao").await;
    assert_eq!((refused.status, refused.json()), (400, not_connected()));
    assert_eq!(research.calls(), calls);
}

#[tokio::test]
async fn a_renewal_that_fails_keeps_the_connection() {
    let research = Research::connected().await;
    research
        .site
        .clock
        .advance(jiff::SignedDuration::from_hours(1));
    for fault in ["500", "garbage", "reset", "html-502"] {
        research.fakes.fail_next(SERVICE, fault);
        let refused = research.related("pao").await;
        assert_eq!(refused.status, 401, "{fault}");
    }
    research.related("pao").await.ok();
}

#[tokio::test]
async fn failures_are_told_in_the_body() {
    let research = Research::connected().await;
    for (fault, error) in [
        ("400", "bad database"),
        ("402", "no units left"),
        ("403", "the account is blocked"),
        ("limit", "too many requests"),
        ("500", "internal error"),
        ("html-502", "The service refused the call."),
        ("odd", "The service refused the call."),
        ("garbage", "the answer of the service cannot be read"),
        ("reset", "the service cannot be reached"),
    ] {
        research.fakes.fail_next(SERVICE, fault);
        let refused = research.related("pao").await;
        let body = json!({"error": error, "status": 0});
        assert_eq!((refused.status, refused.json()), (200, body), "{fault}");
        // A success in between keeps the circuit closed.
        research.related(&format!("entre-{fault}")).await.ok();
    }
    // A failure is not kept.
    research.related("pao").await.ok();
    for _ in 0..5 {
        research.fakes.fail_next(SERVICE, "500");
        research.related("bolo").await;
    }
    let calls = research.calls();
    let error = "the service failed repeatedly and is not called for a while";
    let refused = research.related("bolo").await;
    assert_eq!(refused.json(), json!({"error": error, "status": 0}));
    assert_eq!(research.calls(), calls);
}

#[tokio::test]
async fn wrong_parameters_and_callers_call_nothing() {
    let research = Research::connected().await;
    let before = research.calls();
    for (code, status) in [
        (json!(""), 400),
        (json!(["a"]), 401),
        (json!({"a": "b"}), 401),
        (json!("x".repeat(2_049)), 401),
        (json!(7), 401),
    ] {
        let refused = research
            .site
            .post(AUTHENTICATE, &json!({"code": code}))
            .await;
        assert_eq!(refused.status, status, "{code}");
    }
    assert_eq!(research.related(&"x".repeat(301)).await.status, 400);
    let path = "/keyword-research/related_keyphrases?keyphrase=a&country_code=";
    let long = research
        .site
        .get(&format!("{path}{}", "b".repeat(17)))
        .await;
    assert_eq!(long.status, 400);
    for (who, status) in [(Who::Anonymous, 401), (Who::Subscriber, 403)] {
        let uri = format!("/rest/seo/v1{path}br");
        let refused = research.site.ask(who, Method::GET, &uri).await;
        assert_eq!(refused.status, status);
    }
    assert_eq!(research.calls(), before);
}
