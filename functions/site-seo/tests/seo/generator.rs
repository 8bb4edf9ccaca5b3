//! Generated texts by the service that the deployment names.

use http::Method;
use serde_json::{Value, json};
use service_fakes::{Call, FakeServices, Service};
use sha2::{Digest, Sha256};

use crate::support::{Answer, NOW, Site, Who, variables};

const SUGGEST: &str = "/ai_generator/get_suggestions";
const USAGE: &str = "/ai_generator/get_usage";
const CONSENT: &str = "/ai_generator/consent";

struct Connected {
    site: Site,
    fakes: FakeServices,
}

impl Connected {
    /// A site with the service, whose administrator has consented.
    async fn new() -> Self {
        let fakes = FakeServices::start().await.unwrap();
        let site = Site::connected(variables(&fakes, &[Service::SeoTexts])).await;
        site.post(CONSENT, &json!({"consent": true})).await.ok();
        Self { site, fakes }
    }

    async fn suggest(&self) -> Answer {
        self.site.post(SUGGEST, &asked()).await
    }

    fn fail_next(&self, fault: &str) {
        self.fakes.fail_next(Service::SeoTexts, fault);
    }

    fn calls(&self) -> Vec<Call> {
        self.fakes.calls(Service::SeoTexts)
    }

    /// The paths that were called since the last time.
    fn paths(&self) -> Vec<String> {
        self.calls().into_iter().map(|call| call.path).collect()
    }

    async fn call_back(&self, path: &str, body: &Value) -> Answer {
        let uri = format!("/rest/seo/v1/ai_generator/{path}");
        self.site
            .call(Who::Anonymous, Method::POST, &uri, body)
            .await
    }
}

fn asked() -> Value {
    json!({
        "type": "seo-title", "prompt_content": "<p>Pão de fermentação longa</p>", "focus_keyphrase": "pão",
        "language": "pt_BR", "platform": "Google", "editor": "gutenberg",
    })
}

fn suggested() -> Value {
    let texts: Vec<String> = (1..=5)
        .map(|number| format!("Texto {number} sobre pão"))
        .collect();
    json!(texts)
}

#[tokio::test]
async fn tokens_are_requested_once_and_then_used() {
    let connected = Connected::new().await;
    for _ in 0..2 {
        assert_eq!(connected.suggest().await.ok(), suggested());
    }
    let usage = connected.site.post(USAGE, &json!({})).await.ok();
    assert_eq!(usage, json!({"count": 2, "limit": 10}));
    assert_eq!(
        connected.paths(),
        [
            "/token/request",
            "/suggestions/seo-title",
            "/suggestions/seo-title",
            "/usage/free-usages"
        ]
    );
    let calls = connected.calls();
    let sent = calls[1].body.clone().unwrap();
    assert_eq!(
        sent["subject"],
        json!({"content": "Pão de fermentação longa", "focus_keyphrase": "pão", "language": "pt_BR", "platform": "Google"})
    );
    assert!(connected.fakes.violations().is_empty());
    // Tokens of one user are not used for another.
    let uri = format!("/rest/seo/v1{CONSENT}");
    let consent = json!({"consent": true});
    let site = &connected.site;
    site.call(Who::Editor, Method::POST, &uri, &consent).await;
    let uri = format!("/rest/seo/v1{SUGGEST}");
    let other = site.call(Who::Editor, Method::POST, &uri, &asked()).await;
    assert_eq!(other.ok(), suggested());
    assert_eq!(connected.fakes.text_grants(), 2);
}

#[tokio::test]
async fn expired_tokens_are_renewed() {
    let connected = Connected::new().await;
    let now: jiff::Timestamp = NOW.parse().unwrap();
    connected
        .fakes
        .issue_text_tokens_until(now.as_second() + 60);
    connected.suggest().await.ok();
    connected
        .site
        .clock
        .advance(jiff::SignedDuration::from_mins(2));
    connected.suggest().await.ok();
    connected.suggest().await.ok();
    assert_eq!(
        connected.paths(),
        [
            "/token/request",
            "/suggestions/seo-title",
            "/token/refresh",
            "/suggestions/seo-title",
            "/suggestions/seo-title"
        ]
    );
}

