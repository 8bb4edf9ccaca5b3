//! Rank tracking with a service.

use domain::site::{Kind, Status};
use http::Method;
use serde_json::{Value, json};
use service_fakes::{FakeServices, Service};
use site_store::ContentChange;

use crate::support::{Answer, Site, Who, variables};

const SERVICE: Service = Service::RankTracker;

struct Tracker {
    site: Site,
    fakes: FakeServices,
}

impl Tracker {
    async fn new() -> Self {
        let fakes = FakeServices::start().await.unwrap();
        let mut variables = variables(&fakes, &[SERVICE]);
        variables.push(("RANK_TRACKER_CLIENT_ID", "agencia".to_owned()));
        let site = Site::connected(variables).await;
        Self { site, fakes }
    }

    async fn connected() -> Self {
        let tracker = Self::new().await;
        let code = tracker.allowed().await;
        tracker.authenticate(&code).await.ok();
        tracker
    }

    async fn get(&self, path: &str) -> Answer {
        self.site.get(&format!("/rank-tracker/{path}")).await
    }

    async fn post(&self, path: &str, body: &Value) -> Answer {
        self.site.post(&format!("/rank-tracker/{path}"), body).await
    }

    async fn authorization(&self) -> String {
        let body = self.get("authorization-url").await.ok();
        assert_eq!(body["status"], 200);
        body["url"].as_str().unwrap().to_owned()
    }

    /// The code that the account's owner gets.
    async fn allowed(&self) -> String {
        let address = self.authorization().await;
        self.fakes.allow_tracking(&address).unwrap()
    }

    async fn authenticate(&self, code: &str) -> Answer {
        let body = json!({"code": code, "websiteId": 77});
        self.post("authenticate", &body).await
    }

    async fn untrack(&self, query: &str) -> Answer {
        let uri = format!("/rest/seo/v1/rank-tracker/keyphrases/untrack{query}");
        self.site.ask(Who::Admin, Method::DELETE, &uri).await
    }

    fn calls(&self) -> usize {
        self.fakes.calls(SERVICE).len()
    }
}

#[tokio::test]
async fn a_code_connects_the_site_with_a_website() {
    let tracker = Tracker::new().await;
    assert_eq!(tracker.get("account/limit").await.status, 400);
    let address = tracker.authorization().await;
    assert!(!tracker.site.was_written());
    assert_eq!(tracker.authorization().await, address);
    let code = tracker.fakes.allow_tracking(&address).unwrap();
    let tokens = tracker.authenticate(&code).await.ok();
    assert_eq!(
        (&tokens["status"], &tokens["tokens"]["error_count"]),
        (&json!(200), &json!(0))
    );
    let limit = tracker.get("account/limit").await.ok();
    assert_eq!(
        limit,
        json!({"canTrack": true, "limit": 5, "usage": 0, "historyDays": 31, "status": 200})
    );
    assert!(tracker.fakes.violations().is_empty());
}

#[tokio::test]
async fn the_verifier_of_an_authorisation_is_used_once_and_by_its_user() {
    let tracker = Tracker::new().await;
    let (first, second) = (tracker.allowed().await, tracker.allowed().await);
    let refusal = json!({
        "tokens": [], "error": "Authentication failed: invalid_grant", "status": 401,
    });
    // Another user has another verifier.
    let uri = "/rest/seo/v1/rank-tracker/authenticate";
    let body = json!({"code": second, "websiteId": 77});
    let other = tracker
        .site
        .call(Who::Editor, Method::POST, uri, &body)
        .await;
    assert_eq!((other.status, other.json()), (401, refusal.clone()));
    tracker.authenticate(&first).await.ok();
    // A code that was allowed with the used verifier is refused.
    let address = tracker.authorization().await;
    let third = tracker.fakes.allow_tracking(&address).unwrap();
    tracker.fakes.fail_next(SERVICE, "500");
    assert_eq!(tracker.authenticate(&third).await.status, 401);
    let refused = tracker.authenticate(&third).await;
    assert_eq!((refused.status, refused.json()), (401, refusal));
    // The connection of before stays.
    tracker.get("account/limit").await.ok();
}

