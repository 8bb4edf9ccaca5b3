//! Generated texts, connected services and import, where no service is connected.

use http::Method;
use serde_json::{Value, json};

use crate::support::{Site, Who};

fn invalid() -> (u16, String) {
    (400, "rest_invalid_param".to_owned())
}

fn not_connected() -> Value {
    json!({"error": "Token usage failed. Token is empty.", "status": 400})
}

#[tokio::test]
async fn consent_comes_before_texts() {
    let site = Site::new().await;
    let asked = json!({
        "type": "seo-title", "prompt_content": "Pão", "focus_keyphrase": "pão", "language": "pt_BR",
        "platform": "Google", "editor": "gutenberg",
    });
    let (suggest, usage, consent) = (
        "/ai_generator/get_suggestions",
        "/ai_generator/get_usage",
        "/ai_generator/consent",
    );
    for _ in 0..2 {
        let refused = site.post(suggest, &asked).await;
        let body = json!({"message": "CONSENT_REVOKED", "errorIdentifier": ""});
        assert_eq!((refused.status, refused.json()), (403, body));
        let refused = site.post(usage, &json!({})).await;
        let body =
            json!({"errorMessage": "CONSENT_REVOKED", "errorIdentifier": "", "errorCode": 403});
        assert_eq!((refused.status, refused.json()), (403, body));
        let given = site.post(consent, &json!({"consent": true})).await.ok();
        assert_eq!(given, "Consent successfully stored.");
        let refused = site.post(suggest, &asked).await;
        let identifier = refused.json()["errorIdentifier"].clone();
        assert_eq!(
            (refused.status, identifier),
            (503, json!("SERVICE_UNAVAILABLE"))
        );
        assert_eq!(site.post(usage, &json!({})).await.status, 503);
        // The consent of one user is not that of another.
        let uri = format!("/rest/seo/v1{suggest}");
        let other = site.call(Who::Editor, Method::POST, &uri, &asked).await;
        assert_eq!(other.status, 403);
        let revoked = site.post(consent, &json!({"consent": false})).await.ok();
        assert_eq!(revoked, "Consent successfully revoked.");
    }
    for (name, value) in [("platform", "google"), ("editor", "x"), ("type", "x")] {
        let mut wrong = asked.clone();
        wrong[name] = json!(value);
        assert_eq!(
            site.post(suggest, &wrong).await.refusal(),
            invalid(),
            "{name}"
        );
    }
}

#[tokio::test]
async fn free_use_and_subscription_are_answered_by_a_text() {
    let site = Site::new().await;
    for written in [true, false] {
        let started = site.post("/ai/free_sparks", &json!({})).await.ok();
        assert_eq!(started, "Free sparks successfully started.");
        assert_eq!(site.was_written(), written);
    }
    let path = "/ai_generator/bust_subscription_cache";
    let busted = site.post(path, &json!({})).await.ok();
    assert_eq!(busted, "Subscription cache successfully busted.");
}

#[tokio::test]
async fn a_callback_that_was_not_asked_for_is_refused() {
    let site = Site::new().await;
    let body = json!({"access_jwt": "a.b.c", "refresh_jwt": "d.e.f", "code_challenge": "00", "user_id": "1"});
    for path in ["callback", "refresh_callback"] {
        let uri = format!("/rest/seo/v1/ai_generator/{path}");
        let answer = site.call(Who::Anonymous, Method::POST, &uri, &body).await;
        assert_eq!(
            (answer.status, answer.json()),
            (401, json!("Unauthorized."))
        );
        let wrong =
            json!({"access_jwt": "a", "refresh_jwt": "d", "code_challenge": "0", "user_id": "x"});
        let answer = site.call(Who::Anonymous, Method::POST, &uri, &wrong).await;
        assert_eq!(answer.refusal(), invalid());
    }
    assert!(!site.was_written());
}

#[tokio::test]
async fn keyword_research_is_not_connected() {
    let site = Site::new().await;
    let refused = site
        .post("/keyword-research/authenticate", &json!({"code": "abc"}))
        .await;
    let error = "Authentication failed: The site has no access to this service.";
    let body = json!({"tokens": [], "error": error, "status": 401});
    assert_eq!((refused.status, refused.json()), (401, body));
    let empty = site
        .post("/keyword-research/authenticate", &json!({"code": ""}))
        .await;
    assert_eq!(empty.refusal(), invalid());
    for code in [
        json!(0),
        json!(false),
        json!(["a"]),
        json!({}),
        json!("x".repeat(3_000)),
    ] {
        let body = json!({"code": code});
        let refused = site.post("/keyword-research/authenticate", &body).await;
        assert_eq!(
            (refused.status, &refused.json()["tokens"]),
            (401, &json!([]))
        );
    }
    let country = async |code: Value| {
        let body = json!({"country_code": code});
        site.post("/keyword-research/country_code", &body).await
    };
    assert_eq!(
        country(json!("br")).await.ok(),
        json!({"success": true, "status": 200})
    );
    for code in [json!("BR"), json!("bra"), json!(""), json!(["br"])] {
        assert_eq!(country(code.clone()).await.refusal(), invalid(), "{code}");
    }
    let path = "/keyword-research/related_keyphrases";
    let related = site
        .get(&format!("{path}?keyphrase=pao&country_code=BRA"))
        .await;
    assert_eq!((related.status, related.json()), (400, not_connected()));
    let number = json!({"keyphrase": 7, "country_code": []});
    let uri = format!("/rest/seo/v1{path}");
    let related = site.call(Who::Admin, Method::GET, &uri, &number).await;
    assert_eq!((related.status, related.json()), (400, not_connected()));
    for query in [
        "keyphrase=+&country_code=br",
        "keyphrase[]=pao&country_code=br",
    ] {
        let blank = site.get(&format!("{path}?{query}")).await;
        assert_eq!(blank.refusal(), invalid(), "{query}");
    }
}