#[tokio::test]
async fn a_refused_renewal_leads_to_new_tokens_or_ends_consent() {
    let connected = Connected::new().await;
    let now: jiff::Timestamp = NOW.parse().unwrap();
    let expired = || {
        let past = now.as_second() - 60;
        connected.fakes.issue_text_tokens_until(past);
    };
    expired();
    connected.suggest().await.ok();
    connected.fakes.revoke_text_tokens();
    expired();
    connected.suggest().await.ok();
    assert_eq!(
        connected.paths(),
        [
            "/token/request",
            "/suggestions/seo-title",
            "/token/refresh",
            "/token/request",
            "/suggestions/seo-title"
        ]
    );
    connected.fail_next("403");
    let refused = connected.suggest().await;
    let revoked = json!({"message": "CONSENT_REVOKED", "errorIdentifier": ""});
    assert_eq!((refused.status, refused.json()), (403, revoked.clone()));
    let calls = connected.calls().len();
    assert_eq!(connected.suggest().await.json(), revoked);
    assert_eq!(connected.calls().len(), calls);
}

#[tokio::test]
async fn tokens_that_the_service_refuses_are_requested_anew_once() {
    let connected = Connected::new().await;
    connected.suggest().await.ok();
    connected.fakes.revoke_text_tokens();
    assert_eq!(connected.suggest().await.ok(), suggested());
    let before = connected.calls().len();
    for fault in ["401", "pass", "401"] {
        connected.fail_next(fault);
    }
    let refused = connected.suggest().await;
    let body = json!({"message": "The token is not valid", "errorIdentifier": "UNAUTHORIZED"});
    assert_eq!((refused.status, refused.json()), (401, body));
    assert_eq!(connected.calls().len(), before + 3);
}

#[tokio::test]
async fn the_service_withdraws_consent() {
    let connected = Connected::new().await;
    connected.suggest().await.ok();
    connected.fail_next("403");
    let revoked = json!({"message": "CONSENT_REVOKED", "errorIdentifier": ""});
    let before = connected.calls().len();
    for _ in 0..2 {
        let refused = connected.suggest().await;
        assert_eq!((refused.status, refused.json()), (403, revoked.clone()));
    }
    assert_eq!(connected.calls().len(), before + 1);
    // The tokens are gone as well: after a new consent others are requested.
    let site = &connected.site;
    site.post(CONSENT, &json!({"consent": true})).await.ok();
    connected.suggest().await.ok();
    let paths = connected.paths();
    let requests = paths.iter().filter(|path| *path == "/token/request");
    assert_eq!(requests.count(), 2);
}

#[tokio::test]
async fn failures_of_the_service_keep_their_status() {
    let connected = Connected::new().await;
    connected.suggest().await.ok();
    for (fault, status, identifier, licences) in [
        ("400", 400, "WRONG", false),
        ("402", 402, "PAYMENT_REQUIRED", true),
        ("404", 404, "NOT_FOUND", false),
        ("408", 408, "SERVER_TIMEOUT", false),
        ("429", 429, "USAGE_LIMIT_REACHED", true),
        ("500", 500, "UNKNOWN", false),
        ("503", 503, "AI_CONTENT_FILTER", false),
        ("garbage", 500, "UNKNOWN", false),
        ("html-502", 500, "", false),
        ("reset", 503, "SERVICE_UNAVAILABLE", false),
    ] {
        connected.fail_next(fault);
        let refused = connected.suggest().await;
        let body = refused.json();
        assert_eq!(refused.status, status, "{fault}: {body}");
        assert_eq!(body["errorIdentifier"], identifier, "{fault}");
        assert_eq!(body.get("missingLicenses").is_some(), licences, "{fault}");
        connected.fail_next(fault);
        let refused = connected.site.post(USAGE, &json!({})).await;
        let body = refused.json();
        assert_eq!(refused.status, status, "{fault}: {body}");
        assert_eq!(body["errorCode"], status, "{fault}");
        // A success in between keeps the circuit closed.
        connected.suggest().await.ok();
    }
    let empty = {
        let mut asked = asked();
        asked["prompt_content"] = json!(" <p></p> ");
        connected.site.post(SUGGEST, &asked).await
    };
    assert_eq!(empty.status, 400);
    assert_eq!(empty.json()["errorIdentifier"], "NOT_ENOUGH_CONTENT");
    connected.fakes.answer_with(Service::SeoTexts, "{}");
    assert_eq!(connected.suggest().await.ok(), json!([]));
}

