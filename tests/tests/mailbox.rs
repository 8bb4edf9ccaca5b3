//! The mails of a site whose mailbox is connected: from the provider's page to the recipient, and past the mailbox when it
//! gives no access.

use std::sync::Arc;

use embedded::mail::MemoryMail;
use http::Method;
use jiff::SignedDuration;
use pauta_tests::app::{TestApp, TestRequest};
use serde_json::Value;
use service_fakes::Service;
use site_mail::{MailState, SiteMails, WorkedOff};
use site_store::Tenant;

const TO: &str = "ana@exemplo.com";

/// A site with a mailbox.
async fn connected(provider: &str) -> TestApp {
    let app = TestApp::new().await;
    app.fakes.sign_in("contato@jardim.example");
    app.connect_mailbox(provider).await;
    app
}

async fn state(app: &TestApp) -> Value {
    let path = "/rest/mail-smtp/mailbox";
    let state = app
        .ask_site(Some(&app.basic()), TestRequest::get(path))
        .await;
    state.expect(200).json
}

/// Sends a test message; returns what became of it.
async fn sent(app: &TestApp) -> WorkedOff {
    let id = app.queue_test_message(TO).await;
    app.work_off_site_mail(&id).await
}

#[tokio::test]
async fn the_sites_mail_goes_through_its_mailbox() {
    for (provider, service) in [
        ("google", Service::Gmail),
        ("microsoft", Service::MicrosoftGraph),
    ] {
        let app = connected(provider).await;
        assert_eq!(sent(&app).await, WorkedOff::Now(MailState::Sent));
        let [mail] = app.fakes.mailed(service).try_into().unwrap();
        assert_eq!(mail.recipients, [TO]);
        assert_eq!(mail.header("From").unwrap(), "contato@jardim.example");
        assert!(
            mail.header("Message-ID")
                .unwrap()
                .ends_with("@jardim.example>")
        );
        assert!(app.parts.outbox.newest_first().is_empty());
        assert_eq!(app.fakes.violations(), Vec::<String>::new());

        let request = TestRequest::json(Method::DELETE, "/rest/mail-smtp/mailbox", Value::Null);
        app.ask_site(Some(&app.basic()), request).await.expect(200);
        assert_eq!(sent(&app).await, WorkedOff::Now(MailState::Sent));
        assert_eq!(app.fakes.mailed(service).len(), 1);
        assert_eq!(app.parts.outbox.newest_first()[0].to, TO);
    }
}

#[tokio::test]
async fn a_mail_that_a_revoked_mailbox_cannot_send_goes_through_the_mail_server() {
    let app = connected("google").await;
    app.fakes.revoke_grants();
    app.clock.advance(SignedDuration::from_hours(2));
    for _ in 0..2 {
        assert_eq!(sent(&app).await, WorkedOff::Now(MailState::Sent));
    }
    assert_eq!(app.parts.outbox.newest_first().len(), 2);
    let shown = state(&app).await;
    assert_eq!(shown["state"], "revoked");
    assert!(
        shown["last_error"].as_str().unwrap().contains("revoked"),
        "{shown}"
    );
    // Connected again, it sends.
    app.connect_mailbox("google").await;
    assert_eq!(sent(&app).await, WorkedOff::Now(MailState::Sent));
    assert_eq!(app.fakes.mailed(Service::Gmail).len(), 1);
}

#[tokio::test]
async fn failures_that_pass_are_retried_and_lost_answers_are_not() {
    for (fault, expected, accepted) in [
        ("503", MailState::Queued, 1),
        ("html-502", MailState::Uncertain, 0),
        ("after:504", MailState::Uncertain, 1),
        ("400", MailState::Failed, 0),
    ] {
        let app = connected("google").await;
        let id = app.queue_test_message(TO).await;
        app.fakes.fail_next(Service::Gmail, fault);
        let outcome = app.work_off_site_mail(&id).await;
        assert_eq!(outcome, WorkedOff::Now(expected), "{fault}");
        app.clock.advance(SignedDuration::from_secs(31));
        let again = app.work_off_site_mail(&id).await;
        let expected = match expected {
            MailState::Queued => WorkedOff::Now(MailState::Sent),
            _ => WorkedOff::NotNow,
        };
        assert_eq!(again, expected, "{fault}");
        assert_eq!(app.fakes.mailed(Service::Gmail).len(), accepted, "{fault}");
        assert!(app.parts.outbox.newest_first().is_empty(), "{fault}");
    }
}

#[tokio::test]
async fn a_mail_waits_while_neither_mailbox_nor_mail_server_sends_it() {
    let app = TestApp::with_parts(|parts| {
        // It sends messages of the platform only.
        parts.mail = Arc::new(MemoryMail::default());
    })
    .await;
    app.connect_mailbox("microsoft").await;
    app.fakes.revoke_grants();
    app.clock.advance(SignedDuration::from_hours(2));
    let id = app.queue_test_message(TO).await;
    let outcome = app.work_off_site_mail(&id).await;
    assert_eq!(outcome, WorkedOff::Now(MailState::Queued));
    let parts = local::site::store_parts(&app.parts);
    let mail = SiteMails::new(parts, Tenant::main())
        .read(&id)
        .await
        .unwrap();
    assert!(mail.unwrap().error.unwrap().contains("no access"));
    // Connecting it again in time saves the mail.
    app.connect_mailbox("microsoft").await;
    app.clock.advance(SignedDuration::from_secs(31));
    let outcome = app.work_off_site_mail(&id).await;
    assert_eq!(outcome, WorkedOff::Now(MailState::Sent));
    assert_eq!(app.fakes.mailed(Service::MicrosoftGraph).len(), 1);
}

#[tokio::test]
async fn visitors_texts_add_neither_lines_nor_recipients() {
    let app = connected("google").await;
    let parts = local::site::store_parts(&app.parts);
    let mails = SiteMails::new(parts, Tenant::main());
    let mail = site_mail::RenderedMail {
        from: "Eva\r\nBcc: x@mal.example <eva@exemplo.com>".into(),
        to: vec![TO.into()],
        headers: vec![
            ("Reply-To".into(), "eva@exemplo.com".into()),
            ("Bcc".into(), "arquivo@jardim.example".into()),
        ],
        subject: "Oi\r\nBcc: y@mal.example".into(),
        body: "Texto".into(),
        is_html: false,
        attachments: Vec::new(),
    };
    let id = mails
        .enqueue(mails.prepare(&mail, None, None).unwrap())
        .await
        .unwrap();
    assert_eq!(
        app.work_off_site_mail(&id).await,
        WorkedOff::Now(MailState::Sent)
    );
    let [sent] = app.fakes.mailed(Service::Gmail).try_into().unwrap();
    assert_eq!(sent.recipients, [TO, "arquivo@jardim.example"]);
    assert_eq!(sent.header("Reply-To").unwrap(), "eva@exemplo.com");
    assert_eq!(sent.header("Subject").unwrap(), "Oi Bcc: y@mal.example");
    assert!(
        sent.header("From")
            .unwrap()
            .ends_with("<contato@jardim.example>")
    );
}