#[tokio::test]
async fn phrases_are_tracked_up_to_the_limit_and_untracked() {
    let tracker = Tracker::connected().await;
    let tracked = tracker
        .post("keyphrases/track", &json!({"keyphrases": "Pão"}))
        .await;
    assert_eq!(
        tracked.ok(),
        json!({"status": 200, "results": {"pão": {"id": "k1", "keyword": "pão"}}})
    );
    let phrases = json!({"keyphrases": ["bolo", "torta", "bolo"]});
    tracker.post("keyphrases/track", &phrases).await.ok();
    let many = json!({"keyphrases": ["a", "b", "c"]});
    let refused = tracker.post("keyphrases/track", &many).await;
    let body = json!({"limit": 5, "error": "Account limit exceeded", "status": 400});
    assert_eq!((refused.status, refused.json()), (400, body));
    let before = tracker.calls();
    let none = json!({"keyphrases": []});
    let none = tracker.post("keyphrases/track", &none).await.ok();
    assert_eq!(none, json!({"status": 200, "results": {}}));
    assert_eq!(tracker.calls(), before);
    let asked = json!({"keyphrases": ["PÃO", "bolo"], "permalink": "https://a.example/pao/", "startAt": "2026-10-01"});
    let positions = tracker.post("keyphrases", &asked).await.ok();
    let results = positions["results"].as_object().unwrap();
    assert_eq!(results.keys().collect::<Vec<_>>(), ["pão", "bolo"]);
    assert_eq!(results["pão"]["position"]["value"], 4);
    assert_eq!(
        tracker.untrack("?keyphraseID=k1").await.ok(),
        json!({"status": 200})
    );
    assert_eq!(tracker.fakes.tracked_phrases(), ["bolo", "torta"]);
    let gone = tracker.untrack("?keyphraseID=k1").await;
    assert_eq!(
        (gone.status, gone.json()),
        (200, json!({"error": "no such phrase", "status": 0}))
    );
    // What names no phrase reaches no address.
    let before = tracker.calls();
    for query in [
        "",
        "?keyphraseID=..",
        "?keyphraseID=a%2Fb",
        "?keyphraseID[]=k2",
    ] {
        assert_eq!(
            tracker.untrack(query).await.ok(),
            json!({"status": 200}),
            "{query}"
        );
    }
    assert_eq!(tracker.calls(), before);
    assert!(tracker.fakes.violations().is_empty());
}

#[tokio::test]
async fn without_phrases_the_focus_keyphrases_of_the_site_are_asked_for() {
    let tracker = Tracker::connected().await;
    let empty = tracker.post("keyphrases", &json!({})).await.ok();
    assert_eq!(empty, json!({"status": 200, "results": {}}));
    let text = |keyword: &str, status: Status| ContentChange {
        title: Some(format!("Sobre {keyword}")),
        content: Some(format!("<p>{keyword}</p>")),
        status: Some(status),
        meta: [("focus_keyword".to_owned(), Some(json!(keyword)))].into(),
        ..ContentChange::default()
    };
    let site = &tracker.site;
    for (keyword, status) in [
        ("Pão", Status::Publish),
        ("bolo", Status::Draft),
        ("pão", Status::Publish),
    ] {
        site.create(Kind::Post, text(keyword, status)).await;
    }
    site.post("/indexing/posts", &json!({})).await.ok();
    let phrases = json!({"keyphrases": ["pão", "torta"]});
    tracker.post("keyphrases/track", &phrases).await.ok();
    let positions = tracker
        .post("keyphrases", &json!({"keyphrases": null}))
        .await
        .ok();
    let results = positions["results"].as_object().unwrap();
    assert_eq!(results.keys().collect::<Vec<_>>(), ["pão"]);
    let sent = tracker.fakes.calls(SERVICE).pop().unwrap().body.unwrap();
    assert_eq!(sent, json!({"keywords": ["pão", "bolo"]}));
}

