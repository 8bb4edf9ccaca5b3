//! Connecting and disconnecting a mailbox, its state, and test messages.

use http::Method;
use serde_json::{Value, json};
use service_fakes::Service;
use url::Url;

use crate::support::{Answer, HOME, Site, Who};

pub const MAILBOX: &str = "/rest/mail-smtp/mailbox";
const TEST_MESSAGE: &str = "/rest/mail-smtp/test-message";

impl Site {
    /// Begins a connection as the administrator; returns the provider's page.
    pub async fn begin(&self, body: &Value) -> Url {
        let begun = self
            .call(Who::Admin, Method::POST, MAILBOX, body)
            .await
            .ok();
        begun["authorization_url"]
            .as_str()
            .unwrap()
            .parse()
            .unwrap()
    }

    /// Begins a connection, and consents; returns the path and query that the provider sends the person back to.
    pub async fn consent(&self, body: &Value) -> String {
        let screen = self.begin(body).await;
        let back = self.fakes.consent_at(&screen).await.unwrap().unwrap();
        let address = back.as_str().strip_prefix(HOME).unwrap();
        assert!(
            address.starts_with("/rest/mail-smtp/oauth_callback?"),
            "{address}"
        );
        address.to_owned()
    }

    /// Returns from the provider's page, without credentials.
    pub async fn come_back(&self, back: &str) -> Answer {
        self.ask(Who::Anonymous, Method::GET, back).await
    }

    /// Connects a mailbox.
    pub async fn connect(&self, body: &Value) -> Answer {
        let back = self.consent(body).await;
        self.come_back(&back).await
    }

    /// The state of the mailbox as the administrator sees it.
    pub async fn mailbox_state(&self) -> Value {
        self.ask(Who::Admin, Method::GET, MAILBOX).await.ok()
    }
}

/// A connection at Google with the deployment's client.
pub fn google() -> Value {
    json!({ "provider": "google" })
}

/// A connection at Microsoft with a client of the site.
pub fn microsoft() -> Value {
    json!({
        "provider": "microsoft", "client_id": "ms-cliente", "client_secret": "ms-segredo-do-site",
        "login_hint": "contato@exemplo.com.br",
    })
}

#[tokio::test]
async fn a_site_without_a_mailbox_says_what_connecting_needs() {
    let site = Site::new().await;
    assert_eq!(
        site.mailbox_state().await,
        json!({
            "state": "none", "provider": null, "address": null, "last_error": null, "connected_by": null,
            "connected_at": null,
            "providers": [
                { "name": "google", "configured": true }, { "name": "microsoft", "configured": false },
            ],
            "callback_url": format!("{HOME}/rest/mail-smtp/oauth_callback"),
        })
    );
}

#[tokio::test]
async fn the_providers_page_is_asked_for_lasting_access_with_a_proof_key() {
    let site = Site::new().await;
    let begun = site
        .call(Who::Admin, Method::POST, MAILBOX, &microsoft())
        .await;
    let begun = begun.ok();
    assert_eq!(begun["expires_at"], "2024-05-01T10:30:00Z");
    let page: Url = begun["authorization_url"]
        .as_str()
        .unwrap()
        .parse()
        .unwrap();
    assert!(
        page.as_str()
            .starts_with(&site.fakes.url(Service::MicrosoftLogin))
    );
    let of = |name: &str| {
        let found = page.query_pairs().find(|(known, _)| known == name);
        found
            .map(|(_, value)| value.into_owned())
            .unwrap_or_default()
    };
    assert_eq!(of("client_id"), "ms-cliente");
    assert_eq!(of("login_hint"), "contato@exemplo.com.br");
    assert_eq!(
        of("scope"),
        "openid offline_access https://graph.microsoft.com/User.Read https://graph.microsoft.com/Mail.Send"
    );
    assert_eq!(
        of("redirect_uri"),
        format!("{HOME}/rest/mail-smtp/oauth_callback")
    );
    assert_eq!(
        (of("code_challenge").len(), of("code_challenge_method")),
        (43, "S256".to_owned())
    );
    assert!(!page.as_str().contains("segredo"));
}

