//! Connected services of the content site: codes, tokens and verifiers, in success and in every failure of the services.

use http::Method;
use jiff::SignedDuration;
use pauta_tests::app::{RESEARCH_SECRET, TestApp, TestRequest, TestResponse};
use pauta_tests::canaries::{FailureSwitches, Secrets};
use serde_json::{Value, json};
use service_fakes::Service;

use super::{Walk, Walking, app, searched_for};

/// The services.
const SERVICES: [Service; 3] = [
    Service::SeoTexts,
    Service::KeywordResearch,
    Service::RankTracker,
];
/// Failures that all of them have.
const FAULTS: [&str; 5] = ["500", "403", "garbage", "html-502", "reset"];

async fn ask(app: &TestApp, method: Method, path: &str, body: Value) -> TestResponse {
    let call = TestRequest::json(method, format!("/rest/seo/v1{path}"), body);
    app.ask_site(Some(&app.basic()), call).await
}

async fn connect(app: &TestApp) {
    let consent = json!({ "consent": true });
    ask(app, Method::POST, "/ai_generator/consent", consent).await;
    let body = json!({ "code": app.fakes.allow_research() });
    ask(app, Method::POST, "/keyword-research/authenticate", body).await;
    let address = ask(
        app,
        Method::GET,
        "/rank-tracker/authorization-url",
        Value::Null,
    )
    .await;
    let Some(address) = address.json["url"].as_str() else {
        return;
    };
    let code = app.fakes.allow_tracking(address).unwrap_or_default();
    let body = json!({ "code": code, "websiteId": 77 });
    ask(app, Method::POST, "/rank-tracker/authenticate", body).await;
}

async fn use_all(app: &TestApp, turn: usize) {
    let suggest = json!({
        "type": "seo-title", "prompt_content": "Pão", "focus_keyphrase": "pão", "language": "pt_BR",
        "platform": "Google", "editor": "gutenberg",
    });
    let phrase = json!({ "keyphrases": [format!("pão {turn}")] });
    let related =
        format!("/keyword-research/related_keyphrases?keyphrase=pao{turn}&country_code=br");
    for (method, path, body) in [
        (Method::POST, "/ai_generator/get_suggestions", suggest),
        (Method::POST, "/ai_generator/get_usage", json!({})),
        (Method::GET, related.as_str(), Value::Null),
        (
            Method::POST,
            "/rank-tracker/keyphrases/track",
            phrase.clone(),
        ),
        (Method::POST, "/rank-tracker/keyphrases", phrase),
        (Method::GET, "/rank-tracker/account/limit", Value::Null),
        (
            Method::GET,
            "/rank-tracker/account/upgrade-campaign",
            Value::Null,
        ),
        (
            Method::DELETE,
            "/rank-tracker/keyphrases/untrack?keyphraseID=k1",
            Value::Null,
        ),
    ] {
        ask(app, method, path, body).await;
    }
}

/// What was sent to the services as a secret, or answered as a token.
fn keep(secrets: &mut Secrets, app: &TestApp) {
    secrets.keep("setting", RESEARCH_SECRET);
    for call in SERVICES
        .iter()
        .flat_map(|service| app.fakes.calls(*service))
    {
        if let Some(token) = call.header("authorization") {
            secrets.keep("service token", token.trim_start_matches("Bearer "));
        }
        for name in ["code", "code_verifier", "refresh_token"] {
            let value = call.body.as_ref().and_then(|body| body.get(name));
            if let Some(value) = value.and_then(Value::as_str) {
                secrets.keep("service token", value);
            }
        }
    }
}

async fn fail(app: &TestApp, failures: &FailureSwitches) {
    for (turn, fault) in FAULTS.into_iter().enumerate() {
        // Past the pause of the services' circuits, and past the end of the tokens.
        app.clock.advance(SignedDuration::from_hours(2));
        for service in SERVICES {
            for _ in 0..3 {
                app.fakes.fail_next(service, fault);
            }
        }
        use_all(app, 10 + turn).await;
        connect(app).await;
    }
    for operations in 0..6 {
        app.clock.advance(SignedDuration::from_hours(2));
        failures.store_fails_after(operations);
        use_all(app, 20).await;
        failures.store_fails_after(operations);
        connect(app).await;
    }
    failures.store_works();
}

async fn walk() -> Walk {
    let (app, failures) = app().await;
    connect(&app).await;
    use_all(&app, 0).await;
    app.clock.advance(SignedDuration::from_hours(2));
    use_all(&app, 1).await;
    fail(&app, &failures).await;
    connect(&app).await;
    use_all(&app, 2).await;
    let revoke = json!({ "consent": false });
    ask(&app, Method::POST, "/ai_generator/consent", revoke).await;
    let mut secrets = Secrets::default();
    keep(&mut secrets, &app);
    searched_for("connected services of the site", &app, &failures, secrets).await
}

/// All walks of this module.
pub fn walks() -> Vec<Walking> {
    vec![Box::pin(walk())]
}