#[tokio::test]
async fn a_service_that_keeps_failing_is_left_alone() {
    let connected = Connected::new().await;
    connected.suggest().await.ok();
    for _ in 0..5 {
        connected.fail_next("500");
        assert_eq!(connected.suggest().await.status, 500);
    }
    let before = connected.calls().len();
    let refused = connected.suggest().await;
    assert_eq!(
        (refused.status, refused.json()["errorIdentifier"].clone()),
        (503, json!("SERVICE_UNAVAILABLE"))
    );
    assert_eq!(connected.calls().len(), before);
    let site = &connected.site;
    site.clock.advance(jiff::SignedDuration::from_secs(31));
    assert_eq!(connected.suggest().await.ok(), suggested());
}

#[tokio::test]
async fn requests_at_the_same_time_do_not_replace_each_others_code() {
    let connected = Connected::new().await;
    let (first, second) = tokio::join!(connected.suggest(), connected.suggest());
    assert_eq!((first.ok(), second.ok()), (suggested(), suggested()));
}

#[tokio::test]
async fn a_callback_proves_a_request_once() {
    let connected = Connected::new().await;
    // The request arrives, and its callback does not come.
    connected.fail_next("500");
    assert_eq!(connected.suggest().await.status, 500);
    let sent = connected.calls().remove(0).body.unwrap();
    assert_eq!(sent["user_id"], "1");
    let challenge = sent["code_challenge"].clone();
    let body = |challenge: &Value, user: u64, access: &str| {
        json!({
            "access_jwt": access, "refresh_jwt": "d.e.f", "code_challenge": challenge, "user_id": user,
        })
    };
    let unauthorized = json!("Unauthorized.");
    for (challenge, user, access) in [
        (&json!("00"), 1, "a.b.c"),
        (&challenge, 2, "a.b.c"),
        (&challenge, 99, "a.b.c"),
        (&challenge, 1, "a b"),
        (&challenge, 1, "\u{e9}"),
    ] {
        let answer = connected
            .call_back("callback", &body(challenge, user, access))
            .await;
        assert_eq!((answer.status, answer.json()), (401, unauthorized.clone()));
    }
    let right = body(&challenge, 1, "a.b.c");
    let taken = connected.call_back("callback", &right).await.ok();
    assert_eq!(taken["message"], "Tokens successfully stored.");
    let verifier = taken["code_verifier"].as_str().unwrap();
    assert_eq!(challenge, hex::encode(Sha256::digest(verifier)));
    for path in ["callback", "refresh_callback"] {
        assert_eq!(connected.call_back(path, &right).await.status, 401);
    }
}

#[tokio::test]
async fn a_callback_that_comes_late_or_without_consent_is_refused() {
    let connected = Connected::new().await;
    let pending = async || {
        connected.fail_next("500");
        assert_eq!(connected.suggest().await.status, 500);
        let sent = connected.calls().pop().unwrap().body.unwrap();
        json!({
            "access_jwt": "a.b.c", "refresh_jwt": "d.e.f", "code_challenge": sent["code_challenge"], "user_id": 1,
        })
    };
    let late = pending().await;
    let site = &connected.site;
    site.clock.advance(jiff::SignedDuration::from_mins(6));
    assert_eq!(connected.call_back("callback", &late).await.status, 401);
    let revoked = pending().await;
    site.post(CONSENT, &json!({"consent": false})).await.ok();
    assert_eq!(connected.call_back("callback", &revoked).await.status, 401);
    site.post(CONSENT, &json!({"consent": true})).await.ok();
    assert_eq!(connected.call_back("callback", &revoked).await.status, 401);
}

#[tokio::test]
async fn withdrawing_consent_ends_the_tokens_at_the_service() {
    let connected = Connected::new().await;
    let site = &connected.site;
    connected.suggest().await.ok();
    assert_eq!(connected.fakes.text_grants(), 1);
    let revoke = json!({"consent": false});
    assert_eq!(
        site.post(CONSENT, &revoke).await.ok(),
        "Consent successfully revoked."
    );
    assert_eq!(connected.fakes.text_grants(), 0);
    assert_eq!(connected.paths().last().unwrap(), "/token/invalidate");
    // Without tokens nothing is sent.
    let before = connected.calls().len();
    site.post(CONSENT, &revoke).await.ok();
    assert_eq!(connected.calls().len(), before);
    // A service that fails does not keep the consent.
    site.post(CONSENT, &json!({"consent": true})).await.ok();
    connected.suggest().await.ok();
    connected.fail_next("500");
    site.post(CONSENT, &revoke).await.ok();
    assert_eq!(connected.suggest().await.status, 403);
}
