//! The mailbox of the content site, at the fakes of its providers.

use http::{StatusCode, header};
use ports::WorkMessage;
use serde_json::json;
use service_fakes::FakeServices;
use site_mailbox::Mailboxes;
use site_store::Tenant;
use url::{Position, Url};

use super::{TestApp, TestRequest, TestResponse};
use local::parts::Parts;

/// Secret of the deployment's clients at the providers of mailboxes.
pub const MAILBOX_CLIENT_SECRET: &str = "segredo-da-caixa-postal-5f3a";

/// Mailboxes whose providers are the fakes.
pub(super) fn mailboxes(parts: &Parts, fakes: &FakeServices) -> Mailboxes {
    let addresses = fakes.environment();
    let environment = |name: &str| match name {
        "MAILBOX_GOOGLE_CLIENT_ID" | "MAILBOX_MICROSOFT_CLIENT_ID" => Some("caixa".to_owned()),
        "MAILBOX_GOOGLE_CLIENT_SECRET" | "MAILBOX_MICROSOFT_CLIENT_SECRET" => {
            Some(MAILBOX_CLIENT_SECRET.to_owned())
        }
        name => {
            let mut addresses = addresses.iter();
            let (_, address) = addresses.find(|(known, _)| *known == name)?;
            Some(address.clone())
        }
    };
    let (keyring, sleeper) = (parts.keyring.clone(), parts.sleeper.clone());
    Mailboxes::of_environment(keyring, sleeper, parts.outbound.clone(), environment).unwrap()
}

impl TestApp {
    /// Begins the connection of a mailbox and consents; returns the path and query of the callback.
    pub async fn mailbox_consent(&self, provider: &str) -> String {
        let path = "/rest/mail-smtp/mailbox";
        let request = TestRequest::post(path, json!({ "provider": provider }));
        let begun = self.ask_site(Some(&self.basic()), request).await;
        let begun = begun.expect(200).json;
        let screen: Url = begun["authorization_url"]
            .as_str()
            .unwrap()
            .parse()
            .unwrap();
        let back = self.fakes.consent_at(&screen).await.unwrap().unwrap();
        back[Position::BeforePath..].to_owned()
    }

    /// Connects a mailbox; returns the page at the end.
    pub async fn connect_mailbox(&self, provider: &str) -> TestResponse {
        let back = self.mailbox_consent(provider).await;
        let page = self.ask_site(None, TestRequest::get(back)).await;
        assert_eq!(page.status, StatusCode::OK, "{}", page.text);
        assert!(
            page.headers[header::CONTENT_TYPE]
                .to_str()
                .unwrap()
                .starts_with("text/html")
        );
        page
    }

    /// Sends a test message of the site; returns the identifier of its mail, which waits in the queue.
    pub async fn queue_test_message(&self, to: &str) -> String {
        let request = TestRequest::post("/rest/mail-smtp/test-message", json!({ "to": to }));
        let queued = self.ask_site(Some(&self.basic()), request).await;
        let queued = queued.expect(200).json;
        assert_eq!(queued["state"], "queued", "{queued}");
        let message = self.parts.queue.try_next().unwrap();
        assert!(
            matches!(message, WorkMessage::SiteMail { .. }),
            "{message:?}"
        );
        queued["id"].as_str().unwrap().to_owned()
    }

    /// Lets the worker take a mail of the site.
    pub async fn work_off_site_mail(&self, id: &str) -> site_mail::WorkedOff {
        let ports = local::platform::notification_ports(&self.parts);
        let site = Tenant::main();
        let sent = notification_worker::send_site_mail(&ports, site.as_str(), id);
        sent.await.unwrap()
    }
}