#[tokio::test]
async fn a_mailbox_of_each_provider_is_connected_and_disconnected() {
    for (body, provider, kept) in [(google(), "google", 0), (microsoft(), "microsoft", 1)] {
        let site = Site::new().await;
        site.fakes.sign_in("contato@exemplo.com.br");
        let page = site.connect(&body).await;
        assert_eq!(page.status, 200, "{}", String::from_utf8_lossy(&page.bytes));
        let state = site.mailbox_state().await;
        assert_eq!(state["state"], "active");
        assert_eq!(state["provider"], provider);
        assert_eq!(state["address"], "contato@exemplo.com.br");
        assert_eq!(
            (&state["connected_by"], &state["last_error"]),
            (&json!(1), &Value::Null)
        );
        assert!(!state.to_string().contains("segredo"), "{state}");
        assert_eq!(site.fakes.violations(), Vec::<String>::new());

        let gone = site.ask(Who::Admin, Method::DELETE, MAILBOX).await;
        assert_eq!(gone.ok(), json!({ "disconnected": true }));
        assert_eq!(site.mailbox_state().await["state"], "none");
        // Microsoft has no endpoint that revokes a token.
        assert_eq!(site.fakes.live_grants(), kept, "{provider}");
        let again = site.ask(Who::Admin, Method::DELETE, MAILBOX).await;
        assert_eq!(again.refusal(), (404, "mailbox_not_connected".to_owned()));
    }
}

#[tokio::test]
async fn a_second_connection_replaces_the_first() {
    let site = Site::new().await;
    site.fakes.sign_in("um@exemplo.com.br");
    site.connect(&google()).await;
    site.fakes.sign_in("dois@exemplo.com.br");
    assert_eq!(site.connect(&microsoft()).await.status, 200);
    let state = site.mailbox_state().await;
    assert_eq!(
        (&state["provider"], &state["address"]),
        (&json!("microsoft"), &json!("dois@exemplo.com.br"))
    );
}

#[tokio::test]
async fn bad_input_begins_nothing() {
    let site = Site::new().await;
    let long = "a".repeat(501);
    for (body, param) in [
        (json!({ "provider": "yahoo" }), "provider"),
        (json!({ "provider": ["google"] }), "provider"),
        (
            json!({ "provider": "google", "client_id": "x" }),
            "client_secret",
        ),
        (
            json!({ "provider": "google", "client_secret": "x" }),
            "client_id",
        ),
        (
            json!({ "provider": "google", "client_id": " ", "client_secret": "x" }),
            "client_id",
        ),
        (
            json!({ "provider": "google", "client_id": "x", "client_secret": "" }),
            "client_secret",
        ),
        (
            json!({ "provider": "google", "client_id": 5, "client_secret": "x" }),
            "client_id",
        ),
        (
            json!({ "provider": "google", "client_id": long, "client_secret": "x" }),
            "client_id",
        ),
        (
            json!({ "provider": "google", "login_hint": "ninguém" }),
            "login_hint",
        ),
    ] {
        let refused = site.call(Who::Admin, Method::POST, MAILBOX, &body).await;
        assert_eq!(
            refused.refusal(),
            (400, "rest_invalid_param".to_owned()),
            "{body}"
        );
        let params = &refused.json()["data"]["params"];
        assert!(params.get(param).is_some(), "{body}: {params}");
    }
    let missing = site
        .call(Who::Admin, Method::POST, MAILBOX, &json!({}))
        .await;
    assert_eq!(
        missing.refusal(),
        (400, "rest_missing_callback_param".to_owned())
    );
    let without = site
        .call(
            Who::Admin,
            Method::POST,
            MAILBOX,
            &json!({ "provider": "microsoft" }),
        )
        .await;
    assert_eq!(
        without.refusal(),
        (409, "mailbox_not_configured".to_owned())
    );
    assert!(!site.was_written());
}

#[tokio::test]
async fn a_test_message_goes_the_way_of_the_sites_mails_and_says_what_became_of_it() {
    let site = Site::new().await;
    let to = json!({ "to": "ana@exemplo.com.br" });
    let sent = site
        .call(Who::Admin, Method::POST, TEST_MESSAGE, &to)
        .await
        .ok();
    assert_eq!(
        (&sent["state"], &sent["error"]),
        (&json!("sent"), &Value::Null)
    );
    let [mail] = site.mails.sent().try_into().unwrap();
    assert_eq!(mail.to, ["ana@exemplo.com.br"]);
    assert_eq!(mail.subject, "Mensagem de teste de Exemplo");
    assert!(mail.body.contains(HOME));

    site.mails.refuse();
    let failed = site
        .call(Who::Admin, Method::POST, TEST_MESSAGE, &to)
        .await
        .ok();
    assert_eq!(
        (&failed["state"], &failed["error"]),
        (&json!("failed"), &json!("550 no"))
    );

    site.mails.rest();
    let queued = site
        .call(Who::Admin, Method::POST, TEST_MESSAGE, &to)
        .await
        .ok();
    assert_eq!(queued["state"], "queued");

    for body in [
        json!({}),
        json!({ "to": "" }),
        json!({ "to": ["a@b.c"] }),
        json!({ "to": "a@b.c\r\nBcc: d@e.f" }),
    ] {
        let refused = site
            .call(Who::Admin, Method::POST, TEST_MESSAGE, &body)
            .await;
        assert_eq!(refused.status, 400, "{body}");
    }
}
