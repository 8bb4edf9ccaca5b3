//! The mailbox of the content site: its clients, codes, states, proof keys and tokens, also when store and providers fail.

use http::Method;
use jiff::SignedDuration;
use pauta_tests::app::{MAILBOX_CLIENT_SECRET, TestApp, TestRequest};
use pauta_tests::canaries::{FailureSwitches, Secrets};
use serde_json::{Value, json};
use service_fakes::Service;

use super::{Walk, Walking, app, searched_for};

const MAILBOX: &str = "/rest/mail-smtp/mailbox";
/// Secret of a client that a site has of its own.
const OWN_SECRET: &str = "canário segredo do site=8c11";

/// The services of both providers.
const SERVICES: [Service; 4] = [
    Service::GoogleOauth,
    Service::MicrosoftLogin,
    Service::Gmail,
    Service::MicrosoftGraph,
];
/// Failures of a token service.
const FAULTS: [&str; 3] = ["invalid_client", "503", "garbage"];

fn services(provider: &str) -> (Service, Service) {
    match provider {
        "google" => (Service::GoogleOauth, Service::Gmail),
        _ => (Service::MicrosoftLogin, Service::MicrosoftGraph),
    }
}

/// Begins a connection with the site's own client; returns the path of the callback.
async fn consent(app: &TestApp, provider: &str) -> Option<String> {
    let body = json!({
        "provider": provider, "client_id": "cliente-do-site", "client_secret": OWN_SECRET,
    });
    let login = app.basic();
    let begun = app
        .ask_site(Some(&login), TestRequest::post(MAILBOX, body))
        .await;
    let screen = begun.json["authorization_url"].as_str()?.parse().unwrap();
    let back = app.fakes.consent_at(&screen).await.unwrap()?;
    Some(back[url::Position::BeforePath..].to_owned())
}

/// Connects, sends and disconnects, as far as it goes.
async fn round(app: &TestApp, provider: &str, faults: &[&str]) {
    let login = app.basic();
    let (tokens, mails) = services(provider);
    for fault in faults {
        app.fakes.fail_next(tokens, fault);
    }
    if let Some(back) = consent(app, provider).await {
        for _ in 0..2 {
            app.ask_site(None, TestRequest::get(&back)).await;
        }
    }
    app.ask_site(Some(&login), TestRequest::get(MAILBOX)).await;
    app.clock.advance(SignedDuration::from_hours(2));
    let test = json!({ "to": "ana@exemplo.com" });
    let test = TestRequest::post("/rest/mail-smtp/test-message", test);
    for fault in [None, Some("500")] {
        if let Some(fault) = fault {
            app.fakes.fail_next(mails, fault);
        }
        let queued = app.ask_site(Some(&login), test.clone()).await;
        if let Some(id) = queued.json["id"].as_str() {
            let ports = local::platform::notification_ports(&app.parts);
            // A failure of the store is a part of the walk.
            let _ = notification_worker::send_site_mail(&ports, "main", id).await;
        }
    }
    app.ask_site(None, test).await;
    app.ask_site(
        Some(&login),
        TestRequest::json(Method::DELETE, MAILBOX, Value::Null),
    )
    .await;
}

/// Everything secret that the providers were sent.
fn sent(app: &TestApp) -> Secrets {
    let mut secrets = Secrets::default();
    let kind = "mailbox secret";
    secrets.keep(kind, MAILBOX_CLIENT_SECRET);
    secrets.keep(kind, OWN_SECRET);
    for call in SERVICES
        .into_iter()
        .flat_map(|service| app.fakes.calls(service))
    {
        let members = call.body.as_ref().and_then(Value::as_object);
        for name in ["code", "code_verifier", "refresh_token", "token"] {
            let member = members.and_then(|members| members.get(name));
            if let Some(text) = member.and_then(Value::as_str) {
                secrets.keep(kind, text);
            }
        }
        if let Some(token) = call.header("authorization") {
            secrets.keep(kind, token.trim_start_matches("Bearer "));
        }
    }
    secrets
}

async fn walk() -> Walk {
    let (app, failures): (TestApp, FailureSwitches) = app().await;
    for provider in ["google", "microsoft"] {
        round(&app, provider, &[]).await;
        for fault in FAULTS {
            round(&app, provider, &[fault]).await;
        }
        // The exchange succeeds, and the renewal fails.
        for fault in FAULTS {
            round(&app, provider, &["pass", fault]).await;
        }
        for operations in [1, 2, 4, 6] {
            failures.store_fails_after(operations);
            round(&app, provider, &[]).await;
            failures.store_works();
        }
    }
    let secrets = sent(&app);
    searched_for("the mailbox", &app, &failures, secrets).await
}

/// All walks of this module.
pub fn walks() -> Vec<Walking> {
    vec![Box::pin(walk())]
}