#[tokio::test]
async fn a_campaign_is_told_when_it_lowers_the_rate() {
    let tracker = Tracker::connected().await;
    let none = json!({"discount": null, "months": null, "status": 200});
    assert_eq!(tracker.get("account/upgrade-campaign").await.ok(), none);
    let campaign = json!({"type": "RATE", "value": 0.2, "months": 3});
    tracker.fakes.offer_campaign(campaign);
    assert_eq!(
        tracker.get("account/upgrade-campaign").await.ok(),
        json!({"discount": 0.2, "months": 3, "status": 200})
    );
}

#[tokio::test]
async fn expired_tokens_are_renewed_and_ended_ones_deleted() {
    let tracker = Tracker::connected().await;
    let hour = jiff::SignedDuration::from_hours(1);
    tracker.site.clock.advance(hour);
    tracker.get("account/limit").await.ok();
    assert_eq!(tracker.calls(), 3);
    tracker.fakes.withdraw_access(SERVICE);
    // The service refuses the token before the site knows of it.
    let refused = tracker.get("account/limit").await;
    assert_eq!(
        (refused.status, refused.bytes.as_slice()),
        (
            200,
            br#"{"status":0,"error":"the access token is not valid"}"#.as_slice()
        )
    );
    tracker.site.clock.advance(hour);
    let refused = tracker.get("account/limit").await;
    let body = r#"{"status":401,"error":"Authentication failed: invalid_grant"}"#;
    assert_eq!(
        (refused.status, refused.bytes.as_slice()),
        (401, body.as_bytes())
    );
    let refused = tracker.get("account/upgrade-campaign").await;
    let body = r#"{"status":400,"error":"Token usage failed. Token is empty."}"#;
    assert_eq!(
        (refused.status, refused.bytes.as_slice()),
        (400, body.as_bytes())
    );
}

#[tokio::test]
async fn failures_are_told_in_the_body() {
    let tracker = Tracker::connected().await;
    for (fault, error) in [
        ("402", "the account is not paid"),
        ("403", "the account is blocked"),
        ("limit", "too many requests"),
        ("500", "internal error"),
        ("odd", "the answer of the service cannot be read"),
        ("garbage", "the answer of the service cannot be read"),
        ("html-502", "The service refused the call."),
        ("reset", "the service cannot be reached"),
    ] {
        tracker.fakes.fail_next(SERVICE, fault);
        let refused = tracker
            .post("keyphrases/track", &json!({"keyphrases": "pão"}))
            .await;
        let body = json!({"status": 0, "error": error});
        assert_eq!((refused.status, refused.json()), (200, body), "{fault}");
        tracker.get("account/limit").await.ok();
    }
    assert!(tracker.fakes.tracked_phrases().is_empty());
}

#[tokio::test]
async fn wrong_parameters_and_callers_call_nothing() {
    let tracker = Tracker::connected().await;
    let before = tracker.calls();
    for (path, body) in [
        ("authenticate", json!({"code": "abc", "websiteId": 0})),
        ("authenticate", json!({"code": "abc", "websiteId": -7})),
        ("authenticate", json!({"code": "abc", "websiteId": "77"})),
        ("authenticate", json!({"code": "", "websiteId": 77})),
        ("keyphrases/track", json!({"keyphrases": vec!["x"; 501]})),
        ("keyphrases/track", json!({"keyphrases": "x".repeat(301)})),
        (
            "keyphrases",
            json!({"keyphrases": ["a"], "permalink": ["x"]}),
        ),
        (
            "keyphrases",
            json!({"keyphrases": ["a"], "permalink": "x".repeat(2_049)}),
        ),
        ("keyphrases", json!({"keyphrases": ["a"], "startAt": 7})),
    ] {
        assert_eq!(tracker.post(path, &body).await.status, 400, "{path} {body}");
    }
    let long = json!({"code": "x".repeat(2_049), "websiteId": 77});
    assert_eq!(tracker.post("authenticate", &long).await.status, 401);
    let uri = "/rest/seo/v1/rank-tracker/account/limit";
    for (who, status) in [
        (Who::Anonymous, 401),
        (Who::Subscriber, 403),
        (Who::Contributor, 403),
    ] {
        assert_eq!(tracker.site.ask(who, Method::GET, uri).await.status, status);
    }
    assert_eq!(tracker.calls(), before);
}