#[tokio::test]
async fn rank_tracking_is_not_connected() {
    let site = Site::new().await;
    let path = |path: &str| format!("/rank-tracker/{path}");
    let body = json!({"code": "abc", "websiteId": 77});
    assert_eq!(site.post(&path("authenticate"), &body).await.status, 401);
    let body = json!({"code": "abc", "websiteId": "77"});
    assert_eq!(
        site.post(&path("authenticate"), &body).await.refusal(),
        invalid()
    );
    let limit = site.get(&path("account/limit")).await;
    let status_first = r#"{"status":400,"error":"Token usage failed. Token is empty."}"#;
    assert_eq!(
        (limit.status, limit.bytes.as_slice()),
        (400, status_first.as_bytes())
    );
    let body = json!({"keyphrases": "pão"});
    let tracked = site.post(&path("keyphrases/track"), &body).await;
    assert_eq!(
        (tracked.status, tracked.bytes.as_slice()),
        (400, status_first.as_bytes())
    );
    // Parameters are looked at when there is a connection.
    for wrong in [json!("pão"), json!([7]), json!({"a": 1}), Value::Null] {
        let body = json!({"keyphrases": wrong});
        let positions = site.post(&path("keyphrases"), &body).await;
        assert_eq!((positions.status, positions.json()), (400, not_connected()));
    }
    for nothing in [json!([]), json!({}), json!(""), json!(0), json!(false)] {
        let body = json!({"keyphrases": nothing});
        let positions = site.post(&path("keyphrases"), &body).await.ok();
        assert_eq!(positions, json!({"status": 200, "results": {}}));
    }
    let body = json!({"keyphrases": [7]});
    let tracked = site.post(&path("keyphrases/track"), &body).await;
    assert_eq!((tracked.status, tracked.json()), (400, not_connected()));
    let campaign = site.get(&path("account/upgrade-campaign")).await;
    assert_eq!((campaign.status, campaign.json()), (400, not_connected()));
    let uri = "/rest/seo/v1/rank-tracker/keyphrases/untrack";
    assert_eq!(site.ask(Who::Admin, Method::DELETE, uri).await.status, 400);
    assert_eq!(site.get(&path("authorization-url")).await.status, 400);
}

#[tokio::test]
async fn a_service_that_is_off_has_no_routes() {
    let site = Site::new().await;
    let no_route = (404, "rest_no_route".to_owned());
    let body = json!({"active": false, "integration": "rank-tracker"});
    site.post("/integrations/set_active", &body).await.ok();
    let limit = "/rank-tracker/account/limit";
    assert_eq!(site.get(limit).await.refusal(), no_route);
    let uri = format!("/rest/seo/v1{limit}");
    // To everyone, also to those who could not use it.
    for who in Who::ALL {
        let refused = site.ask(who, Method::GET, &uri).await;
        assert_eq!(refused.refusal(), no_route, "{who:?}");
    }
    // Whatever the request holds.
    let nothing = site
        .post("/rank-tracker/keyphrases/track", &json!({}))
        .await;
    assert_eq!(nothing.refusal(), no_route);
    assert_eq!(
        site.ask(Who::Admin, Method::OPTIONS, &uri).await.ok(),
        json!([])
    );
    let country = json!({"country_code": "br"});
    let path = "/keyword-research/country_code";
    assert_eq!(site.post(path, &country).await.status, 200);
    let body = json!({"active": false, "integration": "keyword-research"});
    site.post("/integrations/set_active", &body).await.ok();
    assert_eq!(site.post(path, &country).await.refusal(), no_route);
    let body = json!({"active": true, "integration": "rank-tracker"});
    site.post("/integrations/set_active", &body).await.ok();
    assert_eq!(site.get(limit).await.status, 400);
}

#[tokio::test]
async fn an_import_finds_nothing() {
    let site = Site::new().await;
    let run = async |step: &str| site.post(&format!("/import/{step}"), &json!({})).await;
    let nothing = json!({"objects": [], "next_url": false});
    assert_eq!(run("aioseo/general_settings").await.ok(), nothing);
    let posts = json!({"objects": false, "next_url": false});
    assert_eq!(run("aioseo/posts").await.ok(), posts);
    let cleanup = run("aioseo/cleanup").await.ok();
    assert_eq!(cleanup["next_url"], "seo/v1/import/aioseo/cleanup");
    assert_eq!(run("aioseo/cleanup").await.ok(), nothing);
    site.was_written();
    let invalid = run("aioseo/validate_data").await;
    assert_eq!(invalid.refusal(), (500, "seo_error_validation".to_owned()));
    assert_eq!(invalid.json()["data"], json!({"stackTrace": ""}));
    for step in [
        "aioseo/nada",
        "nada/posts",
        "conflicting-plugins/deactivation",
    ] {
        let refusal = run(step).await.refusal();
        assert_eq!(refusal, (404, "rest_no_route".to_owned()), "{step}");
    }
    // What the client sends wins over the path.
    let other = json!({"plugin": "aioseo", "type": "posts"});
    assert_eq!(site.post("/import/nada/nada", &other).await.ok(), posts);
    let other = json!({"type": "nada"});
    let unknown = site.post("/import/aioseo/posts", &other);
    assert_eq!(unknown.await.status, 404);
    let form = site.post_form("/import/aioseo/nada", "type=posts").await;
    assert_eq!(form.ok(), posts);
    assert!(!site.was_written());
}
